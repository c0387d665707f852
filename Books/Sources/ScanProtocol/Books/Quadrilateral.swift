/// The outline of a book or text in a photo: four corners, clockwise as seen, from the corner where its text begins.
///
/// A spine whose text runs downwards therefore begins at its upper right corner. In JSON it is a list of four points.
public struct Quadrilateral: Sendable, Hashable, Codable {
    /// Where the text begins, at the top of its letters.
    public var topLeft: PixelPoint
    /// Where the text ends, at the top of its letters.
    public var topRight: PixelPoint
    /// Where the text ends, at the foot of its letters.
    public var bottomRight: PixelPoint
    /// Where the text begins, at the foot of its letters.
    public var bottomLeft: PixelPoint

    /// The four corners in the order of the JSON.
    public var points: [PixelPoint] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// Makes an outline.
    public init(topLeft: PixelPoint, topRight: PixelPoint, bottomRight: PixelPoint, bottomLeft: PixelPoint) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// Reads a list of four points; throws `DecodingError` for any other number of them.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        topLeft = try container.decode(PixelPoint.self)
        topRight = try container.decode(PixelPoint.self)
        bottomRight = try container.decode(PixelPoint.self)
        bottomLeft = try container.decode(PixelPoint.self)
        guard container.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "An outline has four points.")
        }
    }

    /// Writes a list of four points.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for point in points { try container.encode(point) }
    }
}
