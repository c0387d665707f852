import Testing

@testable import BookMatching

/// Books that no catalogue knows.
@Suite struct UnknownBookTests {
    private static func named(_ lines: ReadLine...) throws -> TitleAndAuthor {
        try TitleAndAuthor(lines.map { SpineLine($0) }, NameLikeness(table: WordTable(EmptyCatalogue())))
    }

    @Test(
        arguments: [
            ("Maria Oruña", 3.2), ("J. R. R. Tolkien", 0.9), ("La marea que esconde", -1.5), ("de la", -1.5),
            ("1984", -2),
            ("maria", -0.0), ("Com plouen les hores en aquest poble", -2),
        ] as [(String, Double)]
    )
    func nameLikeness(_ text: String, _ likeness: Double) throws {
        let found = try NameLikeness(table: WordTable(EmptyCatalogue())).of(text)
        #expect(abs(found - likeness) < 1e-9, "\(text): \(found)")
    }

    @Test func surnamesOfTheCatalogueAreTold() throws {
        let catalogue = try catalogue([("La nit", "Xirinacs, Olga")])
        try catalogue.read { reader throws in
            let known = NameLikeness(table: try WordTable(reader))
            let unknown = NameLikeness(table: try WordTable(EmptyCatalogue()))
            let gain = try known.of("Xirinacs") - unknown.of("Xirinacs")
            #expect(abs(gain - 0.7) < 1e-9)
            #expect(try known.of("Nit") == unknown.of("Nit"))
        }
    }

    @Test func authorIsTheLineThatIsAName() throws {
        let named = try Self.named(line("La marea que esconde"), line("Maria Oruña", y: 30))
        #expect(named == TitleAndAuthor(title: "La marea que esconde", author: "Maria Oruña"))
    }

    @Test func oneLineIsSplitAtAName() throws {
        let named = try Self.named(line("Maria Oruña LO QUE LA MAREA ESCONDE"))
        #expect(named == TitleAndAuthor(title: "LO QUE LA MAREA ESCONDE", author: "Maria Oruña"))
        #expect(try Self.named(line("Marea / Maria Oruña")) == TitleAndAuthor(title: "Marea", author: "Maria Oruña"))
        #expect(try Self.named(line("Els peixos")) == TitleAndAuthor(title: "Els peixos", author: ""))
    }

    @Test func oneLineIsSplitAtAWideSpace() throws {
        var read = line("Oruña Marea")
        for index in 6..<read.letters.count { read.letters[index].position += 0.8 }
        #expect(try Self.named(read) == TitleAndAuthor(title: "Marea", author: "Oruña"))
        #expect(try Self.named(line("Oruña Marea")).author.isEmpty)
    }

    @Test func smallLinesAndNoiseAreNoTitle() throws {
        let named = try Self.named(
            line("La marea que esconde", height: 30),
            line("sèrie negra del mar", y: 40, height: 12),
            line("ANAGRAMA", y: 60)
        )
        #expect(named.title == "La marea que esconde")
    }

    @Test func titleIsReadFromHeadToFeet() throws {
        let named = try Self.named(line("que esconde", y: 25), line("La marea sota el mar"))
        #expect(named.title == "La marea sota el mar que esconde")
    }

    @Test func spinesAreToldByPlace() {
        let books = ShelfReading([
            line("La marea que esconde", x: 100, runsDown: true), line("Maria Oruña", x: 100, y: 230, runsDown: true),
            line("Els peixos de colors", x: 200, runsDown: true), line("12", x: 300, runsDown: true),
        ]).books()
        #expect(books.map(\.title) == ["La marea que esconde", "Els peixos de colors"])
        #expect(books.map(\.author) == ["Maria Oruña", ""])
        #expect(books.allSatisfy { $0.score == 0 && !$0.isAccepted && $0.isbn == nil })
    }
}
