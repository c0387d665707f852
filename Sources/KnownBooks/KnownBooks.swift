public import Foundation

/// Well-known books, as facts: titles and authors of many languages in Latin script, classics and modern ones.
public enum KnownBooks {
    /// The list's file: an array of JSON objects with `title`, `author` and `isbn`, a line each.
    public static var file: URL { Bundle.module.bundleURL.appending(path: "books.json") }

    /// Reads the list.
    ///
    /// - Throws: `KnownBooksError` when the resource is missing or damaged.
    public static func load() throws(KnownBooksError) -> [KnownBook] {
        try read(file)
    }

    /// Reads a list of books: an array of JSON objects with `title`, `author` and `isbn`.
    ///
    /// - Throws: `KnownBooksError` with the record at fault.
    public static func read(_ url: URL) throws(KnownBooksError) -> [KnownBook] {
        let books: [KnownBook]
        do {
            books = try JSONDecoder().decode([KnownBook].self, from: Data(contentsOf: url))
        } catch {
            throw KnownBooksError(reason: "\(url.path): \(error)")
        }
        if let number = books.firstIndex(where: \.title.isEmpty) {
            throw KnownBooksError(reason: "\(url.path): record \(number + 1) has no title")
        }
        return books
    }
}

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

/// Why a list of books cannot be read.
public struct KnownBooksError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, and where.
    public var reason: String

    /// One line for people.
    public var description: String { "The list of books cannot be read: \(reason)" }
}
