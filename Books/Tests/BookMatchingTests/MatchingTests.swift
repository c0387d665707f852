import BookCatalogue
import Testing

@testable import BookMatching

@Suite struct MatchingTests {
    private static let marea = (title: "Lo que la marea esconde", author: "Oruña, María")
    private static let bosque = (title: "El bosque de los cuatro vientos", author: "Oruña, María")

    private static func tokens(_ text: String, _ books: [(title: String, author: String)]) throws -> [String] {
        try catalogue(books).read { reader throws in
            let table = try WordTable(reader)
            let tokens = try SpineToken.all(of: FoldedText.words(text), line: 0, first: 0, table)
            return tokens.map { "\(table.word($0.word)) \($0.letters.lowerBound) \($0.letters.upperBound)" }
        }
    }

    @Test func neighboursAreJoined() throws {
        #expect(try Self.tokens("tor ugas", []) == ["tor 0 3", "ugas 3 7", "torugas 0 7"])
        // Three are joined only if each is short.
        #expect(try Self.tokens("a b cd", []) == ["a 0 1", "b 1 2", "cd 2 4", "abcd 0 4"])
        #expect(try Self.tokens("hores i dies", []).contains("horesidies 0 10") == false)
    }

    @Test func unknownWordsAreTakenApart() throws {
        let books = [(title: "Mareas del norte", author: ""), (title: "Ayer", author: ""), (title: "del", author: "")]
        #expect(try Self.tokens("delayer", books) == ["delayer 0 7", "del 0 3", "ayer 3 7"])
        #expect(try Self.tokens("nortemareas", books) == ["nortemareas 0 11", "norte 0 5", "mareas 5 11"])
        // Known words stay whole; nothing is taken apart into what nobody has written.
        #expect(try Self.tokens("mareas", books) == ["mareas 0 6"])
        #expect(try Self.tokens("nortexyz", books) == ["nortexyz 0 8"])
    }

    @Test func rareWordsCarryMoreBits() throws {
        try catalogue([("La nit", ""), ("La mar", ""), ("La mar blava", "")]).read { reader throws in
            let table = try WordTable(reader)
            let bits = try ["la", "mar", "nit", "xyz"].map { table.bits(try table.number(of: $0)) }
            #expect(bits == bits.sorted() && Set(bits).count == 4)
        }
    }

    @Test(arguments: [
        ("esconde", ["esconde"]), ("escxnde", ["esconde"]), ("esconda", ["esconde"]), ("escomda", []),
        ("marea", ["marea", "maria"]),
        ("maresa", ["marea"]), ("vientxs", ["vientos"]), ("mar", []), ("la", ["la"]),
    ])
    func misreadWordsAreFound(_ read: String, _ words: [String]) throws {
        try catalogue([Self.marea, Self.bosque]).read { reader throws in
            let table = try WordTable(reader)
            var similar = SimilarWords(table)
            #expect(try similar.words(for: table.number(of: read)).map(table.word) == words)
        }
    }

    /// Each edit of one letter must be found, wherever it is.
    @Test func everySingleEditIsFound() throws {
        let words = ["cocodrils", "pluja", "constantinoble", "marges"]
        try catalogue(words.map { ($0, "") }).read { reader throws in
            let table = try WordTable(reader)
            var similar = SimilarWords(table)
            for word in words {
                for index in word.indices {
                    let (head, tail) = (word[..<index], word[index...])
                    for read in ["\(head)x\(tail.dropFirst())", "\(head)\(tail.dropFirst())", "\(head)x\(tail)"]
                    where read.count >= 5 {
                        #expect(try similar.words(for: table.number(of: read)).map(table.word) == [word], "\(read)")
                    }
                }
            }
        }
    }

    @Test func bookIsFoundAndAccepted() throws {
        let books = try catalogue([Self.marea, Self.bosque])
            .books(on: ShelfReading([line("María Oruña Lo que la marea esconde")]))
        #expect(books.map(\.title) == [Self.marea.title])
        #expect(books.allSatisfy { $0.isAccepted && $0.score > 0.95 })
    }

    @Test func misreadAndBrokenTitleIsFound() throws {
        let books = try catalogue([Self.marea, Self.bosque])
            .books(on: ShelfReading([line("E1 bosqve de los cua tro vien tos"), line("MARIA ORUNA", y: 25)]))
        #expect(books.map(\.title) == [Self.bosque.title])
        #expect(books.first?.text.count == 2)
    }

    @Test func titleWithoutAnAuthorIsAskedFor() throws {
        let books = try catalogue([("La nit", "Roca, Ana"), Self.bosque]).books(on: ShelfReading([line("La nit")]))
        #expect(books.map(\.title) == ["La nit"])
        #expect(books.allSatisfy { !$0.isAccepted })
    }

