/// What went wrong with one request to a vision model. Another attempt may go better.
///
/// What no attempt can mend is `UnrecognizablePhoto`; what has nothing to do with the photo is `RecognizerUnavailable`.
public enum VisionModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The environment has no key.
    case keyMissing(variable: String)
    /// The service has refused the request, or has failed on it.
    case rejected(status: Int, message: String)
    /// The answer ends before its end: the model's limit of output was reached.
    case truncated
    /// The answer is longer than what is read of it.
    case answerTooLong(limit: Int)
    /// The answer is not what was asked for.
    case malformed(String)

    /// The error in a sentence.
    public var description: String {
        switch self {
        case .keyMissing(let variable): "The environment variable \(variable) has no key for the vision model."
        case .rejected(let status, let message): "The model's service answered \(status): \(message)"
        case .truncated: "The model's answer was cut off at its limit of output."
        case .answerTooLong(let limit): "The model's answer has more than \(limit) bytes."
        case .malformed(let reason): "The model's answer cannot be read: \(reason)"
        }
    }
}
