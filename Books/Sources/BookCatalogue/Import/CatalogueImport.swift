import BookMatching
import CZlib
import Foundation
import GRDB

/// Where books are imported from. Each file may be compressed with gzip.
public enum ImportSource: Sendable, Equatable {
    /// A CSV file as RFC 4180 describes it, in UTF-8. Its first line names the columns: `title`, `author` and `isbn`, in
    /// any order; others are skipped.
    case csv(URL)
    /// Dumps of Open Library: editions, with the authors' and works' dumps that tell who wrote them, or one of all kinds,
    /// in any order. Deleted and redirected records are skipped.
    case openLibrary([URL])
    /// Books that the program has.
    case books([CatalogueBook])
}

/// What becomes of the books that a catalogue has when others are imported.
public enum ImportMode: Sendable {
    /// They stay, but for those that the import brings again: with the same ISBN, or without an ISBN and with the same
    /// title and author. Within one import nothing is replaced: an inventory lists copies, and volumes under one ISBN.
    case add
    /// They go.
    case replaceAll
}

/// How far an import has come.
public struct ImportProgress: Sendable, Equatable {
    /// Bytes of the files that are done, as they lie on the disk. Dumps of Open Library are read twice.
    public var bytesRead: Int64 = 0
    /// All bytes that are to be read.
    public var bytesTotal: Int64 = 0
    /// Books that were imported.
    public var books = 0
    /// Lines that were skipped because of what they say.
    public var badLines = 0
}

/// A line that was not imported as it stands.
public struct BadLine: Sendable, Equatable, CustomStringConvertible {
    /// The file's name.
    public var file: String
    /// The number of the line, from 1; of a record of several lines the first one.
    public var line: Int
    /// What is wrong with it.
    public var reason: String

    /// "books.csv, line 7: reason".
    public var description: String { "\(file), line \(line): \(reason)" }
}

/// What came of an import.
public struct ImportReport: Sendable, Equatable {
    /// Books that were imported.
    public var books = 0
    /// How many lines were skipped because of what they say.
    public var badLines = 0
    /// How many books were imported without their ISBN, because it is none.
    public var badISBNs = 0
    /// The first twenty of both, in the order of the files.
    public var examples: [BadLine] = []
    /// How many books the catalogue has now.
    public var bookCount = 0

    static let mostExamples = 20
}

extension BookCatalogue {
    /// Imports books; the catalogue changes only when all of them are in.
    ///
    /// Memory does not grow with the files. If the import fails, or the process ends, the catalogue is as it was.
    /// - Parameter progress: is called on the calling thread every few thousand lines; what it throws ends the import.
    /// - Throws: ``BookCatalogueError``, GRDB's `DatabaseError` (a full disk among them), or what `progress` throws.
    @discardableResult
    public func importBooks(
        from source: ImportSource,
        mode: ImportMode = .add,
        progress: (ImportProgress) throws -> Void = { _ in }
    ) throws -> ImportReport {
        let staged = try stage(keepsBooks: mode == .add)
        let report = try staged.queue.writeWithoutTransaction { db in
            try withoutActuallyEscaping(progress) { progress in
                var session = try ImportSession(db, progress)
                switch source {
                case .csv(let url): try CSVImport(url).run(&session)
                case .openLibrary(let urls): try OpenLibraryImport(urls).run(&session)
                case .books(let books): for book in books { try session.add(book) }
                }
                return try session.finish()
            }
        }
        try adopt(staged)
        return report
    }
}

/// One import: books go in, batches are committed, progress is told, bad lines are counted.
struct ImportSession {
    let db: Database
    private(set) var report = ImportReport()
    /// The bytes that the files have in all.
    var bytesTotal: Int64 = 0

    private var writer: CatalogueWriter
    private let progress: (ImportProgress) throws -> Void
    private var lines = 0

    private static let batch = 5000

    init(_ db: Database, _ progress: @escaping (ImportProgress) throws -> Void) throws {
        self.db = db
        self.progress = progress
        try db.beginTransaction()
        writer = try CatalogueWriter(db)
    }

    /// Adds a book whose ISBN is text.
    mutating func add(title: String, author: String, isbn: String, file: String, line: Int) throws {
        let text = isbn.trimmingCharacters(in: .whitespaces)
        let number = ISBN(text)
        let hasTitle = !BookWords(CatalogueBook(title: title, author: "")).main.isEmpty
        guard hasTitle || number != nil else {
            return skip(file, line, "it has neither a title nor an ISBN")
        }
        if number == nil, !text.isEmpty {
            report.badISBNs += 1
            record(file, line, "\"\(text.prefix(40))\" is no ISBN; the book was imported without it")
        }
        try add(CatalogueBook(title: title, author: author, isbn: number))
    }

