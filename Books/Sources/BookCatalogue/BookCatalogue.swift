import BookMatching
import Foundation
@_spi(Pinhole) import FoundationExtras
import GRDB
import Synchronization

/// A catalogue of books in a SQLite database, which shelves are compared with.
///
/// A catalogue's file is never changed: an import writes another file and puts it in the place of the old one. A process
/// that has the catalogue open sees the new one at its next reading. May be used from any thread; readings run side by
/// side, unless the catalogue is a temporary one.
public final class BookCatalogue: Sendable {
    /// `nil` for a temporary catalogue.
    public let url: URL?

    private let connection: Mutex<Connection>

    private struct Connection {
        var reader: any DatabaseReader
        /// Which file the connection has open.
        var file: FileIdentity?
    }

    /// Opens a catalogue, or makes an empty one if there is no such file.
    /// - Throws: ``BookCatalogueError`` for a file that is no catalogue; GRDB's `DatabaseError` for one that is damaged
    ///   or cannot be opened.
    public init(at url: URL) throws {
        self.url = url
        if !FileManager.default.fileExists(atPath: url.path) {
            try StagedCatalogue(replacing: url).publish()
        }
        connection = Mutex(try Self.open(url))
    }

    /// Makes an empty catalogue in a file that SQLite keeps for itself, and that is gone with this object.
    public init() throws {
        url = nil
        connection = Mutex(Connection(reader: try StagedCatalogue.temporary().queue, file: nil))
    }

    private static func open(_ url: URL) throws -> Connection {
        let file = FileIdentity(url)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { try CatalogueSchema.check($0) }
        return Connection(reader: try DatabasePool(path: url.path, configuration: configuration), file: file)
    }

    /// Asks the catalogue; during one reading it does not change.
    /// - Parameter body: the reader must not be used after it.
    public func read<Result>(_ body: (CatalogueReader) throws -> Result) throws -> Result {
        try currentReader().read { try body(CatalogueReader($0)) }
    }

    /// The books on a shelf.
    public func books(on shelf: ShelfReading) throws -> [ShelfBook] {
        try read { try shelf.books(in: $0) }
    }

    /// The first book with an ISBN.
    public func book(isbn: ISBN) throws -> CatalogueBook? {
        try read { try $0.book(isbn: isbn)?.book }
    }

    /// How many books the catalogue has.
    public var bookCount: Int {
        get throws { try read { try $0.bookCount } }
    }

    /// The connection to the file that lies at the catalogue's path now.
    private func currentReader() throws -> any DatabaseReader {
        try connection.withLock { connection in
            if let url, let file = FileIdentity(url), file != connection.file { connection = try Self.open(url) }
            return connection.reader
        }
    }

    /// A catalogue to be filled that replaces this one when it is complete.
    /// - Parameter keepsBooks: whether it begins with this catalogue's books.
    func stage(keepsBooks: Bool) throws -> StagedCatalogue {
        let staged = try url.map(StagedCatalogue.init(replacing:)) ?? StagedCatalogue.temporary()
        if keepsBooks { try currentReader().backup(to: staged.queue) }
        return staged
    }

    /// Replaces this catalogue.
    func adopt(_ staged: StagedCatalogue) throws {
        if url != nil {
            try staged.publish()
        } else {
            connection.withLock { $0 = Connection(reader: staged.queue, file: nil) }
        }
    }
}

/// Why a catalogue cannot be used.
public enum BookCatalogueError: Error, Equatable, CustomStringConvertible {
    /// The file is a database, but not of a catalogue.
    case notACatalogue
    /// The catalogue was written by another version of the program; its number.
    case otherVersion(Int)
    /// Another import into the same catalogue is running.
    case importIsRunning
    /// A file that was to be imported cannot be read; its path and the reason.
    case unreadable(path: String, reason: String)
    /// A CSV file lacks a column; its name.
    case missingColumn(String)
    /// A system call failed; what was tried, and `errno`.
    case system(operation: String, errno: Int32)

    /// The reason in one English sentence.
    public var description: String {
        switch self {
        case .notACatalogue: "The file is not a book catalogue."
        case .otherVersion(let version): "The catalogue has version \(version), which this program does not know."
        case .importIsRunning: "Another import into this catalogue is running."
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
        case .missingColumn(let name): "The first line of the CSV file names no column \"\(name)\"."
        case .system(let operation, let errno): "\(operation) failed with error \(errno)."
        }
    }
}

/// The tables of a catalogue's database.
///
/// - `book`: the rows as they were imported. `id` is a ``BookMatching/BookID``. `isbn` is the number of 13 digits.
///   `work` is a hash of what two editions have in common. `run` is the import that the row came with.
/// - `search`: the rows' folded words, in FTS5. The words are folded before they are stored, so the tokenizer only splits
///   at blanks. A row's label stands in it behind an equals sign, which no word has.
/// - `vocabulary`: in how many books each term stands.
/// - `trigram`: the words of the vocabulary by three letters in a row and by their length.
/// - `info`: one row of counts.
enum CatalogueSchema {
    /// Marks a SQLite file as a catalogue: "PhBC".
    static let applicationID: Int32 = 0x5068_4243
    /// Changes with the tables, and with the way words are folded.
    static let version: Int32 = 1

    static let labelMark = "="

    static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                CREATE TABLE info (books INTEGER NOT NULL, lastRow INTEGER NOT NULL, lastRun INTEGER NOT NULL);
                INSERT INTO info VALUES (0, 0, 0);
                CREATE TABLE book (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    author TEXT NOT NULL,
                    isbn INTEGER,
                    work INTEGER NOT NULL,
                    run INTEGER NOT NULL
                );
                CREATE VIRTUAL TABLE search USING fts5(
                    title, surname, given, label,
                    content = '', columnsize = 0, detail = column, tokenize = "ascii tokenchars '\(labelMark)'"
                );
                CREATE VIRTUAL TABLE searchTerm USING fts5vocab(search, row);
                CREATE VIRTUAL TABLE searchInstance USING fts5vocab(search, instance);
                """
        )
        try createDerivedTables(db)
        try createIndexes(db)
    }

    /// The tables that are made anew after each import.
    static func createDerivedTables(_ db: Database) throws {
        try db.execute(
            sql: """
                DROP TABLE IF EXISTS vocabulary;
                DROP TABLE IF EXISTS trigram;
                CREATE TABLE vocabulary (term TEXT PRIMARY KEY, books INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE trigram (
                    trigram INTEGER NOT NULL, letters INTEGER NOT NULL, words BLOB NOT NULL,
                    UNIQUE (trigram, letters)
                );
                """
        )
    }

    static func createIndexes(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE INDEX IF NOT EXISTS bookISBN ON book (isbn) WHERE isbn IS NOT NULL;
                CREATE INDEX IF NOT EXISTS bookWork ON book (work);
                """
        )
    }

    static func dropIndexes(_ db: Database) throws {
        try db.execute(sql: "DROP INDEX IF EXISTS bookISBN; DROP INDEX IF EXISTS bookWork;")
    }

    /// - Throws: ``BookCatalogueError`` if the file is no catalogue, or one of another version.
    static func check(_ db: Database) throws {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        guard id == applicationID else { throw BookCatalogueError.notACatalogue }
        let found = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard found == version else { throw BookCatalogueError.otherVersion(Int(found)) }
    }

    /// A hash that stays the same from one run of the program to the next (FNV-1a).
    static func hash(_ work: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in work.utf8 {
            hash ^= UInt64(byte)
            hash &*= 0x100_0000_01b3
        }
        return Int64(bitPattern: hash)
    }
}
