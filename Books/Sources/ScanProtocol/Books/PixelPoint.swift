/// A point of a photo: pixels from the left and upper edge of the upright photo. In JSON it is `[x, y]`.
public struct PixelPoint: Sendable, Hashable, Codable {
    /// Pixels from the left edge.
    public var x: Double
    /// Pixels from the upper edge.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Reads `[x, y]`; throws `DecodingError` for anything but two finite numbers.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        x = try container.decode(Double.self)
        y = try container.decode(Double.self)
        guard container.isAtEnd, x.isFinite, y.isFinite else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A point is two finite numbers.")
        }
    }

    /// Writes `[x, y]`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(x)
        try container.encode(y)
    }
}
