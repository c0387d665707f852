import Synchronization

/// What the service takes and how it answers.
public struct RecognitionConfiguration: Sendable {
    /// The form of `Retry-After`.
    public enum RetryAfterForm: Sendable {
        /// Whole seconds.
        case seconds
        /// A date.
        case date
    }

    /// The secret that clients show as a bearer token; nil if they need none.
    public var token: String?
    /// The most bytes of a photo.
    public var maximumPhotoSize: Int64
    /// How many requests a client may send; nil for any number.
    public var rate: TokenBucket.Rate?
    /// How a client is told when it may come back.
    public var retryAfterForm: RetryAfterForm
    /// The time between two signs of life of a stream of events.
    public var heartbeat: Duration
    /// How long a client waits before it reconnects to a stream.
    public var reconnectionDelay: Duration

    /// Makes a configuration.
    public init(
        token: String? = nil,
        maximumPhotoSize: Int64 = 25 << 20,
        rate: TokenBucket.Rate? = TokenBucket.Rate(burst: 120, interval: .milliseconds(100)),
        retryAfterForm: RetryAfterForm = .seconds,
        heartbeat: Duration = .seconds(10),
        reconnectionDelay: Duration = .seconds(1)
    ) {
        self.token = token
        self.maximumPhotoSize = maximumPhotoSize
        self.rate = rate
        self.retryAfterForm = retryAfterForm
        self.heartbeat = heartbeat
        self.reconnectionDelay = reconnectionDelay
    }
}

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
