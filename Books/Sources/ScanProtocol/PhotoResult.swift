/// What was recognised in one photo.
///
/// In JSON `{"photo", "books"}`; `recognizer` and `tokens` are there when they are known.
public struct PhotoResult: Sendable, Hashable, Codable {
    /// The photo's name as its sender gave it, or the path of a photo that was read from a file.
    public var photo: String
    /// The books, in the order in which they stand in the photo.
    public var books: [RecognizedBook]
    /// The name of the recogniser, for example of a model.
    public var recognizer: String?
    /// What the photo costs a vision model (R-PHOTO-3).
    public var tokens: TokenUsage?

    /// Makes a result.
    public init(photo: String, books: [RecognizedBook], recognizer: String? = nil, tokens: TokenUsage? = nil) {
        self.photo = photo
        self.books = books
        self.recognizer = recognizer
        self.tokens = tokens
    }
}

/// A book that was found in a photo.
///
/// A book that no catalogue knows is one too: its title is then the text as it was read, and its author is empty.
public struct RecognizedBook: Sendable, Hashable, Codable {
    /// The title.
    public var title: String
    /// The author; empty when unknown.
    public var author: String
    /// The ISBN, if the photo or the catalogue tells one. In JSON `null` when unknown.
    public var isbn: String?
    /// How sure the recogniser is, from 0 to 1.
    public var score: Double
    /// Whether the score is high enough that nobody has to be asked.
    public var accepted: Bool
    /// The lines of text that were read on the book.
    public var text: [String]
    /// Where the book is in the photo.
    public var box: Quadrilateral

    /// Makes a book.
    public init(
        title: String,
        author: String,
        isbn: String? = nil,
        score: Double,
        accepted: Bool,
        text: [String],
        box: Quadrilateral
    ) {
        self.title = title
        self.author = author
        self.isbn = isbn
        self.score = score
        self.accepted = accepted
        self.text = text
        self.box = box
    }

    private enum CodingKeys: String, CodingKey {
        case title, author, isbn, score, accepted, text, box
    }

    /// Reads a book; throws `DecodingError` also for a score outside of 0 to 1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        author = try container.decode(String.self, forKey: .author)
        isbn = try container.decodeIfPresent(String.self, forKey: .isbn)
        score = try container.decode(Double.self, forKey: .score)
        accepted = try container.decode(Bool.self, forKey: .accepted)
        text = try container.decode([String].self, forKey: .text)
        box = try container.decode(Quadrilateral.self, forKey: .box)
        guard (0...1).contains(score) else {
            throw DecodingError.dataCorruptedError(
                forKey: .score,
                in: container,
                debugDescription: "A score is from 0 to 1."
            )
        }
    }

    /// Writes every member, so that readers find the same columns in each book.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(author, forKey: .author)
        try container.encode(isbn, forKey: .isbn)
        try container.encode(score, forKey: .score)
        try container.encode(accepted, forKey: .accepted)
        try container.encode(text, forKey: .text)
        try container.encode(box, forKey: .box)
    }
}

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

/// What a photo costs a vision model, in tokens: what the published rules say, and what a model reported.
public struct TokenUsage: Sendable, Hashable, Codable {
    /// The number of tokens by one published rule.
    public struct Estimate: Sendable, Hashable, Codable {
        /// The rule's name.
        public var rule: String
        /// The number of tokens.
        public var tokens: Int

        /// Makes an estimate.
        public init(rule: String, tokens: Int) {
            self.rule = rule
            self.tokens = tokens
        }
    }

    /// One estimate per rule.
    public var estimates: [Estimate]
    /// What the model said that it took; nil when no model was asked.
    public var reported: Int?

    /// Makes a usage.
    public init(estimates: [Estimate], reported: Int? = nil) {
        self.estimates = estimates
        self.reported = reported
    }
}
