/// A place in an image, in pixels from its upper left corner.
public struct TextPoint: Hashable, Sendable, Codable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        (self.x, self.y) = (x, y)
    }

    static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y) }
    static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y) }
    static func * (a: Self, factor: Double) -> Self { Self(a.x * factor, a.y * factor) }

    /// The area that two vectors span; positive if `b` lies clockwise from `a`, as y goes down.
    static func cross(_ a: Self, _ b: Self) -> Double { a.x * b.y - a.y * b.x }
    static func dot(_ a: Self, _ b: Self) -> Double { a.x * b.x + a.y * b.y }

    /// The length of the vector that ends here.
    var length: Double { (x * x + y * y).squareRoot() }
}
