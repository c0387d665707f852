/// A book of the catalogue, with what rating needs to know of it.
struct RatedBook {
    enum Part {
        case title, surname, given, subtitle
    }

    /// A word that a spine of the book may show.
    struct Wanted {
        /// Its number in the shelf's table of words.
        var word: Int
        var bits: Double
        var part: Part
        var isNumber: Bool
    }

    let id: BookID
    let book: CatalogueBook
    let words: BookWords
    let wanted: [Wanted]
    /// The same for all editions of a work.
    let work: String
    let labelLetters: String

    private static let givenWeight = 0.5
    private static let subtitleWeight = 0.5

    init(_ id: BookID, _ book: CatalogueBook, _ table: WordTable) throws {
        (self.id, self.book) = (id, book)
        words = BookWords(book)
        work = words.work
        labelLetters = words.labelLetters
        func wanted(_ words: [String], _ part: Part, _ weight: Double) throws -> [Wanted] {
            try words.map { word in
                let number = try table.number(of: word)
                return Wanted(word: number, bits: table.bits(number) * weight, part: part, isNumber: word.isNumber)
            }
        }
        self.wanted =
            try wanted(words.main, .title, 1) + wanted(words.surname, .surname, 1)
            + wanted(words.given, .given, Self.givenWeight) + wanted(words.subtitle, .subtitle, Self.subtitleWeight)
    }
}
