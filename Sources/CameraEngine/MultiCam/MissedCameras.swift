/// The cameras that were lost of several, for as long as they are missed. Pure.
struct MissedCameras: Sendable, Hashable {
    private var list: [CameraMetrics] = []

    /// Whether none is missed.
    var isEmpty: Bool { list.isEmpty }

    /// The name of the one that was lost first.
    var name: String? { list.first?.camera.name }

    /// A camera was lost; harmless when told again.
    mutating func add(_ camera: CameraMetrics) {
        guard !list.contains(where: { $0.camera.id == camera.camera.id }) else { return }
        var lost = camera
        lost.isLost = true
        list.append(lost)
    }

    /// These cameras are in use now.
    ///
    /// - Parameter areAll: whether they are as many as are wanted; then none is missed, whichever they are.
    mutating func found(_ ids: [String], areAll: Bool) {
        list.removeAll { areAll || ids.contains($0.camera.id) }
    }

    /// None is missed any more.
    mutating func forget() { list = [] }

    /// The cameras in use with those that are missed between and behind them, in ascending order of indices.
    func joined(with present: [CameraMetrics]) -> [CameraMetrics] {
        var all = present
        for var lost in list {
            // The others move up when the leading one is lost.
            let taken = Set(all.map(\.index))
            if taken.contains(lost.index) {
                lost.index = (0...taken.count).first { !taken.contains($0) } ?? taken.count
            }
            all.append(lost)
        }
        return all.sorted { $0.index < $1.index }
    }
}
