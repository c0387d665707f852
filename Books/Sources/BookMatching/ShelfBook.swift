/// A book that stands on a shelf.
public struct ShelfBook: Sendable, Equatable {
    /// As the catalogue has it; of a book that no catalogue knows, as it was read. May be empty.
    public var title: String
    /// As the catalogue has it; of a book that no catalogue knows, as it was read. May be empty.
    public var author: String
    /// `nil` where it is not known, as of a book with several editions.
    public var isbn: ISBN?
    /// How probable it is that this is the book, from 0 to 1; 0 for one that no catalogue knows.
    public var score: Double
    /// Whether it is so sure that nobody needs to be asked.
    public var isAccepted: Bool
    /// The lines of text on its spine.
    public var text: [String]
    /// The four corners around its text or code, in pixels.
    public var box: [SIMD2<Double>]

    /// A book with everything that is known of it.
    public init(
        title: String,
        author: String,
        isbn: ISBN?,
        score: Double,
        isAccepted: Bool,
        text: [String],
        box: [SIMD2<Double>]
    ) {
        (self.title, self.author, self.isbn) = (title, author, isbn)
        (self.score, self.isAccepted, self.text, self.box) = (score, isAccepted, text, box)
    }
}
