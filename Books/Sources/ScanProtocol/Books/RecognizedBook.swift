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
