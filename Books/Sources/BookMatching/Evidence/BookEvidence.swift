import Foundation

/// What speaks for a book standing on a spine, in bits.
struct BookEvidence {
    /// The book's number in the rating.
    var book: Int
    /// The line that the title was first seen in.
    var seed: Int
    /// The lines that show the book.
    var lines: [Int]
    /// The letters that it explains, and those of them that its title does; none twice.
    var letters: [Range<Int>]
    var titleLetters: [Range<Int>]
    var title = 0.0
    /// All bits of the title.
    var titleTotal = 0.0
    var author = 0.0
    var authorTotal = 0.0
    var subtitle = 0.0
    /// What the library's label says for it, or against it.
    var label = 0.0
    /// What else stands on the spine.
    var unexplained = 0.0
    /// What else stands in the lines that show the title.
    var beside = 0.0
    /// What it takes to believe that the lines stand on one spine.
    var joins = 0.0
    /// Bits of words of the title that nobody read.
    var missingBits = 0.0
    /// Whether one of them is a number: that of the volume.
    var isNumberMissing = false
    /// Bits of title words that were surely read as other words: a translation, another volume.
    var contradicted = 0.0
    /// The score of the strongest other work that the same letters could mean.
    var rival = 0.0

    private static let unexplainedWeight = 0.7

    var score: Double {
        title + author + subtitle + label - (titleTotal - title) - Self.unexplainedWeight * unexplained - joins
    }

    /// Whether enough of the title was read to speak of it at all.
    var isPlausible: Bool { title >= 0.4 * titleTotal && score > 0 }

    var showsAuthor: Bool { authorTotal > 0 && author >= 0.5 * authorTotal }

    /// Whether title and author both stand on the spine, as on each of two copies side by side.
    var isWhole: Bool { title >= 0.8 * titleTotal && showsAuthor }
}

extension BookEvidence {
    // Bits that must speak for a book, by what confirms its title.
    private static let neededWithAuthor = 16.0
    private static let neededWithLabel = 20.0
    private static let neededAlone = 26.0
    private static let lead = 6.0
    private static let leastCoverage = 0.7
    private static let leastPrecision = 0.7
    /// The odds of being right at the line of acceptance.
    private static let odds = 19.0
    private static let range = -12.0...12.0

    /// How far above the line of acceptance it is, in bits; the weakest measure counts.
    var margin: Double {
        let explained = title + author + subtitle
        let coverage = title / max(1e-6, titleTotal)
        let precision = explained / max(1e-6, explained + unexplained)
        let needed = showsAuthor ? Self.neededWithAuthor : label > 0 ? Self.neededWithLabel : Self.neededAlone
        var margin = min(
            (score - needed) / 2,
            (score - rival - Self.lead) / 2,
            (coverage - Self.leastCoverage) * 15,
            (precision - Self.leastPrecision) * 15
        )
        if isNumberMissing { margin = min(margin, -2) }
        if isDoubtful(coverage: coverage) { margin = min(margin, -1) }
        return max(Self.range.lowerBound, min(Self.range.upperBound, margin))
    }

    private func isDoubtful(coverage: Double) -> Bool {
        !showsAuthor && (coverage < 0.9 || unexplained >= 4)
            || contradicted >= 0.2 * titleTotal
            || missingBits >= 5 && beside >= 3
            || beside >= 6
    }

    /// How probable it is that this is the book, from 0 to 1.
    var probability: Double { 1 / (1 + exp2(-margin) / Self.odds) }

    var isAccepted: Bool { margin >= 0 }
}

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

/// What stands in a line and may remain unexplained by the books that were found: its words, and the bits of each.
struct LineRemainder {
    private struct Word {
        var letters: Range<Int>
        var bits: Double
        /// Whether a part of the word counts as much as the whole.
        var isVolume: Bool
    }

    private let words: [Word]

    private static let volumeWords: Set<String> = ["ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi", "xii"]
    private static let volumeBits = 5.0
    private static let bitsPerLetter = 1.8
    private static let mostBits = 14.0

    /// - Parameter first: the number of the line's first letter.
    init(_ line: SpineLine, first: Int, _ table: WordTable) throws {
        let sure = max(0, min(1, (line.confidence - 0.5) * 2))
        let isNoise = line.words.allSatisfy(SpineNoise.words.contains)
        var start = first
        var words: [Word] = []
        for (index, word) in line.words.enumerated() {
            let count = word.unicodeScalars.count
            let letters = start..<start + count
            start = letters.upperBound
            let isOuter = index == 0 || index == line.words.count - 1 || isNoise
            if isOuter, SpineNoise.words.contains(word) { continue }
            if Self.volumeWords.contains(word) || (word.isNumber && count <= 2) {
                words.append(Word(letters: letters, bits: Self.volumeBits * sure, isVolume: true))
            } else if count >= 2, !word.isNumber {
                let bits = table.bits(try table.number(of: word))
                let most = min(bits, Self.bitsPerLetter * Double(count), Self.mostBits)
                words.append(Word(letters: letters, bits: most * sure, isVolume: false))
            }
        }
        self.words = words
    }

    /// The bits of what is free of a line's letters.
    func bits(isFree: (Int) -> Bool) -> Double {
        words.reduce(0) { total, word in
            let free = word.letters.count(where: isFree)
            if word.isVolume { return total + (free > 0 ? word.bits : 0) }
            return total + word.bits * Double(free) / Double(word.letters.count)
        }
    }
}
