import Foundation
public import Logging
public import ScanProtocol
public import ServiceLifecycle
import Synchronization

/// Workers: each takes the first job from a store, recognises its photo and stores the result, again and again. When they look for
/// jobs they also remove uploads that have expired.
///
/// Whatever becomes of a worker, the store gives its job to another when the lease is over.
public struct ScanWorkers: Service {
    let store: any ScanJobStore
    let photos: any PhotoStorage
    let recognizer: any BookRecognizer
    let configuration: ScanWorkerConfiguration
    let clock: any Clock<Duration>
    let logger: Logger
    let availability: RecognizerAvailability

    /// Prepares workers; nothing happens before ``run()``.
    public init(
        store: any ScanJobStore,
        photos: any PhotoStorage,
        recognizer: any BookRecognizer,
        configuration: ScanWorkerConfiguration = ScanWorkerConfiguration(),
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger
    ) {
        self.store = store
        self.photos = photos
        self.recognizer = recognizer
        self.configuration = configuration
        self.clock = clock
        self.logger = logger
        availability = RecognizerAvailability(
            backoff: configuration.backoff,
            maximumAbandoned: configuration.maximumAbandoned,
            clock: clock
        )
    }

    /// Works until its task is cancelled or the program shuts down. Jobs that are not finished then go back into the queue.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<configuration.count {
                    group.addTask { await work() }
                }
            }
        }
    }

    private func work() async {
        let (wakes, waking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in store.changes(of: nil) { waking.yield() }
            }
            group.addTask {
                while (try? await clock.sleep(for: configuration.pollInterval)) != nil {
                    waking.yield()
                    await removeExpiredUploads()
                }
            }
            await processDueJobs()
            for await _ in wakes {
                if Task.isCancelled { break }
                await processDueJobs()
            }
            group.cancelAll()
        }
    }

    /// Removes what is left of uploads that were begun and never finished.
    private func removeExpiredUploads() async {
        do {
            for id in try await store.expireUploads() { await removeExpiredUpload(id) }
        } catch is CancellationError {
            return
        } catch {
            logger.error("Expired uploads are not removed", metadata: ["error": "\(error)"])
        }
    }

    /// One that cannot be removed keeps no other.
    private func removeExpiredUpload(_ id: ScanID) async {
        do {
            try await photos.remove(id)
            // Only now: whoever is killed in between leaves it to the next one who looks.
            try await store.forgetExpiredUpload(id)
            logger.info("Expired upload removed", metadata: ["scan": "\(id.text)"])
        } catch {
            logger.error("An expired upload is not removed", metadata: ["scan": "\(id.text)", "error": "\(error)"])
        }
    }

    private func processDueJobs() async {
        do {
            while !Task.isCancelled, availability.isAvailable,
                let lease = try await store.lease(for: configuration.leaseTime)
            {
                await RecognitionAttempt(workers: self, lease: lease).run()
            }
        } catch is CancellationError {
            return
        } catch {
            logger.error("No job can be taken", metadata: ["error": "\(error)"])
        }
    }
}

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

/// A task that may be left behind: unlike `Task.value`, waiting for its value ends when the waiting task is cancelled.
final class DetachableTask<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
        var cancelled: Set<Int> = []
        var next = 0
    }

    private let state = Mutex(State())
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Starts the operation.
    init(_ operation: @escaping @Sendable () async -> Value) {
        let running = Task { self.finish(await operation()) }
        task.withLock { $0 = running }
    }

    /// Asks the operation to end.
    func cancel() { task.withLock { $0 }?.cancel() }

    /// Waits for the value; nil when the waiting task is cancelled before.
    func value() async -> Value? {
        let key = state.withLock { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, value) = state.withLock { state -> (Bool, Value?) in
                    let isCancelled = state.cancelled.remove(key) != nil
                    if state.value == nil, !isCancelled {
                        state.waiters[key] = continuation
                        return (false, nil)
                    }
                    return (true, state.value)
                }
                if isOver { continuation.resume(returning: value) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: key)
                if waiter == nil { state.cancelled.insert(key) }
                return waiter
            }
            waiter?.resume(returning: nil)
        }
    }

    private func finish(_ value: Value) {
        let waiters = state.withLock { state in
            state.value = value
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }
}
