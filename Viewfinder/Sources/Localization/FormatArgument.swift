/// A value that a sentence holds.
public enum FormatArgument: Equatable, Sendable {
    /// Words, for `%@`.
    case string(String)
    /// A whole number, for `%lld` and `%d`.
    case integer(Int64)
    /// A whole number that is not negative, for `%llu`.
    case unsigned(UInt64)
    /// A number, for `%lf` and `%f`.
    case double(Double)
}

extension FormatArgument {
    var isNumber: Bool {
        switch self {
        case .integer, .unsigned, .double: true
        case .string: false
        }
    }
}
