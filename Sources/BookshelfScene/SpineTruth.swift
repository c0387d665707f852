import KnownBooks

/// A point in pixels; the origin is the picture's upper left corner, y grows downward.
public struct ImagePoint: Sendable, Hashable, Codable {
    /// Pixels from the left.
    public var x: Double
    /// Pixels from the top.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// How a spine's text runs in the picture.
public enum ReadingDirection: String, Sendable, Hashable, Codable, CaseIterable {
    /// The letters' feet point to the left, as English and Scandinavian publishers print.
    case topToBottom
    /// The letters' feet point to the right, as many French, Spanish and German publishers print.
    case bottomToTop
    /// The book lies, and its text is upright.
    case leftToRight
}

/// What a drawn spine is in truth.
public struct SpineTruth: Sendable, Hashable, Codable {
    /// The book.
    public var book: KnownBook
    /// The title as printed: its lines, in capitals if printed so, without a subtitle that found no room.
    public var printedTitle: [String]
    /// The author as printed: the lines.
    public var printedAuthor: [String]
    /// The four corners of the spine in pixels: first the head's left corner of a standing book, seen from the front,
    /// then clockwise round the book. A lying book's head is on the left, so its first corner is the lower left one.
    public var corners: [ImagePoint]
    /// Whether the book stands, leaning or not; otherwise it lies.
    public var isUpright: Bool
    /// How the text runs.
    public var readingDirection: ReadingDirection
}
