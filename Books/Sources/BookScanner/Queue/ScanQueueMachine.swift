import Foundation
import ScanProtocol

/// Decides what a queue of photos does next: which is uploaded, whose recognition is followed, how long the server is
/// left alone, and what the user sees meanwhile. It does nothing itself, reads no clock, and never waits.
///
/// A job's way; each attempt may end early, and then the job waits where the attempt began:
/// ```
///            upload              acknowledged           follow               result stored          all before are
///            finished
///   captured ──────▶ uploading ──────────────▶ uploaded ──────▶ following ──────────────▶ recognized ──────▶ done
///      ▲                 │                         │                │
///      └──── retry ──────┴──── failed ◀────────────┴────────────────┘
/// ```
///
/// Order (R-SCAN-4): uploads go out one at a time in the order of captures, and jobs are done in that order. At most
/// ``ScanQueuePolicy/window`` photos are with the server at once. A failure that passes stops the whole queue for a
/// while, so that nothing overtakes; a job that failed for good lets those behind it pass.
///
/// One process at a time sends: the one that has the lease. Without it no attempt begins, and those under way are
/// stopped.
public struct ScanQueueMachine: Sendable {
    let policy: ScanQueuePolicy
    var jobs: [Job] = []
    var lease = Lease()
    var outage = Outage()
    /// Whether the store may know of jobs that are not known here.
    var mustReload = false
    private var lastAttempt: ScanAttemptNumber = 0
    private var alarm: Duration?
    /// The store numbers jobs as it commits them: whoever knows of one knows of all before it.
    private var latestSequence = Int64.min
    /// The latest uptime of any event.
    private(set) var now = Duration.zero

    /// An empty queue.
    public init(policy: ScanQueuePolicy = ScanQueuePolicy()) {
        self.policy = policy
    }

    struct Job: Sendable, Hashable {
        enum Phase: Sendable, Hashable {
            case captured
            case uploading(ScanAttemptNumber, fraction: Double)
            case uploaded
            case following(ScanAttemptNumber)
            case recognized
            case failed(ScanFailure, isUploaded: Bool)
        }

        let id: UUID
        let sequence: Int64
        var phase: Phase
        /// What the recogniser has reported; outlives a broken connection.
        var recognition = RecognitionProgress(0)
        /// How often the server has failed on this photo or forgotten it since it was last acknowledged.
        var errors = 0

        var attempt: ScanAttemptNumber? {
            switch phase {
            case .uploading(let attempt, _), .following(let attempt): attempt
            case .captured, .uploaded, .recognized, .failed: nil
            }
        }

        var hasFailed: Bool {
            switch phase {
            case .failed: true
            case .captured, .uploading, .uploaded, .following, .recognized: false
            }
        }
    }

    /// Takes an event, and answers what has to be done, in this order.
    ///
    /// Any event is legal at any time, twice, and late: what does not matter now is ignored.
    ///
    /// - Parameters:
    ///   - event: what has happened.
    ///   - uptime: when. Should it go back, time stands still until it has caught up.
    ///   - jitter: a random fraction from 0 up to 1, drawn for this event.
    public mutating func handle(_ event: ScanQueueEvent, uptime: Duration, jitter: Double) -> [ScanQueueEffect] {
        now = max(now, uptime)
        var effects: [ScanQueueEffect] = []
        expireLease(&effects)
        switch event {
        case .started(let pending, let pause): start(pending, pause: pause, &effects)
        case .captured(let job): if job.sequence > latestSequence { add(job) }
        case .leaseClaimed(let pending): leaseClaimed(pending, &effects)
        case .network(let isReachable): networkChanged(isReachable: isReachable, &effects)
        case .storageFailed: mustReload = true
        case .woke: alarm = nil
        case .answered(let id, let attempt): answered(id, attempt)
        case .uploadProgress(let id, let attempt, let fraction): uploadProgress(id, attempt, fraction)
        case .uploaded(let id, let attempt): uploaded(id, attempt)
        case .recognitionProgress(let id, let attempt, let progress): recognitionProgress(id, attempt, progress)
        case .recognized(let id, let attempt): recognized(id, attempt)
        case .attemptFailed(let id, let attempt, let error): attemptFailed(id, attempt, error, jitter: jitter, &effects)
        case .retry(let id): retry(id, &effects)
        case .cancel(let id): cancel(id, &effects)
        }
        advance(&effects)
        return effects
    }

    // MARK: - Jobs

    private mutating func start(_ pending: [PendingScanJob], pause: Duration?, _ effects: inout [ScanQueueEffect]) {
        for job in pending { add(job) }
        if let pause { outage.pause(until: now + min(pause, policy.longestRetryAfter)) }
        replay(&effects)
    }

