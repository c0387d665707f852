/// How long to wait after failures in a row: exponential, with jitter, and never longer than a limit.
public struct ScanBackoff: Sendable, Hashable {
    /// What the first failure costs at most.
    public var base: Duration
    /// What any failure costs at most.
    public var limit: Duration

    /// A back-off.
    public init(base: Duration, limit: Duration) {
        self.base = base
        self.limit = limit
    }

    /// The delay after so many failures in a row.
    ///
    /// Half of the delay is certain, the other half is random, so that clients which failed together do not return
    /// together.
    ///
    /// - Parameters:
    ///   - failures: 1 for the first.
    ///   - jitter: a random fraction from 0 up to 1.
    public func delay(failures: Int, jitter: Double) -> Duration {
        // Beyond 2^30 every limit is reached.
        let doublings = min(max(failures - 1, 0), 30)
        let full = min(base * (1 << doublings), limit)
        return full * (0.5 + 0.5 * min(max(jitter, 0), 1))
    }
}
