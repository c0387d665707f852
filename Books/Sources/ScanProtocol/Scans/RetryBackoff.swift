/// How long to wait before another attempt: twice as long each time up to a limit, half of it at random, so that those who
/// failed together do not come back together.
public struct RetryBackoff: Sendable, Hashable {
    /// What the first failure costs at most.
    public var base: Duration
    /// What any failure costs at most.
    public var limit: Duration

    /// Makes a rule.
    public init(base: Duration = .seconds(1), limit: Duration = .seconds(300)) {
        self.base = base
        self.limit = limit
    }

    /// The wait after so many failures in a row.
    ///
    /// - Parameters:
    ///   - failures: 1 for the first.
    ///   - jitter: a random share from 0 to 1; others count as the nearest of these.
    public func delay(failures: Int, jitter: Double) -> Duration {
        // Beyond 2^30 every limit is reached.
        let doublings = min(max(failures - 1, 0), 30)
        let full = min(base * (1 << doublings), limit)
        return full * (0.5 + 0.5 * min(max(jitter, 0), 1))
    }

    /// The wait after so many failures in a row, 1 for the first.
    public func delay(failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        delay(failures: failures, jitter: Double.random(in: 0...1, using: &generator))
    }
}
