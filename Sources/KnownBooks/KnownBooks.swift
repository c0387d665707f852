import Foundation
import SwiftCSV

/// Well-known books, as facts: titles and authors of many languages in Latin script, classics and modern ones.
public enum KnownBooks {
    /// The list's file: CSV with the columns `title,author,isbn`.
    public static var file: URL { Bundle.module.bundleURL.appending(path: "books.csv") }

    /// Reads the list.
    ///
    /// - Throws: `KnownBooksError` when the resource is missing or damaged.
    public static func load() throws(KnownBooksError) -> [KnownBook] {
        try read(file)
    }

    /// Reads a list of books with the columns `title,author,isbn`.
    ///
    /// - Throws: `KnownBooksError` with the line at fault.
    public static func read(_ url: URL) throws(KnownBooksError) -> [KnownBook] {
        let csv: CSV<Enumerated>
        do {
            csv = try CSV<Enumerated>(url: url, delimiter: .comma, loadColumns: false)
        } catch {
            throw KnownBooksError(reason: "\(url.path): \(error)")
        }
        guard csv.header == ["title", "author", "isbn"] else {
            throw KnownBooksError(reason: "\(url.path): the columns are not title,author,isbn")
        }
        var books: [KnownBook] = []
        for (index, row) in csv.rows.enumerated() {
            guard row.count == 3, !row[0].isEmpty else {
                throw KnownBooksError(reason: "\(url.path): record \(index + 2) does not have three fields")
            }
            books.append(KnownBook(title: row[0], author: row[1], isbn: row[2]))
        }
        return books
    }

    /// Reads a list of books whose columns `title` and `author` stand among others.
    ///
    /// - Throws: `KnownBooksError`.
    public static func readTitles(_ url: URL) throws(KnownBooksError) -> [KnownBook] {
        let csv: CSV<Named>
        do {
            csv = try CSV<Named>(url: url, delimiter: .comma, loadColumns: false)
        } catch {
            throw KnownBooksError(reason: "\(url.path): \(error)")
        }
        return csv.rows.map { KnownBook(title: $0["title"] ?? "", author: $0["author"] ?? "") }.filter {
            !$0.title.isEmpty
        }
    }
}
