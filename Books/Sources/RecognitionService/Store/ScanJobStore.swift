public import ScanProtocol
import Synchronization

/// Why a store refuses.
public enum ScanJobStoreError: Error, Sendable, Hashable {
    /// The key belongs to a scan with another length or other metadata.
    case keyReused
    /// There is no such scan, or its client has given it up.
    case noSuchScan
    /// The upload is not where the caller believes it to be.
    case offsetConflict(current: Int64)
    /// The scan has been given to another worker, or is over.
    case leaseLost
}

/// Keeps scans, their order and their events. Several processes may use one store at once.
///
/// Every method is one transaction, which is durable when the method returns. Callable from any task.
public protocol ScanJobStore: Sendable {
    /// Stores a new scan, or gives the one that the same key made before.
    ///
    /// Throws ``ScanJobStoreError/keyReused`` when that one has another length or other metadata.
    func create(_ scan: NewScan) async throws -> ScanRecord

    /// The scan of a name; nil if there was never one.
    func scan(_ id: ScanID) async throws -> ScanRecord?

    /// Notes that bytes of the photo are stored. Throws ``ScanJobStoreError/offsetConflict(current:)`` when others were faster.
    func advance(_ id: ScanID, from offset: Int64, to end: Int64) async throws

    /// Puts a complete photo at the end of the queue. Does nothing if it is in there or has been.
    func enqueue(_ id: ScanID) async throws

    /// Ends an upload that can never be recognised. Does nothing when the photo is complete.
    func reject(_ id: ScanID, _ problem: ProblemDetails) async throws

    /// Forgets a scan but for its key. A worker that has it loses its lease.
    func terminate(_ id: ScanID) async throws

    /// Forgets uploads of which no byte has come for ``ScanJobStorePolicy/uploadLifetime``, with their keys: a client that comes back
    /// begins again.
    ///
    /// - Returns: every one whose photo is still to be removed, also those that earlier calls gave.
    func expireUploads() async throws -> [ScanID]

    /// Notes that the photo of an expired upload is removed.
    func forgetExpiredUpload(_ id: ScanID) async throws

    /// Gives the first job that is due to a worker: one that waits, or one whose worker did not renew its lease in time.
    ///
    /// - Parameter duration: the time until the lease has to be renewed.
    /// - Returns: nil if no job is due.
    func lease(for duration: Duration) async throws -> ScanLease?

    /// Gives a lease more time, from now on. Throws ``ScanJobStoreError/leaseLost``.
    func renew(_ lease: ScanLease, for duration: Duration) async throws

    /// Tells how far a worker is. Throws ``ScanJobStoreError/leaseLost``.
    func report(_ lease: ScanLease, _ progress: RecognitionProgress) async throws

    /// Stores the result. Throws ``ScanJobStoreError/leaseLost``, so that no scan has two.
    func finish(_ lease: ScanLease, _ result: PhotoResult) async throws

    /// Gives a job back. Throws ``ScanJobStoreError/leaseLost``.
    ///
    /// - Parameters:
    ///   - problem: what kept the worker from it; nil if it merely stops, which counts neither as a failure nor
    ///     as an attempt.
    ///   - delay: when the next attempt is due, at most ``ScanJobStorePolicy/longestWait``; nil if there shall be none.
    ///     Without a problem there is always one.
    func release(_ lease: ScanLease, _ problem: ProblemDetails?, retryAfter delay: Duration?) async throws

    /// The events of a scan after an id, in order.
    func events(of id: ScanID, after eventID: Int64) async throws -> [StoredScanEvent]

    /// An element whenever something may have changed; those that nobody has read yet are one.
    ///
    /// - Parameter id: the scan; nil for all.
    func changes(of id: ScanID?) -> AsyncStream<Void>
}

/// What stores decide by themselves.
public struct ScanJobStorePolicy: Sendable, Hashable {
    /// How many leases of a scan may end without a word of their worker before its photo is taken for one that kills workers.
    public var maximumAttempts: Int
    /// No lease and no delay is longer. One that seems to be was made before the clock went back, and is over.
    public var longestWait: Duration
    /// How long an upload is kept after its last byte.
    public var uploadLifetime: Duration

    /// Makes a policy.
    public init(
        maximumAttempts: Int = 100,
        longestWait: Duration = .seconds(3600),
        uploadLifetime: Duration = .seconds(24 * 3600)
    ) {
        self.maximumAttempts = maximumAttempts
        self.longestWait = longestWait
        self.uploadLifetime = uploadLifetime
    }

    /// Why a scan whose workers all died has failed.
    public static let abandoned = ProblemDetails(
        type: ScanProblem.recognitionFailed.type,
        title: ScanProblem.recognitionFailed.title,
        status: ScanProblem.recognitionFailed.status.code,
        detail: "No worker has survived the recognition of this photo. Take it again, or in another format."
    )
}

/// A worker's right to recognise a photo, for a time that it has to renew.
public struct ScanLease: Sendable, Hashable {
    /// The scan.
    public let scan: ScanID
    /// The photo's name as the client gave it; the scan's name if it gave none.
    public let photoName: String
    /// What tells this lease from all others of the scan.
    public let token: String
    /// How many leases the scan has had, this one included and those given back without a failure excluded.
    public let attempt: Int
    /// How many of them ended with a reported failure.
    public let failures: Int

    /// Makes a lease.
    public init(scan: ScanID, photoName: String, token: String, attempt: Int, failures: Int) {
        self.scan = scan
        self.photoName = photoName
        self.token = token
        self.attempt = attempt
        self.failures = failures
    }
}

/// An event as it is stored.
public struct StoredScanEvent: Sendable, Hashable {
    /// Rises with each event of the scan, also over restarts.
    public let id: Int64
    /// What happened.
    public let event: ScanEvent

    /// Makes an event.
    public init(id: Int64, event: ScanEvent) {
        self.id = id
        self.event = event
    }
}

/// Wakes those who wait for news of scans. Callable from any thread.
final class ScanChanges: Sendable {
    private struct Listener {
        let scan: ScanID?
        let continuation: AsyncStream<Void>.Continuation
    }

    private struct Listeners {
        var next: UInt64 = 0
        var list: [UInt64: Listener] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// An element whenever something may have changed in a scan, or in any.
    func stream(of scan: ScanID?) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let key = listeners.withLock { listeners in
            listeners.next += 1
            listeners.list[listeners.next] = Listener(scan: scan, continuation: continuation)
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            // Released unlocked: its end may call this again.
            let former = self?.listeners.withLock { $0.list.removeValue(forKey: key) }
            withExtendedLifetime(former) {}
        }
        return stream
    }

    /// Wakes those who wait for a scan, and those who wait for any; all of them if nobody knows which it was.
    func notify(_ scan: ScanID?) {
        let continuations = listeners.withLock { listeners in
            listeners.list.values.filter { scan == nil || $0.scan == nil || $0.scan == scan }.map(\.continuation)
        }
        for continuation in continuations { continuation.yield() }
    }
}
