/// An ISBN that was read from a bar code in the image.
public struct ReadCode: Sendable, Equatable {
    /// What the code says.
    public var isbn: ISBN
    /// Its four corners in order around it, x and y in pixels from the upper left corner of the image.
    public var corners: [SIMD2<Double>]

    /// An ISBN with the four corners of its code.
    public init(isbn: ISBN, corners: [SIMD2<Double>]) {
        precondition(corners.count == 4, "A code has four corners.")
        (self.isbn, self.corners) = (isbn, corners)
    }
}

/// The area of a code, and which lines stand on the same spine by their places.
struct CodeArea {
    let corners: [Point]
    let center: Point

    init(_ code: ReadCode) {
        corners = code.corners.map { Point(x: $0.x, y: $0.y) }
        center = corners.reduce(Point(x: 0, y: 0), +) * 0.25
    }

    /// How far away a line is whose axis meets the code, in heights of its text; 0 within the code.
    /// - Returns: `nil` for a line that leads past the code.
    func distance(of line: SpineLine) -> Double? {
        let across = Point(x: -line.direction.y, y: line.direction.x)
        let along = extent(line.direction)
        let side = extent(across)
        let position = Point.dot(line.center, line.direction)
        let offset = abs(Point.dot(line.center, across) - (side.lowerBound + side.upperBound) / 2)
        guard offset < max(side.upperBound - side.lowerBound, line.height) / 2 else { return nil }
        let gap = max(along.lowerBound - position, position - along.upperBound) - line.length / 2
        return max(0, gap / line.height)
    }

    /// Whether it is the same code, read twice.
    func isSame(as other: CodeArea) -> Bool {
        let horizontal = extent(Point(x: 1, y: 0))
        let vertical = extent(Point(x: 0, y: 1))
        return horizontal.contains(other.center.x) && vertical.contains(other.center.y)
    }

    private func extent(_ direction: Point) -> ClosedRange<Double> {
        let places = corners.map { Point.dot($0, direction) }
        return (places.min() ?? 0)...(places.max() ?? 0)
    }
}
