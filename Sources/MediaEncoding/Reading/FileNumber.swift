/// A whole number that was computed from what a file says.
///
/// Arithmetic neither traps nor wraps around: a result that does not fit in 64 bits is no number, and neither is what is
/// computed from it. Such a result is within no limit, so a check that refuses what is beyond a limit refuses it, too.
struct FileNumber: Equatable, ExpressibleByIntegerLiteral {
    /// The number; nil after an overflow.
    let value: Int64?

    init(_ value: some BinaryInteger) { self.value = Int64(exactly: value) }
    init(integerLiteral value: Int64) { self.value = value }
    private init(value: Int64?) { self.value = value }

    static func + (left: Self, right: Self) -> Self { combine(left, right) { $0.addingReportingOverflow($1) } }
    static func - (left: Self, right: Self) -> Self { combine(left, right) { $0.subtractingReportingOverflow($1) } }
    static func * (left: Self, right: Self) -> Self { combine(left, right) { $0.multipliedReportingOverflow(by: $1) } }

    /// The number of whole portions that it takes; no number for a portion of nothing.
    func portions(of size: Int64) -> Self {
        guard size > 0 else { return Self(value: nil) }
        let sum = self + Self(size - 1)
        return Self(value: sum.value.map { $0 / size })
    }

    /// Whether it is a number, and not larger than a limit that is one.
    func isAtMost(_ limit: Self) -> Bool {
        guard let value, let limit = limit.value else { return false }
        return value <= limit
    }

    private static func combine(
        _ left: Self,
        _ right: Self,
        _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) -> Self {
        guard let left = left.value, let right = right.value else { return Self(value: nil) }
        let (result, overflow) = operation(left, right)
        return Self(value: overflow ? nil : result)
    }
}
