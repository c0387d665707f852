/// How long to wait before another attempt: twice as long each time, and shortened at random so that not all come at once.
public struct RetryBackoff: Sendable, Hashable {
    /// The longest first wait.
    public var base: Duration
    /// The longest wait of all.
    public var limit: Duration

    /// Makes a rule.
    public init(base: Duration = .seconds(1), limit: Duration = .seconds(300)) {
        self.base = base
        self.limit = limit
    }

    /// The wait after a number of failures: from a half to all of what doubling gives.
    public func delay(failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        // 2 to the 40th of any wait is beyond every limit.
        let doubled = min(limit, base * (1 << min(max(failures - 1, 0), 40)))
        return doubled * Double.random(in: 0.5...1, using: &generator)
    }
}
