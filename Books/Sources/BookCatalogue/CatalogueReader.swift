import BookMatching
import GRDB

/// A catalogue as it is during one reading. Not to be used after it.
public struct CatalogueReader: BookRecords, BookSearch, VocabularyIndex, WordFrequencies {
    private let db: Database

    /// More rows of one work than this are counted no further.
    private static let mostEditions = 1000

    init(_ db: Database) {
        self.db = db
    }

    /// How many books there are.
    public var bookCount: Int {
        get throws { try Int.fetchOne(db, sql: "SELECT books FROM info") ?? 0 }
    }

    /// How many books have a word, folded, in title, subtitle or author.
    public func bookCount(having word: String) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT books FROM vocabulary WHERE term = ?")
        return try Int.fetchOne(statement, arguments: [word]) ?? 0
    }

    /// How many books have these letters on a library's label.
    public func bookCount(labelled letters: String) throws -> Int {
        try bookCount(having: CatalogueSchema.labelMark + letters)
    }

    /// Whether a word is part of an author's surname.
    public func isSurname(_ word: String) throws -> Bool {
        try !rows(matching: Self.query(column: "surname", [word]), limit: 1).isEmpty
    }

    /// The words of four letters and more that have a trigram, in UTF-8, a blank after each.
    public func words(having trigram: Trigram, letters: ClosedRange<Int>) throws -> [UInt8] {
        let statement = try db.cachedStatement(
            sql: "SELECT words FROM trigram WHERE trigram = ? AND letters BETWEEN ? AND ?"
        )
        let rows = try Row.fetchCursor(
            statement,
            arguments: [trigram.rawValue, letters.lowerBound, letters.upperBound]
        )
        var words: [UInt8] = []
        while let row = try rows.next() {
            try row.withUnsafeData(atIndex: 0) { if let data = $0 { words.append(contentsOf: data) } }
        }
        return words
    }

    /// Everything that has a word, in the order of the catalogue.
    public func occurrences(of word: String) throws -> [WordOccurrence] {
        let statement = try db.cachedStatement(sql: "SELECT doc, col = 'title' FROM searchInstance WHERE term = ?")
        let rows = try Row.fetchCursor(statement, arguments: [word])
        var occurrences: [WordOccurrence] = []
        while let row = try rows.next() {
            let occurrence = WordOccurrence(book: BookID(rawValue: row[0]), isInTitle: row[1])
            // Surname and other names are two columns.
            if occurrence != occurrences.last { occurrences.append(occurrence) }
        }
        return occurrences
    }

    /// Books that have some words in the title and some in the author's name.
    public func books(title: [String], author: [String], limit: Int) throws -> [BookID] {
        var queries: [String] = []
        if !title.isEmpty { queries.append(Self.query(column: "title", title)) }
        if !author.isEmpty { queries.append(Self.query(column: "surname given", author)) }
        guard !queries.isEmpty else { return [] }
        return try rows(matching: queries.joined(separator: " AND "), limit: limit)
    }

    /// A book that a search returned.
    public func book(_ id: BookID) throws -> CatalogueBook {
        let statement = try db.cachedStatement(sql: "SELECT title, author, isbn FROM book WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id.rawValue]) else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "The index names book \(id.row), which is missing."
            )
        }
        return Self.book(row)
    }

    /// The first book of the catalogue with an ISBN.
    public func book(isbn: ISBN) throws -> (id: BookID, book: CatalogueBook)? {
        let sql = "SELECT title, author, isbn, id FROM book WHERE isbn = ? ORDER BY id LIMIT 1"
        let row = try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: [isbn.number])
        return row.map { (BookID(rawValue: $0[3]), Self.book($0)) }
    }

    /// How many books have the same title and author.
    public func editionCount(of words: BookWords) throws -> Int {
        let work = words.work
        let sql = "SELECT title, author, isbn FROM book WHERE work = ? LIMIT \(Self.mostEditions)"
        let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: [CatalogueSchema.hash(work)])
        var count = 0
        while let row = try rows.next() {
            if BookWords(Self.book(row)).work == work { count += 1 }
        }
        return count
    }

    /// All books, in the order of the catalogue.
    func allBooks() throws -> [CatalogueBook] {
        try Row.fetchAll(db, sql: "SELECT title, author, isbn FROM book ORDER BY id").map(Self.book)
    }

    private func rows(matching query: String, limit: Int) throws -> [BookID] {
        let statement = try db.cachedStatement(sql: "SELECT rowid FROM search WHERE search MATCH ? LIMIT ?")
        return try Int64.fetchAll(statement, arguments: [query, limit]).map(BookID.init(rawValue:))
    }

    /// All of some words in some columns. Folded words consist of letters and digits, so nothing in them is syntax.
    private static func query(column: String, _ words: [String]) -> String {
        "(" + words.map { "{\(column)} : \"\($0)\"" }.joined(separator: " AND ") + ")"
    }

    private static func book(_ row: Row) -> CatalogueBook {
        let isbn: Int64? = row[2]
        return CatalogueBook(title: row[0], author: row[1], isbn: isbn.flatMap(ISBN.init(number:)))
    }
}