    @Test func copiesSideBySideAreTwoBooks() throws {
        let spine = "María Oruña Lo que la marea esconde"
        let books = try catalogue([Self.marea]).books(on: ShelfReading([line(spine), line(spine, y: 25)]))
        #expect(books.map(\.title) == [Self.marea.title, Self.marea.title])
        // A title that is printed twice on one spine is one book.
        let once = try catalogue([Self.marea]).books(on: ShelfReading([line(spine), line(spine, x: 400)]))
        #expect(once.count(where: { $0.title == Self.marea.title }) == 1)
    }

    @Test func lineAcrossBelongsToTheSpineThatItCrosses() throws {
        let catalogue = try catalogue([("Wolf Hall", "Mantel, Hilary"), ("Doctor Zhivago", "Pasternak, Boris")])
        let standing = [
            line("Wolf Hall", x: 100, runsDown: true), line("Hilary Mantel", x: 100, y: 120, runsDown: true),
        ]
        let own = try catalogue.books(on: ShelfReading(standing + [line("453", x: 75, y: 300)]))
        #expect(own.map(\.title) == ["Wolf Hall"] && own[0].text.contains("453"))
        let lying = [line("Wolf Hall", x: 180, y: 550), line("Hilary Mantel", x: 430, y: 550)]
        // Below the title's middle, on another spine.
        let other = line("453", x: 235, y: 690, runsDown: true)
        let books = try catalogue.books(on: ShelfReading(lying + [other]))
        #expect(books.map(\.title) == ["Wolf Hall"] && books[0].text == ["Wolf Hall", "Hilary Mantel"])
    }

    @Test func volumesAreRivals() throws {
        let volumes = [("Contes complets : u", "Roca, Ana"), ("Contes complets : dos", "Roca, Ana")]
        let books = try catalogue(volumes).books(on: ShelfReading([line("Ana Roca Contes complets")]))
        #expect(books.count == 1)
        #expect(books.allSatisfy { !$0.isAccepted })
    }

    @Test func editionsAreCounted() throws {
        func count(_ title: String, _ author: String, in books: [(title: String, author: String)]) throws -> Int {
            let words = BookWords(CatalogueBook(title: title, author: author))
            return try catalogue(books).read { try $0.editionCount(of: words) }
        }
        let books = [Self.marea, Self.bosque]
        #expect(try count("Lo que la Marea esconde", "María Oruña", in: books) == 1)
        #expect(try count("Marea", "", in: books) == 0)
        #expect(try count(Self.marea.title, Self.marea.author, in: books + [Self.marea]) == 2)
    }

    /// What is asked again and again is remembered while a shelf is matched.
    @Test func catalogueIsAskedEachThingOnce() throws {
        let shelf = try RecordedShelf.named("crop-1024x768")
        let counts = try Library.catalogue.get().0.read { reader throws in
            let counting = CountingCatalogue(reader: reader)
            _ = try ShelfReading(shelf.readLines).books(in: counting)
            return counting.questions
        }
        #expect(counts.count > 100)
        let repeated = counts.filter { $0.value > 1 && !$0.key.hasPrefix("editions") }
        #expect(repeated.isEmpty, "\(repeated.prefix(5))")
    }
}

/// Counts the questions to a catalogue.
private final class CountingCatalogue: ShelfCatalogue {
    let reader: CatalogueReader
    private(set) var questions: [String: Int] = [:]

    init(reader: CatalogueReader) {
        self.reader = reader
    }

    private func count(_ question: String) { questions[question, default: 0] += 1 }

    var bookCount: Int {
        get throws {
            count("books")
            return try reader.bookCount
        }
    }

    func bookCount(having word: String) throws -> Int {
        count("having \(word)")
        return try reader.bookCount(having: word)
    }

    func bookCount(labelled letters: String) throws -> Int {
        count("labelled \(letters)")
        return try reader.bookCount(labelled: letters)
    }

    func isSurname(_ word: String) throws -> Bool {
        count("surname \(word)")
        return try reader.isSurname(word)
    }

    func words(having trigram: Trigram, letters: ClosedRange<Int>) throws -> [UInt8] {
        count("trigram \(trigram) \(letters)")
        return try reader.words(having: trigram, letters: letters)
    }

    func occurrences(of word: String) throws -> [WordOccurrence] {
        count("occurrences \(word)")
        return try reader.occurrences(of: word)
    }

    func books(title: [String], author: [String], limit: Int) throws -> [BookID] {
        count("books \(title) \(author)")
        return try reader.books(title: title, author: author, limit: limit)
    }

    func book(_ id: BookID) throws -> CatalogueBook {
        count("book \(id)")
        return try reader.book(id)
    }

    func book(isbn: ISBN) throws -> (id: BookID, book: CatalogueBook)? {
        count("isbn \(isbn)")
        return try reader.book(isbn: isbn)
    }

    func editionCount(of words: BookWords) throws -> Int {
        count("editions \(words.work)")
        return try reader.editionCount(of: words)
    }
}
