/// How a truth value is written.
public enum OSLogBoolFormat: Sendable {
    /// "true" or "false".
    case truth
    /// "YES" or "NO".
    case answer

    func text(of boolean: Bool) -> String {
        switch self {
        case .truth: boolean ? "true" : "false"
        case .answer: boolean ? "YES" : "NO"
        }
    }
}
