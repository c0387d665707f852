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

extension ScanQueueMachine {
    /// The right to send.
    struct Lease: Sendable, Hashable {
        /// Until when it is held without being renewed; `nil` when it is not held.
        var heldUntil: Duration?
        /// When to renew it, or to ask for it again.
        var claimAt: Duration?
        /// Whether an answer is awaited.
        var isClaiming = false
    }

    var holdsLease: Bool { lease.heldUntil != nil }

    /// Whether there is anything that this process could send.
    private var hasWork: Bool { mustReload || jobs.contains { !$0.hasFailed } }

    // MARK: - The lease

    mutating func leaseClaimed(_ pending: [PendingScanJob]?, _ effects: inout [ScanQueueEffect]) {
        guard lease.isClaiming else { return }
        lease.isClaiming = false
        lease.claimAt = now + policy.leaseRenewal
        guard let pending else { return loseLease(&effects) }
        lease.heldUntil = now + policy.leaseDuration
        mustReload = false
        refresh(pending, &effects)
    }

    mutating func loseLease(_ effects: inout [ScanQueueEffect]) {
        lease.heldUntil = nil
        lease.claimAt = lease.claimAt ?? now + policy.leaseRenewal
        for index in jobs.indices {
            guard let attempt = jobs[index].attempt else { continue }
            effects.append(.stop(jobs[index].id, attempt))
            _ = jobs[index].endAttempt()
        }
    }

    /// A process that slept may have lost the lease to another.
    mutating func expireLease(_ effects: inout [ScanQueueEffect]) {
        guard let end = lease.heldUntil, end <= now else { return }
        loseLease(&effects)
        lease.claimAt = now
    }

    private mutating func claimLease(_ effects: inout [ScanQueueEffect]) {
        guard hasWork else {
            if holdsLease { effects.append(.releaseLease) }
            lease = Lease()
            return
        }
        guard !lease.isClaiming, (lease.claimAt ?? now) <= now else { return }
        lease.isClaiming = true
        effects.append(.claimLease)
    }

    // MARK: - Steps

    /// Does whatever can be done now.
    mutating func advance(_ effects: inout [ScanQueueEffect]) {
        if holdsLease {
            finish(&effects)
            beginAttempts(&effects)
        }
        claimLease(&effects)
        setAlarm(&effects)
    }

    /// Jobs are done in the order of captures.
    private mutating func finish(_ effects: inout [ScanQueueEffect]) {
        var index = 0
        while index < jobs.count {
            switch jobs[index].phase {
            case .recognized: effects.append(.finish(jobs.remove(at: index).id))
            case .failed: index += 1
            case .captured, .uploading, .uploaded, .following: return
            }
        }
    }

    private mutating func beginAttempts(_ effects: inout [ScanQueueEffect]) {
        guard outage.blocked(at: now) == nil else { return }
        // On trial, a single attempt shows whether there is a network.
        var allowance = outage.isOffline ? 1 : Int.max
        if outage.isOffline, jobs.contains(where: { $0.attempt != nil }) { return }
        // Behind the first when that was tried again after a failure.
        let isUploading = jobs.contains {
            if case .uploading = $0.phase { true } else { false }
        }
        var withServer = 0
        for index in jobs.indices where allowance > 0 {
            switch jobs[index].phase {
            case .failed: continue
            case .recognized: withServer += 1
            case .following: withServer += 1
            case .uploaded:
                withServer += 1
                let attempt = nextAttempt()
                jobs[index].phase = .following(attempt)
                effects.append(.follow(jobs[index].id, attempt))
                allowance -= 1
            case .uploading: return
            case .captured:
                // The first that is not uploaded; none behind it may overtake.
                guard !isUploading, withServer < policy.window else { return }
                let attempt = nextAttempt()
                jobs[index].phase = .uploading(attempt, fraction: 0)
                effects.append(.upload(jobs[index].id, attempt))
                outage.trialBegan(nextAt: now + policy.offlineTrial)
                return
            }
        }
        if allowance == 0 { outage.trialBegan(nextAt: now + policy.offlineTrial) }
    }

    // MARK: - Deadlines