    /// Adds a book.
    mutating func add(_ book: CatalogueBook) throws {
        try writer.add(book)
        report.books += 1
    }

    /// Counts a line that cannot be imported.
    mutating func skip(_ file: String, _ line: Int, _ reason: String) {
        report.badLines += 1
        record(file, line, reason)
    }

    private mutating func record(_ file: String, _ line: Int, _ reason: String) {
        guard report.examples.count < ImportReport.mostExamples else { return }
        report.examples.append(BadLine(file: file, line: line, reason: reason))
    }

    /// To be called after each line.
    mutating func didRead(_ bytes: Int64) throws {
        lines += 1
        guard lines.isMultiple(of: Self.batch) else { return }
        try db.commit()
        try db.beginTransaction()
        try reportProgress(bytes)
    }

    mutating func finish() throws -> ImportReport {
        try reportProgress(bytesTotal)
        try writer.finish()
        try db.commit()
        report.bookCount = try CatalogueReader(db).bookCount
        return report
    }

    private func reportProgress(_ bytes: Int64) throws {
        try progress(
            ImportProgress(
                bytesRead: bytes,
                bytesTotal: bytesTotal,
                books: report.books,
                badLines: report.badLines
            )
        )
    }
}

/// A file that is read from its start to its end, byte by byte; one that is compressed with gzip as what it holds.
struct InputFile: ~Copyable {
    let url: URL
    /// The number of bytes on the disk.
    let size: Int64

    private let file: gzFile
    private var buffer: [UInt8]
    private var next = 0
    private var end = 0
    /// Bytes to be read again, the last one first.
    private var returned: [UInt8] = []

    private static let bufferSize = 256 << 10

    /// - Throws: ``BookCatalogueError/unreadable(path:reason:)``.
    init(_ url: URL) throws {
        let size = try Self.size(url)
        guard let file = gzopen(url.path, "rb") else {
            throw BookCatalogueError.unreadable(path: url.path, reason: String(cString: strerror(errno)))
        }
        (self.url, self.size, self.file) = (url, size, file)
        buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    }

    deinit { gzclose(file) }

    static func size(_ url: URL) throws -> Int64 {
        do {
            let values = try FileManager.default.attributesOfItem(atPath: url.path)
            guard values[.type] as? FileAttributeType != .typeDirectory else {
                throw BookCatalogueError.unreadable(path: url.path, reason: "it is a folder")
            }
            return (values[.size] as? NSNumber)?.int64Value ?? 0
        } catch let error as BookCatalogueError {
            throw error
        } catch {
            throw BookCatalogueError.unreadable(path: url.path, reason: error.localizedDescription)
        }
    }

    /// How many of the file's bytes on the disk were read.
    var bytesRead: Int64 { min(size, max(0, Int64(gzoffset(file)))) }

    /// - Returns: `nil` at the end.
    mutating func readByte() throws -> UInt8? {
        if let byte = returned.popLast() { return byte }
        if next == end { try fill() }
        guard next < end else { return nil }
        next += 1
        return buffer[next - 1]
    }

    /// Lets some bytes be read again.
    mutating func unread(_ bytes: some BidirectionalCollection<UInt8>) {
        returned.append(contentsOf: bytes.reversed())
    }

    /// Appends what comes before the next line feed, and skips the line feed.
    /// - Parameter limit: what is beyond it is dropped.
    /// - Returns: whether there was a line.
    mutating func readLine(into line: inout [UInt8], limit: Int) throws -> Bool {
        line.removeAll(keepingCapacity: true)
        var isLine = false
        while true {
            if next == end { try fill() }
            guard next < end else { return isLine }
            isLine = true
            let stop = buffer[next..<end].firstIndex(of: UInt8(ascii: "\n"))
            line.append(contentsOf: buffer[next..<(stop ?? end)].prefix(max(0, limit - line.count)))
            next = stop.map { $0 + 1 } ?? end
            if stop != nil { return true }
        }
    }

    private mutating func fill() throws {
        let count = buffer.withUnsafeMutableBytes { gzread(file, $0.baseAddress, UInt32($0.count)) }
        (next, end) = (0, max(0, Int(count)))
        var code: Int32 = 0
        let message = gzerror(file, &code)
        // A compressed file that ends too early is told by the code alone.
        guard count < 0 || code == Z_BUF_ERROR else { return }
        let reason = message.map { String(cString: $0) } ?? "error \(code)"
        throw BookCatalogueError.unreadable(path: url.path, reason: reason)
    }
}
