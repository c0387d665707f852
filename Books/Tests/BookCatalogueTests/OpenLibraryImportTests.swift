import BookMatching
import Foundation
import Testing

@testable import BookCatalogue

@Suite struct OpenLibraryImportTests {
    private static func line(_ type: String, _ key: String, _ json: String) -> String {
        "/type/\(type)\t\(key)\t3\t2024-01-02T03:04:05.678\t\(json)\n"
    }

    private static let authors =
        line("author", "/authors/OL1A", #"{"key": "/authors/OL1A", "name": "Ana Roca", "bio": {"value": "x\ty"}}"#)
        + line("author", "/authors/OL2A", #"{"name": "Oruña, María"}"#)
    private static let works =
        line("work", "/works/OL7W", #"{"title": "x", "authors": [{"author": {"key": "/authors/OL2A"}, "type": {}}]}"#)
        + line("work", "/works/OL8W", #"{"authors": [{"author": "/authors/OL1A"}]}"#)
    private static let editions =
        line(
            "edition",
            "/books/OL1M",
            #"{"title": "La nit", "subtitle": "un conte", "isbn_13": ["978-84-271-3217-7"], "authors": [{"key": "/authors/OL1A"}]}"#
        )
        + line(
            "edition",
            "/books/OL2M",
            #"{"title": "La marea", "isbn_10": ["8429741437"], "works": [{"key": "/works/OL7W"}]}"#
        )
        + line(
            "edition",
            "/books/OL3M",
            #"{"title": "El bosc", "isbn_13": ["9788427132170", "9788492422241"], "works": [{"key": "/works/OL8W"}]}"#
        )
        + line(
            "edition",
            "/books/OL4M",
            #"{"title": "Sense autor", "isbn_13": 7, "authors": [{"key": "/authors/OL9A"}]}"#
        )
        + line("redirect", "/books/OL5M", #"{"location": "/books/OL1M"}"#)

    private static let expected = [
        CatalogueBook(title: "La nit : un conte", author: "Ana Roca", isbn: ISBN("9788427132177")),
        CatalogueBook(title: "La marea", author: "Oruña, María", isbn: ISBN("9788429741438")),
        CatalogueBook(title: "El bosc", author: "Ana Roca", isbn: ISBN("9788492422241")),
        CatalogueBook(title: "Sense autor", author: ""),
    ]

    @Test(arguments: [[editions, works, authors], [authors, works, editions], [works + editions + authors]])
    func editionsGetTheirAuthors(_ dumps: [String]) throws {
        let folder = try TestFolder()
        let files = try dumps.enumerated().map { try folder.write($1, "dump\($0).txt") }
        let catalogue = try BookCatalogue()
        var last: ImportProgress?
        let report = try catalogue.importBooks(from: .openLibrary(files)) { last = $0 }
        #expect(report == ImportReport(books: 4, badLines: 0, badISBNs: 0, examples: [], bookCount: 4))
        #expect(try allBooks(catalogue) == Self.expected)
        #expect(last?.bytesRead == last?.bytesTotal)
    }

    @Test func badLinesAreNamedOnce() throws {
        let dump =
            Self.authors + "no columns\n" + Self.line("edition", "/books/OL1M", "{broken")
            + Self.line("edition", "/books/OL2M", #"{"subtitle": "no title"}"#) + Self.line("author", "no key", "{}")
            + Self.line("work", "/works/OL1W", "")
            + Self.line("edition", "/books/OL3M", #"{"title": "Bo", "isbn_13": ["1"]}"#)
            + Self.line("edition", "/books/OL4M", "{\"title\": \"Nul \\u0000 i \u{1F680}\"}") + "\n"
        let folder = try TestFolder()
        let catalogue = try BookCatalogue()
        let report = try catalogue.importBooks(from: .openLibrary([folder.write(dump, "all.txt")]))
        #expect(try allBooks(catalogue).map(\.title) == ["Bo", "Nul \u{FFFD} i \u{1F680}"])
        #expect(report.badLines == 6)
        #expect(report.badISBNs == 1)
        #expect(
            report.examples.map { "\($0.line) \($0.reason)" } == [
                "3 it has not five columns parted by tabs", "6 \"no key\" is no key", "7 its fifth column is not JSON",
                "10 it has not five columns parted by tabs", "4 its fifth column is not JSON",
                "5 it has neither a title nor an ISBN", "8 \"1\" is no ISBN; the book was imported without it",
            ]
        )
    }

    @Test func missingFileIsAnErrorBeforeAnythingIsRead() throws {
        let folder = try TestFolder()
        let files = [try folder.write(Self.editions, "editions.txt"), folder.url.appending(path: "authors.txt")]
        let catalogue = try BookCatalogue()
        #expect(throws: BookCatalogueError.self) { try catalogue.importBooks(from: .openLibrary(files)) }
        #expect(try catalogue.bookCount == 0)
    }
}