    var nextDeadline: Duration? {
        var deadlines: [Duration] = []
        if hasWork {
            if !lease.isClaiming, let claim = lease.claimAt { deadlines.append(claim) }
            if let end = lease.heldUntil { deadlines.append(end) }
            if let end = outage.blocked(at: now) {
                deadlines.append(end)
                if rateLimit != nil || !isOffline { deadlines.append(now + policy.countdownStep) }
            }
        }
        return deadlines.filter { $0 > now }.min()
    }
}

extension ScanQueueMachine {
    /// Why nothing is sent at present, and until when.
    struct Outage: Sendable, Hashable {
        /// Whether there is a network, as far as is told.
        private(set) var isReachable = true
        /// Whether the last attempt got no answer.
        private(set) var lastAttemptGotNoAnswer = false
        /// Until when the server wants to be left alone (R-SCAN-5).
        private(set) var pausedUntil: Duration?
        /// Until when a failure is waited out.
        private(set) var backoffUntil: Duration?
        /// When a photo is sent on trial although there is said to be no network.
        private(set) var trialAt: Duration?
        /// Failures of network and server since the last answer.
        private(set) var failures = 0
        /// Answers 429 since the last other answer.
        private(set) var refusals = 0

        var isOffline: Bool { !isReachable || lastAttemptGotNoAnswer }

        /// When the next attempt may begin; `nil` for now.
        func blocked(at now: Duration) -> Duration? {
            let ends = [pausedUntil, backoffUntil, isReachable ? nil : trialAt]
            return ends.compactMap { $0 }.filter { $0 > now }.max()
        }

        /// Whatever tells of networks is wrong when a server answers.
        mutating func serverAnswered() {
            isReachable = true
            trialAt = nil
            failures = 0
            refusals = 0
            lastAttemptGotNoAnswer = false
            backoffUntil = nil
        }

        mutating func pause(until end: Duration) {
            pausedUntil = max(pausedUntil ?? end, end)
        }

        mutating func refused(until end: Duration) {
            refusals += 1
            lastAttemptGotNoAnswer = false
            pause(until: end)
        }

        mutating func failed(until end: Duration, gotNoAnswer: Bool) {
            failures += 1
            lastAttemptGotNoAnswer = gotNoAnswer
            backoffUntil = max(backoffUntil ?? end, end)
        }

        mutating func endBackoff() { backoffUntil = nil }

        /// - Returns: whether the network has come back.
        mutating func network(isReachable: Bool, trialAt: Duration) -> Bool {
            let cameBack = isReachable && isOffline
            if !isReachable && self.isReachable { self.trialAt = trialAt }
            self.isReachable = isReachable
            if cameBack {
                failures = 0
                lastAttemptGotNoAnswer = false
                backoffUntil = nil
                self.trialAt = nil
            }
            return cameBack
        }

        mutating func trialBegan(nextAt: Duration) {
            if !isReachable { trialAt = nextAt }
        }
    }

    mutating func networkChanged(isReachable: Bool, _ effects: inout [ScanQueueEffect]) {
        guard outage.network(isReachable: isReachable, trialAt: now + policy.offlineTrial) else { return }
        replay(&effects)
    }

    mutating func attemptFailed(
        _ id: UUID,
        _ attempt: ScanAttemptNumber,
        _ error: ScanAttemptError,
        jitter: Double,
        _ effects: inout [ScanQueueEffect]
    ) {
        // What the server wishes holds also when the attempt was stopped meanwhile.
        if case .rateLimited(let retryAfter) = error { obey(retryAfter, jitter: jitter, &effects) }
        guard let index = index(of: id, attempt) else { return }
        let isUploaded = jobs[index].endAttempt()
        switch error {
        case .network, .interrupted, .storage:
            backOff(atLeast: nil, gotNoAnswer: error == .network, jitter: jitter)
        case .rateLimited: break
        case .server(let status, let retryAfter):
            backOff(atLeast: retryAfter, gotNoAnswer: false, jitter: jitter)
            // Any other status speaks of the server, not of the photo.
            if status == 500 { countError(index, .serverErrors(status: status), isUploaded: isUploaded, &effects) }
        case .forgotten:
            jobs[index].phase = .captured
            effects.append(.forgetUpload(id))
            backOff(atLeast: nil, gotNoAnswer: false, jitter: jitter)
            countError(index, .forgotten, isUploaded: false, &effects)
        case .failed(let failure):
            if failure != .photoUnreadable { outage.serverAnswered() }
            fail(index, failure, isUploaded: isUploaded, &effects)
        case .leaseLost:
            loseLease(&effects)
        }
    }