    /// Adds a job at its place, unless it is known.
    private mutating func add(_ pending: PendingScanJob) {
        latestSequence = max(latestSequence, pending.sequence)
        guard !jobs.contains(where: { $0.id == pending.id }) else { return }
        let place = jobs.lastIndex { $0.sequence < pending.sequence }.map { $0 + 1 } ?? 0
        jobs.insert(Job(id: pending.id, sequence: pending.sequence, phase: pending.stage.phase), at: place)
    }

    /// Takes over how the store has the jobs; attempts that are under way go on.
    mutating func refresh(_ pending: [PendingScanJob], _ effects: inout [ScanQueueEffect]) {
        let stored = Dictionary(pending.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for job in jobs where stored[job.id] == nil {
            if let attempt = job.attempt { effects.append(.stop(job.id, attempt)) }
        }
        jobs.removeAll { stored[$0.id] == nil }
        for index in jobs.indices where jobs[index].attempt == nil {
            if let job = stored[jobs[index].id] { jobs[index].phase = job.stage.phase }
        }
        for job in pending { add(job) }
    }

    /// What failed without being hopeless is tried again.
    mutating func replay(_ effects: inout [ScanQueueEffect]) {
        for job in jobs {
            if case .failed(let failure, _) = job.phase, !failure.isPermanent { requeue(job.id, &effects) }
        }
    }

    mutating func requeue(_ id: UUID, _ effects: inout [ScanQueueEffect]) {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
        guard case .failed(_, let isUploaded) = jobs[index].phase else { return }
        jobs[index].phase = isUploaded ? .uploaded : .captured
        jobs[index].errors = 0
        jobs[index].recognition = RecognitionProgress(0)
        effects.append(.requeue(id))
    }

    private mutating func retry(_ id: UUID, _ effects: inout [ScanQueueEffect]) {
        requeue(id, &effects)
        // Whoever asks for it now does not wait for the back-off; the server's own wish is still obeyed.
        outage.endBackoff()
    }

    private mutating func cancel(_ id: UUID, _ effects: inout [ScanQueueEffect]) {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
        if case .recognized = jobs[index].phase { return }
        if let attempt = jobs[index].attempt { effects.append(.stop(id, attempt)) }
        jobs.remove(at: index)
        effects.append(.remove(id))
    }

    // MARK: - Attempts

    /// The place of the job that an attempt is for; `nil` for an attempt that is over.
    func index(of id: UUID, _ attempt: ScanAttemptNumber) -> Int? {
        jobs.firstIndex { $0.id == id && $0.attempt == attempt }
    }

    private mutating func answered(_ id: UUID, _ attempt: ScanAttemptNumber) {
        if index(of: id, attempt) != nil { outage.serverAnswered() }
    }

    private mutating func uploadProgress(_ id: UUID, _ attempt: ScanAttemptNumber, _ fraction: Double) {
        guard let index = index(of: id, attempt), case .uploading(_, let former) = jobs[index].phase else { return }
        jobs[index].phase = .uploading(attempt, fraction: max(former, min(fraction, 1)))
        outage.serverAnswered()
    }

    private mutating func uploaded(_ id: UUID, _ attempt: ScanAttemptNumber) {
        guard let index = index(of: id, attempt), case .uploading = jobs[index].phase else { return }
        jobs[index].phase = .uploaded
        jobs[index].errors = 0
        outage.serverAnswered()
    }

    private mutating func recognitionProgress(
        _ id: UUID,
        _ attempt: ScanAttemptNumber,
        _ progress: RecognitionProgress
    ) {
        guard let index = index(of: id, attempt), case .following = jobs[index].phase else { return }
        // A worker that takes over from another begins again, so this may go back.
        jobs[index].recognition = RecognitionProgress(min(max(progress.fraction, 0), 1), stage: progress.stage)
        outage.serverAnswered()
    }

    private mutating func recognized(_ id: UUID, _ attempt: ScanAttemptNumber) {
        guard let index = index(of: id, attempt), case .following = jobs[index].phase else { return }
        jobs[index].phase = .recognized
        outage.serverAnswered()
    }

    /// A number for a new attempt.
    mutating func nextAttempt() -> ScanAttemptNumber {
        lastAttempt += 1
        return lastAttempt
    }

    // MARK: - The alarm

    /// Asks to be woken when the next thing is due, unless that is asked for already.
    mutating func setAlarm(_ effects: inout [ScanQueueEffect]) {
        let next = nextDeadline
        guard next != alarm else { return }
        alarm = next
        effects.append(.wake(at: next))
    }
}

extension PendingScanJob.Stage {
    var phase: ScanQueueMachine.Job.Phase {
        switch self {
        case .captured: .captured
        case .uploaded: .uploaded
        case .recognized: .recognized
        case .failed(let failure, let isUploaded): .failed(failure, isUploaded: isUploaded)
        }
    }
}
