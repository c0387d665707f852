import BookMatching
import Foundation
import GRDB

/// Adds the books of one import to a catalogue that nobody else uses yet.
struct CatalogueWriter {
    private let db: Database
    private let run: Int64
    private var lastRow: Int64
    private var bookCount: Int
    /// Whether the catalogue had books before; then each new one may replace some of them.
    private let mayReplace: Bool

    /// - Parameter db: the catalogue's only connection.
    init(_ db: Database) throws {
        self.db = db
        let info = try Row.fetchOne(db, sql: "SELECT books, lastRow, lastRun FROM info")
        guard let info else { throw BookCatalogueError.notACatalogue }
        bookCount = info[0]
        lastRow = info[1]
        run = (info[2] as Int64) + 1
        mayReplace = bookCount > 0
        if !mayReplace { try CatalogueSchema.dropIndexes(db) }
    }

    /// Adds a book. Books of earlier imports with the same ISBN, or without any and with the same title and author, go.
    mutating func add(_ book: CatalogueBook) throws {
        // SQLite's text ends at a NUL.
        let title = book.title.replacing("\0", with: "\u{FFFD}")
        let author = book.author.replacing("\0", with: "\u{FFFD}")
        let words = BookWords(CatalogueBook(title: title, author: author))
        let work = CatalogueSchema.hash(words.work)
        if mayReplace { try removeReplaced(book, work) }
        lastRow += 1
        bookCount += 1
        let id = BookID(row: lastRow, titleWords: words.main.count)
        let insert = try db.cachedStatement(
            sql: "INSERT INTO book (id, title, author, isbn, work, run) VALUES (?, ?, ?, ?, ?, ?)"
        )
        try insert.execute(arguments: [id.rawValue, title, author, book.isbn?.number, work, run])
        let index = try db.cachedStatement(
            sql: "INSERT INTO search (rowid, title, surname, given, label) VALUES (?, ?, ?, ?, ?)"
        )
        try index.execute(arguments: Self.terms(id, words))
    }

    private mutating func removeReplaced(_ book: CatalogueBook, _ work: Int64) throws {
        let condition = book.isbn == nil ? "work = ? AND isbn IS NULL" : "isbn = ?"
        let select = try db.cachedStatement(sql: "SELECT id, title, author FROM book WHERE \(condition) AND run < ?")
        let replaced = try Row.fetchAll(select, arguments: [book.isbn?.number ?? work, run])
        for row in replaced {
            let id = BookID(rawValue: row[0])
            let words = BookWords(CatalogueBook(title: row[1], author: row[2]))
            let remove = try db.cachedStatement(
                sql: """
                    INSERT INTO search (search, rowid, title, surname, given, label) VALUES ('delete', ?, ?, ?, ?, ?)
                    """
            )
            try remove.execute(arguments: Self.terms(id, words))
            try db.cachedStatement(sql: "DELETE FROM book WHERE id = ?").execute(arguments: [id.rawValue])
            bookCount -= 1
        }
    }

    private static func terms(_ id: BookID, _ words: BookWords) -> StatementArguments {
        let label = words.labelLetters.isEmpty ? "" : CatalogueSchema.labelMark + words.labelLetters
        return [
            id.rawValue, (words.main + words.subtitle).joined(separator: " "), words.surname.joined(separator: " "),
            words.given.joined(separator: " "), label,
        ]
    }

    /// Completes what matching needs besides the books: counts, vocabulary, trigrams.
    func finish() throws {
        let info: StatementArguments = [bookCount, lastRow, run]
        try db.execute(sql: "UPDATE info SET books = ?, lastRow = ?, lastRun = ?", arguments: info)
        try CatalogueSchema.createIndexes(db)
        try db.execute(sql: "INSERT INTO search (search) VALUES ('optimize')")
        try CatalogueSchema.createDerivedTables(db)
        try db.execute(sql: "INSERT INTO vocabulary SELECT term, doc FROM searchTerm")
        try TrigramWriter.write(db)
    }
}

/// Writes the index of the vocabulary by trigrams.
struct TrigramWriter {
    private let db: Database
    private var lists: [Key: [UInt8]] = [:]
    private var size = 0

    private struct Key: Hashable {
        var trigram: Trigram
        var letters: Int
    }

    /// Shorter words are not corrected; longer ones are no words.
    private static let letters = 4...40
    /// What is collected in memory before it is appended to the lists of the database, in bytes.
    private static let mostSize = 32 << 20

