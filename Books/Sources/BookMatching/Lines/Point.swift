/// A point, in pixels from the upper left corner.
struct Point: Hashable, Sendable {
    var x: Double
    var y: Double

    static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
    static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
    static func * (a: Self, factor: Double) -> Self { Self(x: a.x * factor, y: a.y * factor) }
    static func dot(_ a: Self, _ b: Self) -> Double { a.x * b.x + a.y * b.y }

    /// How far another vector leads away from the line along this one, which has length 1.
    func distanceAcross(_ other: Self) -> Double { abs(x * other.y - y * other.x) }
    var length: Double { Self.dot(self, self).squareRoot() }
}
