import Testing

@testable import BookMatching

@Suite struct CatalogueBookTests {
    private static func words(_ title: String, _ author: String = "") -> BookWords {
        BookWords(CatalogueBook(title: title, author: author))
    }

    @Test(arguments: [
        ("La Nit : un conte", ["la", "nit"], ["un", "conte"]), ("Nit: conte", ["nit"], ["conte"]),
        ("A / B ; C", ["a"], ["b", "c"]), ("1714 = 1714 : x", ["1714"], ["1714", "x"]),
        ("Llibre (vol. 1)", ["llibre"], ["vol", "1"]), ("Llibre [2] ", ["llibre"], ["2"]),
        ("A (b) c : d (e)", ["a", "b", "c"], ["d", "e"]), ("(tot)", ["tot"], []), ("10:04", ["10", "04"], []),
        (": res", ["res"], []), ("and/or", ["and", "or"], []), ("", [], []), ("(((", [], []),
        ("x (a(b)", ["x"], ["a", "b"]),
    ])
    func titleIsParted(_ title: String, _ main: [String], _ subtitle: [String]) {
        #expect(Self.words(title).main == main)
        #expect(Self.words(title).subtitle == subtitle)
    }

    @Test(arguments: [
        ("Pàmies, Sergi, 1960-", ["pamies"], ["sergi"]), ("Sergi Pàmies", ["pamies"], ["sergi"]),
        ("García Márquez, Gabriel (1927-2014)", ["garcia", "marquez"], ["gabriel"]), ("Plató", ["plato"], []),
        ("Pàmies, Teresa 1919-2012", ["pamies"], ["teresa"]), ("1984, 12345", ["12345"], []), ("", [], []),
        ("Bunge, Mario, 1919?-2020", ["bunge"], ["mario"]), ("(1", ["1"], []),
    ])
    func authorIsParted(_ author: String, _ surname: [String], _ given: [String]) {
        #expect(Self.words("", author).surname == surname)
        #expect(Self.words("", author).given == given)
    }

    @Test func editionsAreOneWork() {
        #expect(Self.words("La Nit", "Roca, Ana").work == Self.words("La nit!", "Ana Roca").work)
        #expect(Self.words("La Nit : I", "Roca, Ana").work != Self.words("La Nit : II", "Roca, Ana").work)
        #expect(Self.words("La Nit", "").work != Self.words("La", "Nit").work)
    }

    @Test func labelHasThreeLetters() {
        #expect(Self.words("La Nit", "Ou, Ana").labelLetters == "ou")
        #expect(Self.words("La Nit", "de la Roca, Ana").labelLetters == "del")
        #expect(Self.words("La Nit").labelLetters == "lan")
    }

    @Test func endlessTitleHasBoundedWords() {
        let words = Self.words(String(repeating: "x ", count: 50_000) + ": " + String(repeating: "(", count: 50_000))
        #expect(words.main.count == 100)
        #expect(words.subtitle.isEmpty)
    }

    @Test(
        arguments: [
            ("9788427132177", "9788427132177"), ("978-84-271-3217-7", "9788427132177"), ("8429741437", "9788429741438"),
            ("84-297-4143-7 (vol. 1)", "9788429741438"), ("0-8044-2957-X", "9780804429573"),
            ("080442957x", "9780804429573"),
            (" 9788427132177 ", "9788427132177"), ("9788427132178", nil), ("8429741438", nil), ("X804429570", nil),
            ("9771234567898", nil), ("", nil), ("978842713217", nil), ("97884271321777", nil), ("isbn 8429741437", nil),
            ("٩٧٨٨٤٢٧١٣٢١٧٧", nil), ("--------------", nil), ("080442957XX", nil),
        ] as [(String, String?)]
    )
    func isbnIsNormalised(_ text: String, _ digits: String?) {
        #expect(ISBN(text)?.description == digits)
    }

    @Test func isbnFromANumber() {
        #expect(ISBN(number: 9_788_427_132_177)?.description == "9788427132177")
        #expect(ISBN(number: -1) == nil)
        #expect(ISBN(number: .max) == nil)
    }

    @Test func identifierCarriesTheLengthOfTheTitle() {
        let id = BookID(row: 15_228, titleWords: 5)
        #expect(id.row == 15_228 && id.titleWords == 5)
        #expect(BookID(row: 1, titleWords: 200).titleWords == 63)
        #expect(BookID(row: 1, titleWords: 63) < BookID(row: 2, titleWords: 0))
    }
}
