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

/// A book as a catalogue lists it.
public struct CatalogueBook: Sendable, Equatable {
    /// Title and subtitle, as in "Title : subtitle".
    public var title: String
    /// "Surname, Name" or "Name Surname"; empty if unknown.
    public var author: String
    /// `nil` if unknown.
    public var isbn: ISBN?

    /// A book with its title, its author as "Surname, Name" or "Name Surname", and its ISBN.
    public init(title: String, author: String, isbn: ISBN? = nil) {
        (self.title, self.author, self.isbn) = (title, author, isbn)
    }
}

/// The words that stand for a book on a spine, folded.
public struct BookWords: Sendable, Equatable {
    /// The title up to where the subtitle begins: what spines show.
    public let main: [String]
    /// The rest of the title.
    public let subtitle: [String]
    /// The author's surname.
    public let surname: [String]
    /// The author's other names.
    public let given: [String]

    /// Longer titles are no titles; only so many of their words count.
    private static let mostWords = 100

    /// The words of a catalogue's book.
    public init(_ book: CatalogueBook) {
        let (main, subtitle) = Self.parts(Array(book.title.unicodeScalars)[...])
        let (surname, given) = Self.names(Array(book.author.unicodeScalars))
        self.main = Array(main.prefix(Self.mostWords))
        self.subtitle = Array(subtitle.prefix(Self.mostWords))
        self.surname = Array(surname.prefix(Self.mostWords))
        self.given = Array(given.prefix(Self.mostWords))
    }

    /// What two editions of a book have in common.
    public var work: String {
        [
            main.joined(separator: " "), subtitle.joined(separator: " "),
            (surname + given).sorted().joined(separator: " "),
        ]
        .joined(separator: "\u{1F}")
    }

    /// What a library would write on its label: the first three letters of the surname, or of the title without an author.
    public var labelLetters: String {
        let letters = surname.isEmpty ? main.joined() : surname.joined()
        return String(String.UnicodeScalarView(letters.unicodeScalars.prefix(3)))
    }
}

extension BookWords {
    private typealias Text = ArraySlice<Unicode.Scalar>

    /// A subtitle begins after " : ", " / ", " ; ", " = " or ": ", or is what stands in brackets at the end.
    private static func parts(_ title: Text) -> ([String], [String]) {
        let bracket = bracketAtEnd(title)
        let head = bracket.map { title[..<$0.start] } ?? title
        var main: [String]
        var subtitle: [String] = []
        if let cut = subtitleMark(head) {
            main = FoldedText.words(head[..<cut.lowerBound])
            subtitle = FoldedText.words(head[cut.upperBound...])
        } else {
            main = FoldedText.words(head)
        }
        guard !main.isEmpty else { return (FoldedText.words(title), []) }
        if let bracket { subtitle += FoldedText.words(title[bracket.content]) }
        return (main, subtitle)
    }

    /// The brackets that the title ends in, unless they are all there is.
    private static func bracketAtEnd(_ title: Text) -> (start: Int, content: Range<Int>)? {
        guard let end = title.lastIndex(where: { !$0.properties.isWhitespace }), title[end] == ")" || title[end] == "]"
        else { return nil }
        let first = title[..<end].lastIndex(of: ")").map { $0 + 1 } ?? title.startIndex
        guard let open = title[first..<end].firstIndex(where: { $0 == "(" || $0 == "[" }),
            let last = title[..<open].lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return (last + 1, open + 1..<end)
    }

    /// The first mark that parts title and subtitle, with the blanks around it.
    private static func subtitleMark(_ title: Text) -> Range<Int>? {
        for index in title.indices.dropLast() {
            guard title[index] == ":" || title[index] == "/" || title[index] == ";" || title[index] == "=",
                title[index + 1].properties.isWhitespace
            else { continue }
            let start = title[..<index].lastIndex { !$0.properties.isWhitespace }.map { $0 + 1 } ?? title.startIndex
            guard start < index || title[index] == ":" else { continue }
            let end = title[(index + 1)...].firstIndex { !$0.properties.isWhitespace } ?? title.endIndex
            return start..<end
        }
        return nil
    }

    /// "Surname, Name, 1920-1999" or "Name Surname".
    private static func names(_ author: [Unicode.Scalar]) -> ([String], [String]) {
        let plain = withoutYears(withoutBrackets(author[...])[...])
        let parts = plain.split(separator: ",").map(FoldedText.words).filter { !$0.isEmpty }
        guard let first = parts.first else { return ([], []) }
        if parts.count == 1 { return ([first[first.count - 1]], Array(first.dropLast())) }
        return (first, parts.dropFirst().flatMap { $0 })
    }

    private static func withoutBrackets(_ text: Text) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        var rest = text
        while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
            kept += rest[..<open] + [" "]
            rest = rest[(close + 1)...]
        }
        return kept + rest
    }

    /// Without numbers of three or four digits, and the marks of an open or doubtful span of years behind them.
    private static func withoutYears(_ text: Text) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        var index = text.startIndex
        while index < text.endIndex {
            let word = text[index...].prefix(while: isWordScalar)
            index = word.endIndex
            if (3...4).contains(word.count), word.allSatisfy({ "0"..."9" ~= $0 }) {
                kept.append(" ")
                for mark in "?-".unicodeScalars where index < text.endIndex && text[index] == mark { index += 1 }
            } else {
                kept += word
                if word.isEmpty {
                    kept.append(text[index])
                    index += 1
                }
            }
        }
        return kept
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
