/// A book's number in a catalogue.
///
/// It carries how many words the title's main part has, because the rank of every book that shares a word with a shelf
/// depends on it, and reading all these books for it would take longer than the matching.
public struct BookID: Hashable, Sendable, Comparable {
    /// The number of the row, times 64, plus the count of words, 63 at most.
    public let rawValue: Int64

    private static let lengths: Int64 = 64

    /// An identifier that a catalogue stored.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// - Parameters:
    ///   - row: counts the catalogue's books.
    ///   - titleWords: how many words the title's main part has.
    public init(row: Int64, titleWords: Int) {
        rawValue = row * Self.lengths + min(Self.lengths - 1, Int64(titleWords))
    }

    /// The number of the row in the catalogue.
    public var row: Int64 { rawValue / Self.lengths }

    /// How many words the title's main part has, 63 at most.
    public var titleWords: Int { Int(rawValue % Self.lengths) }

    /// Earlier rows first.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// How many of a catalogue's books have a word.
public protocol WordFrequencies {
    /// How many books there are.
    var bookCount: Int { get throws }
    /// How many books have a word, folded, in title, subtitle or author.
    func bookCount(having word: String) throws -> Int
    /// How many books have these letters on a library's label; see ``BookWords/labelLetters``.
    func bookCount(labelled letters: String) throws -> Int
    /// Whether a word is part of an author's surname.
    func isSurname(_ word: String) throws -> Bool
}

/// A catalogue's vocabulary by trigrams.
public protocol VocabularyIndex {
    /// The words of four letters and more that have a trigram.
    /// - Parameter letters: how many the words have.
    /// - Returns: the words in UTF-8, a blank after each.
    func words(having trigram: Trigram, letters: ClosedRange<Int>) throws -> [UInt8]
}

/// Where a word stands in a book's record.
public struct WordOccurrence: Sendable, Equatable {
    /// The book.
    public var book: BookID
    /// Whether it is a word of the title or the subtitle, not of the author.
    public var isInTitle: Bool

    /// The occurrence of a word in a book's title or author.
    public init(book: BookID, isInTitle: Bool) {
        (self.book, self.isInTitle) = (book, isInTitle)
    }
}

/// A catalogue's books by words.
public protocol BookSearch {
    /// Everything that has a word, in the order of the catalogue. Once for the title and once for the author.
    func occurrences(of word: String) throws -> [WordOccurrence]
    /// Books that have some words.
    /// - Parameters:
    ///   - title: all of these stand in the title.
    ///   - author: all of these stand in the author's name.
    ///   - limit: how many books at most.
    func books(title: [String], author: [String], limit: Int) throws -> [BookID]
}

/// A catalogue's books by their numbers.
public protocol BookRecords {
    /// A book that a search returned.
    func book(_ id: BookID) throws -> CatalogueBook
    /// The first book of the catalogue with an ISBN.
    func book(isbn: ISBN) throws -> (id: BookID, book: CatalogueBook)?
    /// How many books have the same title and author; see ``BookWords/work``.
    func editionCount(of words: BookWords) throws -> Int
}

/// All that matching asks of a catalogue. While a shelf is matched the answers must not change.
public typealias ShelfCatalogue = BookRecords & BookSearch & VocabularyIndex & WordFrequencies

/// A catalogue without books: what spines show is all that is known.
struct EmptyCatalogue: ShelfCatalogue {
    let bookCount = 0

    func bookCount(having word: String) -> Int { 0 }
    func bookCount(labelled letters: String) -> Int { 0 }
    func isSurname(_ word: String) -> Bool { false }
    func words(having trigram: Trigram, letters: ClosedRange<Int>) -> [UInt8] { [] }
    func occurrences(of word: String) -> [WordOccurrence] { [] }
    func books(title: [String], author: [String], limit: Int) -> [BookID] { [] }
    func book(isbn: ISBN) -> (id: BookID, book: CatalogueBook)? { nil }
    func editionCount(of words: BookWords) -> Int { 0 }

    func book(_ id: BookID) -> CatalogueBook { preconditionFailure("An empty catalogue returns no book to ask for.") }
}
