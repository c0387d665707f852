import Testing

@testable import BookMatching

@Suite struct AcceptanceTests {
    /// A book whose title and author were read without fault.
    private static func evidence(_ change: (inout BookEvidence) -> Void = { _ in }) -> BookEvidence {
        var evidence = BookEvidence(book: 0, seed: 0, lines: [0], letters: [], titleLetters: [])
        (evidence.title, evidence.titleTotal) = (30, 30)
        (evidence.author, evidence.authorTotal) = (10, 10)
        change(&evidence)
        return evidence
    }

    @Test func scoreIsWhatSpeaksForItLessWhatSpeaksAgainstIt() {
        let evidence = Self.evidence {
            ($0.title, $0.subtitle, $0.label, $0.unexplained, $0.joins) = (25, 2, 7, 4, 1)
        }
        #expect(abs(evidence.score - (25 + 10 + 2 + 7 - 5 - 0.7 * 4 - 1)) < 1e-9)
    }

    @Test func faultlessBookIsAccepted() {
        #expect(Self.evidence().isAccepted)
        #expect(abs(Self.evidence().margin - 4.5) < 1e-9)
        #expect(Self.evidence().probability > 0.99)
    }

    @Test func lineOfAcceptanceIsAt95Percent() {
        let evidence = Self.evidence { $0.rival = 34 }
        #expect(evidence.margin == 0)
        #expect(evidence.isAccepted)
        #expect(abs(evidence.probability - 0.95) < 1e-9)
    }

    @Test(
        arguments: [
            ("rival", -0.5), ("number", -2), ("contradicted", -1), ("replaced", -1), ("beside", -1), ("coverage", -1.5),
            ("author", -1),
        ] as [(String, Double)]
    )
    func doubtfulBookIsNotAccepted(_ doubt: String, _ most: Double) {
        let evidence = Self.evidence {
            switch doubt {
            case "rival": $0.rival = 35
            case "number": $0.isNumberMissing = true
            case "contradicted": $0.contradicted = 6
            case "replaced": ($0.missingBits, $0.beside) = (5, 3)
            case "beside": $0.beside = 6
            case "coverage": $0.title = 18
            default: ($0.author, $0.titleTotal, $0.title) = (4.9, 50, 44)
            }
        }
        #expect(evidence.margin <= most + 1e-9)
        #expect(!evidence.isAccepted)
    }

    @Test func moreIsNeededWithoutTheAuthor() {
        // Title alone: 26 bits; with the label: 20; with the author: 16.
        let alone = Self.evidence { ($0.author, $0.authorTotal) = (0, 0) }
        #expect(abs(alone.margin - min(2, 4.5)) < 1e-9)
        let labelled = Self.evidence { ($0.author, $0.authorTotal, $0.label) = (0, 0, 2) }
        #expect(abs(labelled.margin - 4.5) < 1e-9)
        #expect(!Self.evidence { ($0.author, $0.unexplained) = (0, 4) }.isAccepted)
    }

    @Test func littleOfATitleIsNothing() {
        #expect(!Self.evidence { $0.title = 11 }.isPlausible)
        #expect(Self.evidence { $0.title = 12 }.isPlausible == (12 + 10 - 18 > 0))
        #expect(!Self.evidence { $0.joins = 41 }.isPlausible)
    }
}
