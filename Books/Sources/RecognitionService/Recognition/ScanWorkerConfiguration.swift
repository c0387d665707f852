public import ScanProtocol

/// What workers do with time.
public struct ScanWorkerConfiguration: Sendable {
    /// How many photos are recognised at once.
    public var count: Int
    /// How long a job stays with a worker that shows no sign of life.
    public var leaseTime: Duration
    /// How long a recognition may take. One that takes longer is cancelled, and has failed.
    public var timeLimit: Duration
    /// How long a cancelled recognition is waited for. One that does not end is left behind.
    public var cancellationGrace: Duration
    /// How many recognitions may have been left behind before no further one is begun.
    public var maximumAbandoned: Int
    /// How long workers without news wait before they look again.
    public var pollInterval: Duration
    /// How many failures a scan may have.
    public var maximumFailures: Int
    /// How long to wait after a failure.
    public var backoff: RetryBackoff
    /// The smallest progress that is worth an event.
    public var progressStep: Double
    /// Whether photos stay when their scan is over. Nobody asks the service for them any more: the client has its own.
    public var keepsPhotos: Bool

    /// Makes a configuration.
    public init(
        count: Int = 1,
        leaseTime: Duration = .seconds(30),
        timeLimit: Duration = .seconds(300),
        cancellationGrace: Duration = .seconds(5),
        maximumAbandoned: Int = 2,
        pollInterval: Duration = .seconds(1),
        maximumFailures: Int = 5,
        backoff: RetryBackoff = RetryBackoff(),
        progressStep: Double = 0.1,
        keepsPhotos: Bool = false
    ) {
        self.count = count
        self.leaseTime = leaseTime
        self.timeLimit = timeLimit
        self.cancellationGrace = cancellationGrace
        self.maximumAbandoned = maximumAbandoned
        self.pollInterval = pollInterval
        self.maximumFailures = maximumFailures
        self.backoff = backoff
        self.progressStep = progressStep
        self.keepsPhotos = keepsPhotos
    }
}
