public import ScanProtocol

/// The bounds that a queue works within.
public struct ScanQueuePolicy: Sendable, Hashable {
    /// How many photos may be with the server at once: uploaded, without a result yet. Uploads go out one at a time.
    public var window = 3
    /// After failures of network and server.
    public var backoff = RetryBackoff(base: .seconds(1), limit: .seconds(60))
    /// After an answer 429 without `Retry-After`.
    public var rateLimitBackoff = RetryBackoff(base: .seconds(10), limit: .seconds(300))
    /// A longer `Retry-After` than this is not believed.
    public var longestRetryAfter = Duration.seconds(86_400)
    /// How often the server may fail on one photo (500) or forget it before the photo is put aside.
    public var errorsPerScan = 8
    /// How often a photo is sent on trial while the network is said to be away: what tells of networks may be wrong.
    public var offlineTrial = Duration.seconds(60)
    /// How long the right to send lasts without being renewed.
    public var leaseDuration = Duration.seconds(15)
    /// How often the right to send is renewed, or asked for while another process has it.
    public var leaseRenewal = Duration.seconds(5)
    /// How often a countdown is shown anew.
    public var countdownStep = Duration.seconds(1)

    /// The usual bounds.
    public init() {}
}
