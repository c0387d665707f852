/// How many requests a client may send: a bucket of tokens that fills at a steady rate. Each request takes one.
///
/// Pure: the caller says what time it is, as a duration since any fixed point.
public struct TokenBucket: Sendable, Hashable {
    /// How much a bucket holds, and how fast it fills.
    public struct Rate: Sendable, Hashable {
        /// The most requests at once.
        public let burst: Int
        /// The time in which one token comes.
        public let interval: Duration

        /// Makes a rate.
        ///
        /// - Precondition: `burst` and `interval` are positive.
        public init(burst: Int, interval: Duration) {
            precondition(burst > 0 && interval > .zero, "a bucket holds tokens and fills")
            self.burst = burst
            self.interval = interval
        }
    }

    private let rate: Rate
    /// When the bucket will be full. Each token that is missing moves it by one interval.
    private var fullAt: Duration

    /// A full bucket.
    public init(rate: Rate, now: Duration) {
        self.rate = rate
        fullAt = now
    }

    /// Consumes a token.
    ///
    /// - Returns: nil if there was one, otherwise how long it takes until there is one.
    public mutating func consume(now: Duration) -> Duration? {
        // A clock that went back fills no bucket, and empties none for longer than it takes to fill it.
        let full = min(max(fullAt, now), now + rate.interval * rate.burst)
        let next = full + rate.interval
        let wait = next - (now + rate.interval * rate.burst)
        guard wait <= .zero else {
            fullAt = full
            return wait
        }
        fullAt = next
        return nil
    }

    /// Whether nothing is missing, so that the bucket need not be kept.
    public func isFull(now: Duration) -> Bool { fullAt <= now }
}
