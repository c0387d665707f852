import BookMatching
import Foundation
import Testing

@testable import BookCatalogue

/// Whatever stands in a title is data.
@Suite struct HostileTitleTests {
    static let titles = [
        "Robert'); DROP TABLE book; --", "\" OR title : * NEAR(a b) ^x {title} : y", "100% _like_ \\escape?",
        "🚀 Emoji 👨‍👩‍👧‍👦 llibre", "שלום עולם", "كتاب الأيام", "e\u{301}l m\u{F3}n\u{200F}", "= label =pam", "NULL",
        "\u{FFFF}\u{10FFFF} marge",
    ]

    @Test(arguments: titles) func titleIsKeptAndFound(_ title: String) throws {
        let csv = "title,author,isbn\n\"\(title.replacing("\"", with: "\"\""))\",\"Autor, Únic\",\nAltre volum,,\n"
        let folder = try TestFolder()
        let catalogue = try BookCatalogue()
        #expect(try catalogue.importBooks(from: .csv(folder.write(csv))).bookCount == 2)
        #expect(try allBooks(catalogue).map(\.title) == [title, "Altre volum"])
        try catalogue.read { reader throws in
            for word in FoldedText.words(title) {
                #expect(try reader.bookCount(having: word) == 1)
                #expect(try reader.occurrences(of: word).contains { $0.isInTitle && $0.book.row == 1 })
                #expect(try reader.books(title: [word], author: ["unic"], limit: 5).map(\.row) == [1])
            }
        }
    }

    @Test(arguments: ["", "\0", "\"", "'", "*", "a b", "=pam", "x\"y", "(", "AND", "NEAR", "-a", "a*", "title:a"])
    func questionsAreNoSyntax(_ word: String) throws {
        let folder = try TestFolder()
        let catalogue = try BookCatalogue()
        try catalogue.importBooks(from: .csv(folder.write("title,author,isbn\nNit,\"Pamies, A\",\n")))
        try catalogue.read { reader throws in
            for folded in FoldedText.words(word) + [word].filter({ FoldedText.words($0) == [$0] }) {
                _ = try reader.isSurname(folded)
                _ = try reader.books(title: [folded], author: [folded], limit: 1)
            }
            #expect(try reader.occurrences(of: word).isEmpty || word == "=pam")
            #expect(try reader.words(having: Trigram.all(of: "nit")[0], letters: 1...3).isEmpty)
        }
    }

    @Test func titleWithNULIsKeptWhole() throws {
        let books = try imported("title,author,isbn\nLa\0nit de,\"Ro\0ca, Ana\",\n").books
        #expect(books == [CatalogueBook(title: "La\u{FFFD}nit de", author: "Ro\u{FFFD}ca, Ana")])
    }

    @Test func titleOfAHundredThousandCharacters() throws {
        let long = String(repeating: "molt llarg ", count: 9091)
        let word = String(repeating: "x", count: 100_000)
        let folder = try TestFolder()
        let catalogue = try BookCatalogue()
        let csv = "title,author,isbn\n\(long),\"Roca, Ana\",\n\(word),,\nLa nit blanca,\"Roca, Ana\",\n"
        let report = try catalogue.importBooks(from: .csv(folder.write(csv)))
        #expect(report.books == 3 && report.badLines == 0)
        #expect(try allBooks(catalogue).map(\.title.count) == [long.count, word.count, 13])
        // A shelf is matched with them in the catalogue, and they are replaced as others are.
        let books = try catalogue.books(
            on: ShelfReading([shelfLine("Ana Roca La nit blanca"), shelfLine("molt llarg")])
        )
        #expect(books.map(\.title).contains("La nit blanca"))
        #expect(try catalogue.importBooks(from: .csv(folder.write(csv))).bookCount == 3)
    }

    @Test func bookWithoutATitleIsFoundByItsISBN() throws {
        let (report, books) = try imported("title,author,isbn\n,,9788427132177\n\" \",,\n...,,978-84-92422-24-1\n")
        #expect(report.books == 2 && report.badLines == 1)
        #expect(books.map(\.title) == ["", "..."])
    }

    private func shelfLine(_ text: String) -> ReadLine {
        let letters = text.enumerated().map {
            ReadLine.Letter(text: String($1), confidence: 1, position: Double($0) / Double(text.count))
        }
        let width = Double(text.count) * 10
        return ReadLine(corners: [[0, 0], [width, 0], [width, 20], [0, 20]], confidence: 1, letters: letters)
    }
}
