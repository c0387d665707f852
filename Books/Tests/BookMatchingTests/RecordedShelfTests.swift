import BookCatalogue
import Foundation
import Testing

@testable import BookMatching

@Suite struct RecordedShelfTests {
    static let names = ["photo-3264x2448", "crop-1024x768"]

    @Test func everyRowOfTheInventoryIsImported() throws {
        let (catalogue, report) = try Library.catalogue.get()
        #expect(report.books == 15_228)
        #expect(report.badLines == 0)
        #expect(try catalogue.bookCount == 15_228)
    }

    @Test(arguments: names) func booksAreThoseOfTheReference(_ name: String) throws {
        let shelf = try RecordedShelf.named(name)
        let books = try Library.catalogue.get().0.books(on: ShelfReading(shelf.readLines))
        try #require(books.count == shelf.books.count)
        // Unknown books come last, in the order of their lines in both.
        for expected in shelf.books {
            let book = try #require(
                books.first { $0.title == expected.title && $0.text.sorted() == expected.text.sorted() },
                "\(expected.title) \(expected.text)"
            )
            #expect(book.author == expected.author)
            #expect(abs(book.score - expected.score) < 5.1e-5, "\(book.title): \(book.score), not \(expected.score)")
            #expect(book.isAccepted == expected.accepted, "\(book.title)")
            #expect(book.isbn == ISBN(expected.isbn), "\(book.title)")
            for (corner, place) in zip(book.box, expected.box) {
                #expect(abs(corner.x - place[0]) < 0.2 && abs(corner.y - place[1]) < 0.2, "\(book.title)")
            }
        }
    }

    @Test(arguments: names) func evidenceIsThatOfTheReference(_ name: String) throws {
        let recorded = try RecordedShelf.named(name)
        let expected = recorded.books.compactMap(\.evidence).map { [$0.bits, $0.rival] }
        let found = try Library.catalogue.get().0.read { reader throws in
            let shelf = ShelfLines(recorded.readLines.map { SpineLine($0) })
            var matcher = ShelfMatcher(try SpineRating(shelf, WordTable(reader)))
            return try matcher.match().filter { $0.margin >= -8 }.map { [$0.score, $0.rival] }
        }
        try #require(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.0051 }, "\(found), not \(expected)")
        }
    }

    @Test(arguments: names) func groupingIsThatOfTheReference(_ name: String) throws {
        let recorded = try RecordedShelf.named(name)
        let shelf = ShelfLines(recorded.readLines.map { SpineLine($0) })
        try #require(shelf.lines.count == recorded.grouping.count)
        for (index, expected) in recorded.grouping.enumerated() {
            let line = shelf.lines[index]
            #expect(line.row == expected.row)
            #expect(line.label?.letters == expected.label)
            #expect(line.words == expected.words)
            #expect(shelf.labels[index] == expected.labelLine)
            #expect(shelf.neighbours[index].map(\.line) == expected.neighbours.map(\.line))
            for (neighbour, expected) in zip(shelf.neighbours[index], expected.neighbours) {
                #expect("\(neighbour.relation.kind)" == expected.kind)
                #expect(abs(neighbour.relation.cost - expected.cost) < 0.00051)
            }
        }
    }

    /// Books that are not in the catalogue must not be taken for others.
    @Test func nothingIsAcceptedWithoutItsBook() throws {
        let shelf = try RecordedShelf.named("crop-1024x768")
        let reading = ShelfReading(shelf.readLines)
        let titles = Set(shelf.books.filter { $0.score > 0 }.map(\.title))
        let others = try Library.catalogue.get().0.read { reader throws in
            try reading.books(in: WithoutBooks(reader: reader, titles: titles))
        }
        #expect(others.allSatisfy { !$0.isAccepted })
    }
}

/// A catalogue from which some books were taken.
private struct WithoutBooks: ShelfCatalogue {
    let reader: CatalogueReader
    let titles: Set<String>

    var bookCount: Int { get throws { try reader.bookCount } }

    func bookCount(having word: String) throws -> Int { try reader.bookCount(having: word) }
    func bookCount(labelled letters: String) throws -> Int { try reader.bookCount(labelled: letters) }
    func isSurname(_ word: String) throws -> Bool { try reader.isSurname(word) }
    func words(having trigram: Trigram, letters: ClosedRange<Int>) throws -> [UInt8] {
        try reader.words(having: trigram, letters: letters)
    }
    func occurrences(of word: String) throws -> [WordOccurrence] {
        try reader.occurrences(of: word).filter { try !titles.contains(reader.book($0.book).title) }
    }
    func books(title: [String], author: [String], limit: Int) throws -> [BookID] {
        try reader.books(title: title, author: author, limit: limit)
            .filter { try !titles.contains(reader.book($0).title) }
    }
    func book(_ id: BookID) throws -> CatalogueBook { try reader.book(id) }
    func book(isbn: ISBN) throws -> (id: BookID, book: CatalogueBook)? { try reader.book(isbn: isbn) }
    func editionCount(of words: BookWords) throws -> Int { try reader.editionCount(of: words) }
}
