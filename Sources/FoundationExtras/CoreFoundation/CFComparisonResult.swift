/// How two values are ordered, in Core Foundation's form.
public enum CFComparisonResult: Int, Sendable {
    /// The first comes before the second.
    case compareLessThan = -1
    /// Neither comes before the other.
    case compareEqualTo = 0
    /// The first comes after the second.
    case compareGreaterThan = 1
}
