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