    private mutating func backOff(atLeast least: Duration?, gotNoAnswer: Bool, jitter: Double) {
        let delay = policy.backoff.delay(failures: outage.failures + 1, jitter: jitter)
        let asked = min(least ?? .zero, policy.longestRetryAfter)
        outage.failed(until: now + max(delay, asked), gotNoAnswer: gotNoAnswer)
    }

    /// Leaves the server alone as long as it says, and a little longer, so that not all clients return at one moment.
    private mutating func obey(_ retryAfter: Duration?, jitter: Double, _ effects: inout [ScanQueueEffect]) {
        let own = policy.rateLimitBackoff.delay(failures: outage.refusals + 1, jitter: jitter)
        let delay =
            retryAfter.map { min(max($0, .zero), policy.longestRetryAfter) + .seconds(min(max(jitter, 0), 1)) } ?? own
        outage.refused(until: now + delay)
        effects.append(.storePause(delay))
        // What is being sent would go on asking; what is only followed asks for nothing.
        for index in jobs.indices {
            guard case .uploading(let attempt, _) = jobs[index].phase else { continue }
            effects.append(.stop(jobs[index].id, attempt))
            _ = jobs[index].endAttempt()
        }
    }

    private mutating func countError(
        _ index: Int,
        _ failure: ScanFailure,
        isUploaded: Bool,
        _ effects: inout [ScanQueueEffect]
    ) {
        jobs[index].errors += 1
        guard jobs[index].errors >= policy.errorsPerScan else { return }
        fail(index, failure, isUploaded: isUploaded, &effects)
    }

    private mutating func fail(
        _ index: Int,
        _ failure: ScanFailure,
        isUploaded: Bool,
        _ effects: inout [ScanQueueEffect]
    ) {
        // What failed for good is sent anew when the user tries again: asked once more, the server would only repeat
        // itself.
        jobs[index].phase = .failed(failure, isUploaded: isUploaded && !failure.isPermanent)
        effects.append(.fail(jobs[index].id, failure))
    }
}

extension ScanQueueMachine.Job {
    /// The job waits again where its attempt began.
    ///
    /// - Returns: whether the server has acknowledged the photo.
    mutating func endAttempt() -> Bool {
        switch phase {
        case .uploading: phase = .captured
        case .following: phase = .uploaded
        case .captured, .uploaded, .recognized, .failed: break
        }
        return phase == .uploaded
    }
}

extension ScanQueueMachine {
    /// Whether photos wait for the network.
    public var isOffline: Bool { outage.isOffline }

    /// How long the server is still to be left alone (R-SCAN-5); `nil` when it is not.
    public var rateLimit: Duration? {
        outage.pausedUntil.flatMap { $0 > now ? $0 - now : nil }
    }

    /// What the user sees of each unfinished job, in the order of captures.
    public var states: [(id: UUID, state: ScanJobState)] {
        var isFirst = true
        return jobs.map { job in
            defer { if !job.hasFailed { isFirst = false } }
            return (job.id, state(of: job, isFirst: isFirst))
        }
    }

    private func state(of job: Job, isFirst: Bool) -> ScanJobState {
        switch job.phase {
        case .failed(let failure, _): .failed(failure)
        case .uploading(_, let fraction): .uploading(fraction: fraction)
        case .following: recognizing(job)
        case .recognized: .recognizing(fraction: 1, stage: nil)
        case .captured: waiting(isFirst: isFirst) ?? .queued
        case .uploaded: waiting(isFirst: isFirst) ?? recognizing(job)
        }
    }

    private func recognizing(_ job: Job) -> ScanJobState {
        .recognizing(fraction: job.recognition.fraction, stage: job.recognition.stage)
    }

    /// What keeps a job waiting, other than its turn.
    private func waiting(isFirst: Bool) -> ScanJobState? {
        if let rateLimit { return .rateLimited(remaining: rateLimit) }
        if isOffline { return .waitingForNetwork }
        // Whoever is not first waits for those before, whatever these wait for.
        if isFirst, let end = outage.backoffUntil, end > now { return .retrying(remaining: end - now) }
        return nil
    }
}
