import Synchronization

/// A bucket of tokens for each client. Callable from any thread.
final class RateLimiter: Sendable {
    /// How many clients are remembered before the full buckets among them are forgotten.
    private static let clientLimit = 10_000

    private let rate: TokenBucket.Rate
    private let now: @Sendable () -> Duration
    private let buckets = Mutex<[String: TokenBucket]>([:])

    init(rate: TokenBucket.Rate, clock: any Clock<Duration>) {
        self.rate = rate
        now = clock.stopwatch()
    }

    /// Consumes a token of a client; nil if there was one, otherwise how long to wait.
    func consume(client: String) -> Duration? {
        let now = now()
        return buckets.withLock { buckets in
            if buckets[client] == nil, buckets.count >= Self.clientLimit {
                buckets = buckets.filter { !$0.value.isFull(now: now) }
                // So many clients at once are one that has many addresses.
                if buckets.count >= Self.clientLimit { return rate.interval }
            }
            return buckets[client, default: TokenBucket(rate: rate, now: now)].consume(now: now)
        }
    }
}
