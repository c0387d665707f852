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
