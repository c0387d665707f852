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
