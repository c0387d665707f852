import BookCatalogue
import BookMatching
import CommandSupport
import Foundation
import KnownBooks

/// Which catalogue shelves are compared with.
public enum StandardCatalogue {
    /// Where the user's catalogue lies: `$XDG_DATA_HOME/pinhole/catalogue.sqlite`, by default in `~/.local/share`.
    public static func url(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        DataFolder.url(environment: environment).appending(path: "catalogue.sqlite")
    }

    /// Opens the user's catalogue. Where there is none, one is made with a few thousand well-known books.
    /// - Throws: `BookCatalogueError`; GRDB's `DatabaseError`.
    public static func open(at url: URL = url()) throws -> BookCatalogue {
        let isNew = !FileManager.default.fileExists(atPath: url.path)
        if isNew {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
        }
        let catalogue = try BookCatalogue(at: url)
        if isNew { try catalogue.importKnownBooks() }
        return catalogue
    }

    /// A catalogue of a CSV file with the columns `title,author,isbn`, for as long as it is used.
    /// - Throws: `BookCatalogueError`; GRDB's `DatabaseError`.
    public static func temporary(csv url: URL) throws -> (catalogue: BookCatalogue, report: ImportReport) {
        let catalogue = try BookCatalogue()
        return (catalogue, try catalogue.importBooks(from: .csv(url)))
    }
}

extension BookCatalogue {
    /// Imports the books of the list that comes with Pinhole.
    /// - Throws: `KnownBooksError`; GRDB's `DatabaseError`.
    public func importKnownBooks() throws {
        let books = try KnownBooks.load().map {
            CatalogueBook(title: $0.title, author: $0.author, isbn: ISBN($0.isbn))
        }
        try importBooks(from: .books(books))
    }
}
