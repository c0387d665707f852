/// Where the spine of a book runs, as far as the book's lines tell: along the longer side of their box.
struct SpineStrip {
    private static let slope = 0.02

    private let center: Point
    /// Of length 1.
    private let direction: Point
    /// How long and how wide the text is, not the spine, which is wider.
    private let length: Double
    private let width: Double

    /// - Parameter lines: at least one.
    init(_ lines: [SpineLine]) {
        let corners = SpineLine.box(around: lines).map { Point(x: $0.x, y: $0.y) }
        let sides = [corners[1] - corners[0], corners[3] - corners[0]]
        let (long, short) = sides[0].length >= sides[1].length ? (sides[0], sides[1]) : (sides[1], sides[0])
        center = (corners[0] + corners[2]) * 0.5
        direction = long * (1 / max(1e-6, long.length))
        length = long.length
        width = short.length
    }

    /// Whether a line that runs across the spine lies on it: then it crosses the middle of the spine's text, as a publisher's name
    /// or a volume's number does. One on another spine does not, however near it is.
    func isCrossed(by line: SpineLine) -> Bool {
        let way = line.center - center
        let beyond = max(0, abs(Point.dot(way, direction)) - length / 2)
        let extent = direction.distanceAcross(line.direction) * line.length
        return direction.distanceAcross(way) < max(extent, width) / 2 + Self.slope * beyond
    }
}
