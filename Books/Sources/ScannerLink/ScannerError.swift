/// Why a scanner did not do what it was asked.
public struct ScannerError: Error, Codable, Equatable, Sendable {
    /// The kinds of failures.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// The request makes no sense: there is no such scan or book.
        case invalidRequest
        /// It cannot be done at the moment.
        case unavailable
        /// Something could not be stored.
        case storage
        /// There was no answer in time.
        case timedOut
        /// Anything else.
        case failed
    }

    /// The kind of failure.
    public var kind: Kind
    /// What happened and what the user can do, as a sentence.
    public var message: String

    /// Makes an error.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

/// What is the matter, and what the user can do.
public struct ScannerMessages: Codable, Equatable, Sendable {
    /// A few words, without a full stop.
    public var title: String
    /// One or two sentences that say what to do.
    public var advice: String
    /// The native error, for whoever has to look it up; nil when there is none.
    public var detail: String?

    /// Makes messages.
    public init(title: String, advice: String, detail: String? = nil) {
        self.title = title
        self.advice = advice
        self.detail = detail
    }
}
