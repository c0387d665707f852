/// A book, as facts.
public struct KnownBook: Sendable, Hashable, Codable {
    /// The title.
    public var title: String
    /// The author or authors.
    public var author: String
    /// The ISBN of 13 digits, or an empty string when none is known.
    public var isbn: String

    /// Makes a book.
    public init(title: String, author: String, isbn: String = "") {
        self.title = title
        self.author = author
        self.isbn = isbn
    }
}
