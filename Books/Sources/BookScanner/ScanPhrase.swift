public import ScanProtocol

/// A few words about a scan or a duplicate, in English: the key of a sentence in a String Catalog, with one whole number at most.
///
/// Every user interface says the same. What it draws beside, such as a bar, is its own affair.
public struct ScanPhrase: Sendable, Hashable {
    /// The key, with `%lld` in the place of the number.
    public let key: String
    /// The number; `nil` where the key has none. Of a countdown the seconds that were left when the words were asked for.
    public let number: Int?
    /// What is said once a countdown is at 0; `nil` for words that do not count down.
    public let keyAtZero: String?

    private init(_ key: String, _ number: Int? = nil, atZero keyAtZero: String? = nil) {
        self.key = key
        self.number = number
        self.keyAtZero = keyAtZero
    }

    /// A scan waits for its turn.
    public static let queued = ScanPhrase("Queued")
    /// A scan goes out when the network is back.
    public static let waitingForNetwork = ScanPhrase("Waiting for the network")

    /// A scan's photo is sent.
    ///
    /// - Parameter percent: how much of it has arrived.
    public static func uploading(percent: Int) -> ScanPhrase { ScanPhrase("Uploading, %lld percent", percent) }

    /// A scan is with the recogniser.
    ///
    /// - Parameter stage: what it is doing; a word of a later version says no more than `nil`.
    public static func recognizing(_ stage: RecognitionStage?) -> ScanPhrase {
        switch stage {
        case .decoding: ScanPhrase("Opening the photo")
        case .detecting: ScanPhrase("Looking for books")
        case .reading: ScanPhrase("Reading")
        case .matching: ScanPhrase("Searching the catalogue")
        case .waitingForModel: ScanPhrase("Waiting for an answer")
        default: ScanPhrase("Recognising")
        }
    }

    /// A scan goes out when the recogniser takes photos again.
    public static func rateLimited(seconds: Int) -> ScanPhrase {
        ScanPhrase("Goes on in %lld s", seconds, atZero: "Goes on now")
    }

    /// A scan goes out again after a failure that passes.
    public static func retrying(seconds: Int) -> ScanPhrase {
        ScanPhrase("Next try in %lld s", seconds, atZero: "Tries again now")
    }

    /// By what two photos or two books may be the same.
    public static func duplicate(_ reason: DuplicateReason) -> ScanPhrase {
        switch reason {
        case .image: ScanPhrase("Two photos look alike")
        case .isbn: ScanPhrase("The same ISBN twice")
        case .titleAndAuthor: ScanPhrase("The same title and author twice")
        }
    }

    /// What is to be said now: a key, and its number if it has one.
    public var sentence: (key: String, number: Int?) {
        if let keyAtZero, number == 0 { return (keyAtZero, nil) }
        return (key, number)
    }

    /// A fraction in whole percent; only what is whole is 100.
    public static func percent(_ fraction: Double) -> Int { Int((min(max(fraction, 0), 1) * 100).rounded(.down)) }

    /// What is left of a countdown, rounded up: it ends when it says so, not a second before.
    public static func seconds(_ remaining: Duration) -> Int { max(0, Int((remaining / .seconds(1)).rounded(.up))) }
}

extension ScanJobState {
    /// The state in a few words; `nil` for a failure, which has words of its own.
    public var phrase: ScanPhrase? {
        switch self {
        case .queued: .queued
        case .uploading(let fraction): .uploading(percent: ScanPhrase.percent(fraction))
        case .recognizing(_, let stage): .recognizing(stage)
        // Its books are in the list in a moment.
        case .done: .recognizing(nil)
        case .failed: nil
        case .waitingForNetwork: .waitingForNetwork
        case .rateLimited(let remaining): .rateLimited(seconds: ScanPhrase.seconds(remaining))
        case .retrying(let remaining): .retrying(seconds: ScanPhrase.seconds(remaining))
        }
    }
}
