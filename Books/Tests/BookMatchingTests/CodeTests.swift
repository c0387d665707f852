import BookCatalogue
import Foundation
import Testing

@testable import BookMatching

/// An ISBN beats text.
@Suite("R-SCAN-7: codes on spines") struct CodeTests {
    private static let marea = "9788427132177"
    private static let bosque = "9788492422241"

    private static func catalogue() throws -> BookCatalogue {
        let catalogue = try BookCatalogue()
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: url) }
        let rows = """
            title,author,isbn
            Lo que la marea esconde,"Oruña, María",\(marea)
            Lo que la marea esconde,"Oruña, María",9788441543072
            El bosque de los cuatro vientos,"Oruña, María",\(bosque)

            """
        try Data(rows.utf8).write(to: url)
        try catalogue.importBooks(from: .csv(url))
        return catalogue
    }

    private static func code(_ isbn: String, x: Double, y: Double) throws -> ReadCode {
        let corners: [SIMD2<Double>] = [SIMD2(x, y), SIMD2(x + 40, y), SIMD2(x + 40, y + 20), SIMD2(x, y + 20)]
        return ReadCode(isbn: try #require(ISBN(isbn)), corners: corners)
    }

    @Test func codeNamesTheEditionOfItsSpine() throws {
        let lines = [line("María Oruña Lo que la marea esconde"), line("Els peixos de colors", y: 200)]
        let text = try Self.catalogue().books(on: ShelfReading(lines))
        #expect(text.first?.isbn == nil)
        // The spine's text ends at 350.
        let books = try Self.catalogue().books(on: ShelfReading(lines, codes: [Self.code(Self.marea, x: 900, y: 0)]))
        #expect(books.map(\.title) == ["Lo que la marea esconde", "Els peixos de colors"])
        let book = try #require(books.first)
        #expect(book.isbn == ISBN(Self.marea) && book.score == 1 && book.isAccepted)
        #expect(book.text == ["María Oruña Lo que la marea esconde"])
        #expect(book.box.map(\.x).max() == 940)
    }

    @Test func codeBeatsTheTextBesideIt() throws {
        let lines = [line("María Oruña Lo que la marea esconde")]
        let books = try Self.catalogue().books(on: ShelfReading(lines, codes: [Self.code(Self.bosque, x: 400, y: 0)]))
        #expect(books.map(\.title) == ["El bosque de los cuatro vientos"])
        #expect(books.map(\.text) == [["María Oruña Lo que la marea esconde"]])
        #expect(books.allSatisfy { $0.score == 1 && $0.isAccepted })
    }

    @Test func codeOffTheSpineLeavesItsTextAlone() throws {
        let lines = [line("María Oruña El bosque de los cuatro vientos")]
        let books = try Self.catalogue().books(on: ShelfReading(lines, codes: [Self.code(Self.marea, x: 100, y: 300)]))
        #expect(books.map(\.title) == ["Lo que la marea esconde", "El bosque de los cuatro vientos"])
        #expect(books.first?.text == [])
        #expect(books.first?.box.count == 4)
    }

    @Test func codeThatNoCatalogueKnowsKeepsTheReadTitle() throws {
        let lines = [line("La nit que no s'acaba")]
        let codes = [try Self.code("9780804429573", x: 300, y: 0)]
        for books in [
            try Self.catalogue().books(on: ShelfReading(lines, codes: codes)),
            ShelfReading(lines, codes: codes).books(),
        ] {
            #expect(books.map(\.title) == ["La nit que no s'acaba"])
            #expect(books.first?.isbn == ISBN("9780804429573"))
            #expect(books.allSatisfy { !$0.isAccepted && $0.score == 0 })
        }
    }

    @Test func codeReadTwiceIsOneBook() throws {
        let codes = [try Self.code(Self.marea, x: 0, y: 0), try Self.code(Self.marea, x: 5, y: 3)]
        #expect(try Self.catalogue().books(on: ShelfReading([], codes: codes)).count == 1)
        let apart = [try Self.code(Self.marea, x: 0, y: 0), try Self.code(Self.marea, x: 500, y: 3)]
        #expect(try Self.catalogue().books(on: ShelfReading([], codes: apart)).count == 2)
    }

    @Test func lineGoesToTheNearestCode() throws {
        let lines = [line("Els peixos", x: 100)]
        let codes = [try Self.code(Self.marea, x: 0, y: 0), try Self.code(Self.bosque, x: 210, y: 0)]
        let books = try Self.catalogue().books(on: ShelfReading(lines, codes: codes))
        #expect(books.map(\.text) == [[], ["Els peixos"]])
    }
}
