import Foundation

/// Where the marks of a measurement stand: the square where it was, and the exposure's slider beside it.
struct FocusLayout: Equatable {
    /// Where was measured, in points of the picture.
    var point: CGPoint
    /// The picture's size.
    var size: CGSize

    /// The side of the square.
    static let side = 76.0
    static let sliderSize = CGSize(width: 44, height: 150)
    private static let gap = 4.0

    /// The middle of the slider: beside the square on the side where there is room, and never outside of the picture.
    var slider: CGPoint {
        let distance = Self.side / 2 + Self.sliderSize.width / 2 + Self.gap
        let fits = point.x + distance + Self.sliderSize.width / 2 < size.width
        let half = Self.sliderSize.height / 2
        return CGPoint(
            x: fits ? point.x + distance : point.x - distance,
            y: min(max(point.y, half), max(half, size.height - half))
        )
    }

    /// How far the sun is from the slider's middle, downwards, in a slider whose sun can move in `room` points.
    static func sunOffset(_ value: Double, in range: ClosedRange<Double>, room: Double) -> Double {
        let span = range.upperBound - range.lowerBound
        return span > 0 ? room * (0.5 - (value - range.lowerBound) / span) : 0
    }
}