    private init(_ db: Database) {
        self.db = db
    }

    static func write(_ db: Database) throws {
        var writer = TrigramWriter(db)
        let terms = try String.fetchCursor(db, sql: "SELECT term FROM vocabulary")
        while let term = try terms.next() {
            let count = term.unicodeScalars.count
            guard letters.contains(count), !term.hasPrefix(CatalogueSchema.labelMark) else { continue }
            try writer.add(term, letters: count)
        }
        try writer.flush()
    }

    private mutating func add(_ term: String, letters: Int) throws {
        for trigram in Set(Trigram.all(of: term)) {
            lists[Key(trigram: trigram, letters: letters), default: []] += Array(term.utf8) + [UInt8(ascii: " ")]
            size += term.utf8.count + 1
        }
        if size > Self.mostSize { try flush() }
    }

    private mutating func flush() throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO trigram (trigram, letters, words) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET words = CAST(words || excluded.words AS BLOB)
                """
        )
        for (key, words) in lists {
            try statement.execute(arguments: [key.trigram.rawValue, key.letters, Data(words)])
        }
        lists = [:]
        size = 0
    }
}

/// A catalogue that is being written: a file beside the one that it will replace, or a temporary one.
///
/// The file is written without a journal and without waiting for the disk, for it is worth nothing until it is complete.
/// If the process ends before, the old catalogue is as it was, and the next import removes what was left.
final class StagedCatalogue {
    let queue: DatabaseQueue
    private let target: URL?
    /// Keeps other imports out while it is open.
    private let lock: FileLock?
    private var isPublished = false

    private static let cacheSize = 64_000

    /// - Throws: ``BookCatalogueError/importIsRunning`` while another import replaces the same file.
    convenience init(replacing target: URL) throws {
        let lock = try FileLock(target.appendingPathExtension("lock"))
        let file = Self.file(for: target)
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        do {
            try self.init(path: file.path, target: target, lock: lock)
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    static func temporary() throws -> StagedCatalogue {
        // SQLite keeps a database without a name in a file that is already removed from its folder.
        try StagedCatalogue(path: "", target: nil, lock: nil)
    }

    private init(path: String, target: URL?, lock: FileLock?) throws {
        var configuration = Configuration()
        // An import that fails ends within a transaction. Without a journal nothing can be rolled back, nor must it be:
        // the file is removed.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = OFF;
                    PRAGMA synchronous = OFF;
                    PRAGMA cache_size = -\(Self.cacheSize);
                    """
            )
        }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        (self.target, self.lock) = (target, lock)
        try queue.writeWithoutTransaction(CatalogueSchema.create)
    }

    deinit {
        guard let target, !isPublished else { return }
        try? queue.close()
        try? FileManager.default.removeItem(at: Self.file(for: target))
    }

    /// Puts the file in its place, once all of it is on the disk.
    func publish() throws {
        guard let target else { return }
        try queue.close()
        let file = Self.file(for: target)
        try Self.synchronize(file)
        guard rename(file.path, target.path) == 0 else {
            throw BookCatalogueError.system(operation: "Replacing \(target.path)", errno: errno)
        }
        isPublished = true
        try Self.synchronize(target.deletingLastPathComponent())
    }

    private static func file(for target: URL) -> URL { target.appendingPathExtension("import") }

    /// Waits until a file, or a folder's list of files, is on the disk.
    private static func synchronize(_ url: URL) throws {
        let descriptor = open(url.path, O_RDONLY)
        guard descriptor >= 0 else {
            throw BookCatalogueError.system(operation: "Opening \(url.path)", errno: errno)
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw BookCatalogueError.system(operation: "Writing \(url.path) to the disk", errno: errno)
        }
    }
}

/// A lock between processes, which ends with the object, and with the process.
final class FileLock {
    private let descriptor: Int32

    /// - Parameter url: a file that stays, empty.
    init(_ url: URL) throws {
        // Not the property, for the object that it completes would close it once more when the initializer throws: by then the
        // number may be a descriptor of somebody else's.
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw BookCatalogueError.system(operation: "Opening \(url.path)", errno: errno)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else {
                throw BookCatalogueError.system(operation: "Locking \(url.path)", errno: code)
            }
            throw BookCatalogueError.importIsRunning
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
