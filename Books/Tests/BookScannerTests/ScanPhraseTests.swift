import BookScanner
import ScanProtocol
import Testing

/// What is said of scans, by the app and by the viewfinder alike (R-SCAN-2).
@Suite struct ScanPhraseTests {
    @Test(
        "Each state has its words, and the number in them",
        arguments: [
            (ScanJobState.queued, "Queued", nil),
            (.uploading(fraction: 0.459), "Uploading, %lld percent", 45),
            (.uploading(fraction: 0.9999), "Uploading, %lld percent", 99),
            (.uploading(fraction: 1.5), "Uploading, %lld percent", 100),
            (.recognizing(fraction: 0.5, stage: nil), "Recognising", nil),
            (.recognizing(fraction: 0.5, stage: .reading), "Reading", nil),
            (.recognizing(fraction: 0.5, stage: RecognitionStage(rawValue: "thinking")), "Recognising", nil),
            (.done, "Recognising", nil),
            (.waitingForNetwork, "Waiting for the network", nil),
            (.rateLimited(remaining: .milliseconds(1500)), "Goes on in %lld s", 2),
            (.rateLimited(remaining: .zero), "Goes on now", nil),
            (.retrying(remaining: .seconds(61)), "Next try in %lld s", 61),
            (.retrying(remaining: .seconds(-5)), "Tries again now", nil),
        ] as [(ScanJobState, String, Int?)]
    )
    func states(state: ScanJobState, key: String, number: Int?) throws {
        let sentence = try #require(state.phrase).sentence
        #expect(sentence.key == key && sentence.number == number)
    }

    @Test("A failure has words of its own")
    func failure() {
        #expect(ScanJobState.failed(.forgotten).phrase == nil)
    }

    @Test("Countdowns end when they say so", arguments: [(0.2, 1), (1.0, 1), (1.01, 2), (-5, 0)])
    func seconds(seconds: Double, shown: Int) {
        #expect(ScanPhrase.seconds(.seconds(seconds)) == shown)
    }

    @Test("Each reason for a duplicate has its words")
    func duplicates() {
        let keys = [DuplicateReason.image, .isbn, .titleAndAuthor].map { ScanPhrase.duplicate($0).key }
        #expect(keys == ["Two photos look alike", "The same ISBN twice", "The same title and author twice"])
    }
}
