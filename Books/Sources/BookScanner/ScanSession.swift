public import Foundation
public import HTTPTransports
import ScanProtocol

/// Runs the queue of a store: sends photos to a recognition service, keeps the results, and tells what the user sees.
///
/// What happens is handled one event at a time, each with all that follows from it, by ``ScanQueueMachine``. Uploads
/// and streams of events are tasks of their own, which report what happens to them. Functions may be called from any
/// task, before the start and after the end as well: photos are kept in any case.
public actor ScanSession {
    /// Where photos and results are kept.
    public nonisolated let store: ScanStore
    let client: ScanClient
    private let monitor: any NetworkMonitor
    private let clock: ScanClock
    private let random: @Sendable () -> Double

    private var machine: ScanQueueMachine
    private let policy: ScanQueuePolicy
    let events: AsyncStream<ScanQueueEvent>.Continuation
    private let eventStream: AsyncStream<ScanQueueEvent>
    private var loop: Task<Void, Never>?
    private var isStopping = false
    private var network: Task<Void, Never>?
    private var alarm: Task<Void, Never>?
    private var termination: Task<Void, Never>?
    private var attempts: [ScanAttemptNumber: Task<Void, Never>] = [:]

    private var snapshot = ScanSnapshot()
    private var observers: [Int: AsyncStream<ScanSnapshot>.Continuation] = [:]
    private var nextObserver = 0

    /// A session, which ``start()`` starts.
    ///
    /// - Parameters:
    ///   - store: keeps photos and results.
    ///   - configuration: where the service is.
    ///   - transport: sends requests.
    ///   - monitor: tells whether there is a network.
    ///   - policy: the queue's bounds.
    ///   - clock: the time of retries, countdowns and the lease.
    ///   - timeouts: the time that bounds the waiting for the server.
    ///   - random: fractions from 0 up to 1, for jitter.
    public init(
        store: ScanStore,
        configuration: ScanClientConfiguration,
        transport: any HTTPTransport,
        monitor: any NetworkMonitor = AlwaysReachable(),
        policy: ScanQueuePolicy = ScanQueuePolicy(),
        clock: ScanClock = .continuous,
        timeouts: ScanClock = .continuous,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.store = store
        self.monitor = monitor
        self.policy = policy
        self.clock = clock
        self.random = random
        client = ScanClient(configuration: configuration, transport: transport, clock: timeouts)
        machine = ScanQueueMachine(policy: policy)
        (eventStream, events) = AsyncStream.makeStream(of: ScanQueueEvent.self)
    }

    // MARK: - Life

    /// Takes up what former processes have left, and sends from now on. Once.
    ///
    /// - Throws: ``ScanStoreError`` when the store cannot be read; then the session is not started.
    public func start() async throws(ScanStoreError) {
        guard loop == nil else { return }
        events.yield(.started(try await store.pendingJobs(), pause: try await store.pause()))
        loop = Task { [eventStream] in
            for await event in eventStream { await handle(event) }
        }
        network = Task { [monitor, events] in
            for await isReachable in monitor.reachability() { events.yield(.network(isReachable: isReachable)) }
        }
    }

    /// Stops sending. What is under way is taken up at the next start, of this or another process. For good.
    public func stop() async {
        isStopping = true
        events.finish()
        network?.cancel()
        termination?.cancel()
        await termination?.value
        alarm?.cancel()
        attempts.values.forEach { $0.cancel() }
        for attempt in attempts.values { await attempt.value }
        attempts = [:]
        await loop?.value
        await store.releaseLease()
        observers.values.forEach { $0.finish() }
        observers = [:]
    }

    // MARK: - What the user does

    /// Keeps a photo and queues it. When this returns, the photo is on the disk, and will be recognised once.
    ///
    /// - Parameters:
    ///   - photo: the file's bytes.
    ///   - id: a new one; the same photo under the same id is queued once.
    /// - Throws: ``ScanStoreError``; then the photo is not kept.
    @discardableResult
    public func capture(_ photo: Data, _ info: ScanPhotoInfo, id: UUID = UUID()) async throws(ScanStoreError) -> UUID {
        let job = try await store.add(photo, info, id: id)
        // What looks alike is only a hint: the photo is kept whether or not it can be found.
        do { try await store.flagPhotos(like: id) } catch { snapshot.storageFailure = error }
        events.yield(.captured(job))
        await refreshLists()
        return id
    }

    /// Tries a failed job again.
    public func retry(_ id: UUID) { events.yield(.retry(id)) }

    /// Tries all failed jobs again.
    public func retryAll() {
        for (id, state) in machine.states {
            if case .failed = state { events.yield(.retry(id)) }
        }
    }

    /// Gives a job up, and its photo. A job whose result is there stays.
    public func cancel(_ id: UUID) { events.yield(.cancel(id)) }

    /// A recognised book is right.
    public func confirm(_ book: Int64) async throws(ScanStoreError) {
        try await store.confirm(book)
        await refreshLists()
    }

    /// A recognised book is called otherwise.
    public func correct(_ book: Int64, _ title: BookTitle) async throws(ScanStoreError) {
        try await store.correct(book, title)
        await refreshLists()
    }

    /// A recognised book is none.
    public func reject(_ book: Int64) async throws(ScanStoreError) {
        try await store.reject(book)
        await refreshLists()
    }

    /// Decides about a duplicate.
    public func judge(_ duplicate: Int64, _ verdict: DuplicateVerdict) async throws(ScanStoreError) {
        try await store.judge(duplicate, verdict)
        await refreshLists()
    }

    // MARK: - What the user sees

    /// The present snapshot, and each later one. A slow reader gets the latest.
    public func snapshots() -> AsyncStream<ScanSnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(of: ScanSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        nextObserver += 1
        let number = nextObserver
        observers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeObserver(number) }
        }
        continuation.yield(snapshot)
        return stream
    }

    private func removeObserver(_ number: Int) { observers[number] = nil }

    private func refreshLists() async {
        do {
            let info = try await store.pendingInfo()
            snapshot.finishedCount = try await store.finishedCount()
            snapshot.bookCount = try await store.bookCount()
            snapshot.booksToConfirm = try await store.booksToConfirm()
            snapshot.duplicates = try await store.duplicates()
            snapshot.accuracy = try await store.accuracy()
            publish(info)
        } catch {
            snapshot.storageFailure = error
            publish([:])
        }
    }

    private func publish(_ info: [UUID: ScanJobInfo] = [:]) {
        let known = Dictionary(snapshot.jobs.map { ($0.id, $0.info) }, uniquingKeysWith: { first, _ in first })
        snapshot.jobs = machine.states.map { id, state in
            ScanSnapshot.Job(id: id, state: state, info: info[id] ?? known[id] ?? nil)
        }
        snapshot.isOffline = machine.isOffline
        snapshot.rateLimit = machine.rateLimit
        for observer in observers.values { observer.yield(snapshot) }
    }

    // MARK: - The queue

    private func handle(_ event: ScanQueueEvent) async {
        guard !isStopping else { return }
        var next: ScanQueueEvent? = event
        var listsHaveChanged = false
        while let event = next {
            next = nil
            listsHaveChanged = listsHaveChanged || bringsUnlistedJobs(event)
            let effects = machine.handle(event, uptime: clock.now().uptime, jitter: random())
            for effect in effects {
                do {
                    if let answer = try await perform(effect) { next = answer }
                    listsHaveChanged = listsHaveChanged || effect.changesLists
                } catch {
                    snapshot.storageFailure = error == .leaseLost ? snapshot.storageFailure : error
                    events.yield(.storageFailed)
                }
            }
        }
        if listsHaveChanged { await refreshLists() } else { publish() }
        if event.mayAllowTermination { terminateScans() }
    }

    /// Whether an event comes with jobs of a former or another process, of which nothing is listed yet. A lease that is only renewed
    /// comes with none.
    private func bringsUnlistedJobs(_ event: ScanQueueEvent) -> Bool {
        switch event {
        case .started: return true
        case .leaseClaimed(let jobs?):
            let listed = Set(snapshot.jobs.map(\.id))
            return jobs.contains { !listed.contains($0.id) }
        default: return false
        }
    }

    /// - Returns: the answer to a claim of the lease.
    private func perform(_ effect: ScanQueueEffect) async throws(ScanStoreError) -> ScanQueueEvent? {
        switch effect {
        case .upload(let id, let attempt): begin(attempt) { await $0.upload(id, attempt) }
        case .follow(let id, let attempt): begin(attempt) { await $0.follow(id, attempt) }
        case .stop(_, let attempt): attempts.removeValue(forKey: attempt)?.cancel()
        case .finish(let id): try await store.finish(id)
        case .fail(let id, let failure): try await store.fail(id, failure)
        case .requeue(let id): try await store.requeue(id)
        case .forgetUpload(let id): try await store.forgetUpload(id)
        case .remove(let id): try await store.remove(id)
        case .storePause(let length): try await store.storePause(length)
        case .claimLease: return .leaseClaimed(await claimLease())
        case .releaseLease: await store.releaseLease()
        case .wake(let time): setAlarm(time)
        }
        return nil
    }

    private func claimLease() async -> [PendingScanJob]? {
        do {
            let jobs = try await store.claimLease(duration: policy.leaseDuration)
            if jobs != nil { snapshot.storageFailure = nil }
            return jobs
        } catch {
            snapshot.storageFailure = error
            return nil
        }
    }

    /// Tells the server which scans were given up, unless it wants to be left alone. What fails is told at the next
    /// occasion, of this or another process.
    private func terminateScans() {
        guard termination == nil, !machine.isOffline, machine.rateLimit == nil else { return }
        termination = Task { [store, client] in
            do {
                while let id = try await store.terminations().first {
                    try await client.terminate(id)
                    try await store.terminated(id)
                }
            } catch {
                // Nothing waits for it.
            }
            termination = nil
        }
    }

    private func setAlarm(_ time: Duration?) {
        alarm?.cancel()
        alarm = time.map { time in
            Task { [clock, events] in
                do { try await clock.sleep(time) } catch { return }
                events.yield(.woke)
            }
        }
    }

    private func begin(_ attempt: ScanAttemptNumber, _ body: @escaping @Sendable (ScanUploader) async -> Void) {
        let uploader = ScanUploader(store: store, client: client, report: { [events] in events.yield($0) })
        attempts[attempt] = Task {
            await body(uploader)
            attempts[attempt] = nil
        }
    }
}

