/// How bad a finding is.
public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// As it should be.
    case ok
    /// Worth knowing; nothing needs to be done.
    case note
    /// It works, but not as promised.
    case warning
    /// It does not work.
    case problem

    /// From good to bad.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .ok: 0
        case .note: 1
        case .warning: 2
        case .problem: 3
        }
    }
}
