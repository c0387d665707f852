import Foundation
import ScanProtocol
import Synchronization

/// Carries out attempts: what a queue decided, between the store and the service.
///
/// What an attempt has reached is stored before it is reported. An attempt that is stopped leaves the store as good as
/// it found it.
struct ScanUploader: Sendable {
    let store: ScanStore
    let client: ScanClient
    let report: @Sendable (ScanQueueEvent) -> Void

    /// Uploads a job's photo, or the rest of it.
    func upload(_ id: UUID, _ attempt: ScanAttemptNumber) async {
        await run(id, attempt) { () async throws(ScanAttemptError) in
            let (job, photo) = try await job(id)
            try await client.upload(job, photo: photo) { scanID in
                report(.answered(id, attempt))
                try await store.uploadCreated(id, scanID)
            } progress: { fraction in
                report(.uploadProgress(id, attempt, fraction))
            }
            try await stored { () async throws(ScanStoreError) in try await store.uploaded(id) }
            report(.uploaded(id, attempt))
        }
    }

    /// Follows the recognition of a job's photo, and keeps the result.
    func follow(_ id: UUID, _ attempt: ScanAttemptNumber) async {
        await run(id, attempt) { () async throws(ScanAttemptError) in
            guard let job = try await details(id) else { throw .failed(.photoUnreadable) }
            guard let scanID = job.scanID else { throw .forgotten }
            let lastEvent = LastEvent()
            do throws(ScanAttemptError) {
                let result = try await client.follow(scanID, after: job.lastEventID) {
                    report(.answered(id, attempt))
                } event: { event, eventID in
                    lastEvent.id.withLock { $0 = eventID }
                    report(.recognitionProgress(id, attempt, event.progress))
                }
                try await stored { () async throws(ScanStoreError) in try await store.receive(result, for: id) }
            } catch {
                // Only what was told and not what is final is skipped the next time. It is no loss if this cannot be
                // stored.
                let seen = lastEvent.id.withLock { $0 }
                if let seen, !seen.isEmpty { try? await store.received(id, lastEventID: seen) }
                throw error
            }
            report(.recognized(id, attempt))
        }
    }

    private final class LastEvent: Sendable {
        let id = Mutex<String?>(nil)
    }

    private func run(
        _ id: UUID,
        _ attempt: ScanAttemptNumber,
        _ body: () async throws(ScanAttemptError) -> Void
    ) async {
        do { try await body() } catch { report(.attemptFailed(id, attempt, error)) }
    }

    private func stored(_ body: () async throws(ScanStoreError) -> Void) async throws(ScanAttemptError) {
        do { try await body() } catch { throw ScanAttemptError(error) }
    }

    private func details(_ id: UUID) async throws(ScanAttemptError) -> ScanJobDetails? {
        do { return try await store.details(id) } catch { throw ScanAttemptError(error) }
    }

    private func job(_ id: UUID) async throws(ScanAttemptError) -> (ScanJobDetails, Data) {
        guard let job = try await details(id) else { throw .failed(.photoUnreadable) }
        do {
            return (job, try await store.photo(of: id))
        } catch .noSuchJob {
            throw .failed(.photoUnreadable)
        } catch {
            throw ScanAttemptError(error)
        }
    }
}

extension ScanEvent {
    fileprivate var progress: RecognitionProgress {
        switch self {
        case .queued, .failed: RecognitionProgress(0)
        case .recognising(let progress): progress
        case .done: RecognitionProgress(1)
        }
    }
}

/// Bounds how long something may take without a sign of life.
final class ActivityDeadline: Sendable {
    /// There was no sign of life for too long.
    struct Exceeded: Error {}

    private let idle: Duration
    private let clock: ScanClock
    private let due: Mutex<Duration>

    private init(idle: Duration, clock: ScanClock) {
        self.idle = idle
        self.clock = clock
        due = Mutex(clock.now().uptime + idle)
    }

    /// A sign of life.
    func extend() {
        let next = clock.now().uptime + idle
        due.withLock { $0 = next }
    }

    /// Runs an operation, and cancels it once it has given no sign of life for too long.
    ///
    /// - Throws: ``Exceeded``, or what the operation throws.
    static func run<Value: Sendable>(
        idle: Duration,
        clock: ScanClock,
        _ operation: @escaping @Sendable (ActivityDeadline) async throws -> Value
    ) async throws -> Value {
        let deadline = ActivityDeadline(idle: idle, clock: clock)
        return try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await operation(deadline) }
            group.addTask { try await deadline.wait() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    private func wait() async throws -> Never {
        while true {
            let end = due.withLock { $0 }
            guard clock.now().uptime < end else { throw Exceeded() }
            try await clock.sleep(end)
        }
    }
}
