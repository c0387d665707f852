/// What a page calls one of several cameras: in the addresses of streams, and in the names of events.
struct CameraAddress: Sendable, Hashable {
    /// The camera's index: 0 for the leading one.
    let index: Int

    /// The address of the camera with an index.
    init(_ index: Int) { self.index = index }

    private static let ordinals = ["first", "second", "third", "fourth"]

    /// The camera's name in `/stream?camera=`; from the fifth one on its number.
    var stream: String { Self.ordinals.indices.contains(index) ? Self.ordinals[index] : String(index + 1) }

    /// The name of the event with the camera's metrics: `figures`, `secondFigures`, `thirdFigures` and so on.
    var metricsEvent: String { index == 0 ? "figures" : "\(stream)Figures" }
}