extension ScanQueueEvent {
    /// Whether the server is likely to answer now, or there is a scan more to be terminated.
    fileprivate var mayAllowTermination: Bool {
        switch self {
        case .started, .cancel, .uploaded, .recognized, .network(isReachable: true): true
        case .captured, .leaseClaimed, .storageFailed, .network(isReachable: false), .woke, .answered, .uploadProgress,
            .recognitionProgress, .attemptFailed, .retry:
            false
        }
    }
}

extension ScanQueueEffect {
    /// Whether what the store lists is another after it.
    fileprivate var changesLists: Bool {
        switch self {
        case .finish, .fail, .requeue, .remove: true
        case .upload, .follow, .stop, .forgetUpload, .storePause, .claimLease, .releaseLease, .wake: false
        }
    }
}

/// The time that a scanner lives in.
public struct ScanClock: Sendable {
    /// The present moment.
    public var now: @Sendable () -> ScanInstant
    /// Returns at an uptime, or throws `CancellationError` when the task is cancelled before.
    public var sleep: @Sendable (_ uptime: Duration) async throws -> Void

    /// A clock.
    public init(
        now: @escaping @Sendable () -> ScanInstant,
        sleep: @escaping @Sendable (_ uptime: Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// Real time, also while the machine sleeps.
    public static let continuous: ScanClock = {
        let clock = ContinuousClock()
        let origin = clock.now
        return ScanClock(
            now: { ScanInstant(uptime: origin.duration(to: clock.now), date: Date()) },
            sleep: { try await clock.sleep(until: origin.advanced(by: $0)) }
        )
    }()
}
