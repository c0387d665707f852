import Foundation
public import ScanProtocol

/// The number of an attempt; none is given twice while a process runs.
public typealias ScanAttemptNumber = UInt64

/// A scan that is not finished, as the store has it.
public struct PendingScanJob: Sendable, Hashable {
    /// How far it has come.
    public enum Stage: Sendable, Hashable {
        /// Not, or not wholly, on the server.
        case captured
        /// Acknowledged by the server.
        case uploaded
        /// Its result is stored, and is to be shown when those before it are finished.
        case recognized
        /// Put aside.
        case failed(ScanFailure, isUploaded: Bool)
    }

    /// Which one.
    public var id: UUID
    /// Its place in the order of captures.
    public var sequence: Int64
    /// How far it has come.
    public var stage: Stage

    /// A scan.
    public init(id: UUID, sequence: Int64, stage: Stage) {
        self.id = id
        self.sequence = sequence
        self.stage = stage
    }
}

/// What happens to a queue.
public enum ScanQueueEvent: Sendable, Hashable {
    /// The process has started; what a former one left is in the store.
    ///
    /// - pause: how long the server's last wish to be left alone still holds, as stored.
    case started([PendingScanJob], pause: Duration?)
    /// A photo and its row are on the disk.
    case captured(PendingScanJob)
    /// The answer to ``ScanQueueEffect/claimLease``: the unfinished scans as they are now if the lease is held, else
    /// `nil`.
    case leaseClaimed([PendingScanJob]?)
    /// An effect could not be stored: the jobs are to be read from the store again.
    case storageFailed
    /// What tells of networks has changed its mind.
    case network(isReachable: Bool)
    /// The time asked for by ``ScanQueueEffect/wake(at:)`` has come.
    case woke

    /// The server has answered, and the attempt goes on.
    case answered(UUID, ScanAttemptNumber)
    /// The server has this fraction of the photo.
    case uploadProgress(UUID, ScanAttemptNumber, Double)
    /// The server has acknowledged the whole photo, and the store knows.
    case uploaded(UUID, ScanAttemptNumber)
    /// The recogniser has come this far.
    case recognitionProgress(UUID, ScanAttemptNumber, RecognitionProgress)
    /// The result is in the store.
    case recognized(UUID, ScanAttemptNumber)
    /// The attempt is over without what it was made for.
    case attemptFailed(UUID, ScanAttemptNumber, ScanAttemptError)

    /// The user tries a failed scan again.
    case retry(UUID)
    /// The user gives a scan up, and the photo with it.
    case cancel(UUID)
}

/// What has to be done for a queue, in the given order.
public enum ScanQueueEffect: Sendable, Hashable {
    /// Upload the photo, from where the server has it.
    case upload(UUID, ScanAttemptNumber)
    /// Follow the events of recognition.
    case follow(UUID, ScanAttemptNumber)
    /// Stop an attempt. It is answered no more.
    case stop(UUID, ScanAttemptNumber)
    /// It is the scan's turn to be done: its result is stored, and all before it are finished.
    case finish(UUID)
    /// Store that the scan has failed.
    case fail(UUID, ScanFailure)
    /// Store that a failed scan is tried again.
    case requeue(UUID)
    /// Store that the server must be sent the photo once more.
    case forgetUpload(UUID)
    /// Remove the scan and its photo.
    case remove(UUID)
    /// Store that nothing must be sent for so long, for the next start.
    case storePause(Duration)
    /// Claim or renew the right to send, and answer with ``ScanQueueEvent/leaseClaimed(_:)``.
    case claimLease
    /// Let another process have it.
    case releaseLease
    /// Report ``ScanQueueEvent/woke`` at this uptime; replaces an earlier one. `nil`: not at all.
    case wake(at: Duration?)
}

/// What the user sees of a scan (R-SCAN-2). ``ScanPhrase`` says it.
public enum ScanJobState: Sendable, Hashable {
    /// Waits for its turn.
    case queued
    /// Is being sent; the fraction from 0 to 1 that the server has.
    case uploading(fraction: Double)
    /// Is with the recogniser; the fraction from 0 to 1 that it has reported, and what it is doing if it has told.
    case recognizing(fraction: Double, stage: RecognitionStage?)
    /// Has its result.
    case done
    /// Has failed; the photo is kept.
    case failed(ScanFailure)
    /// Goes out when the network is back (R-SCAN-4).
    case waitingForNetwork
    /// Goes out when the server takes photos again (R-SCAN-5), in so long.
    case rateLimited(remaining: Duration)
    /// Goes out again after a failure that passes, in so long.
    case retrying(remaining: Duration)
}

/// Why a scan has failed. The photo is still there, and the user may try again (``ScanQueueEvent/retry(_:)``).
public enum ScanFailure: Error, Sendable, Hashable, Codable {
    /// The server has refused the photo or the request for good: a status of 400 to 499 that does not pass by itself.
    case rejected(status: Int, problem: String?)
    /// The photo arrived, and the recogniser could not do anything with it: it is no image, for instance.
    case recognition(problem: String?)
    /// The server has failed on this photo again and again.
    case serverErrors(status: Int)
    /// The server has forgotten this photo again and again while it was uploaded or recognised.
    case forgotten
    /// The photo's file is gone or cannot be read.
    case photoUnreadable

    /// Whether trying again by itself is pointless. What is not permanent is tried again at the next start and whenever
    /// the network comes back; what is permanent only when the user says so.
    public var isPermanent: Bool {
        switch self {
        case .rejected, .recognition, .photoUnreadable: true
        case .serverErrors, .forgotten: false
        }
    }
}

/// What ended an attempt to upload a photo or to follow its recognition, as far as the queue has to know.
public enum ScanAttemptError: Error, Sendable, Hashable {
    /// No answer.
    case network
    /// The server answered, and the connection broke before the end.
    case interrupted
    /// 429: nothing must be sent for a while.
    case rateLimited(retryAfter: Duration?)
    /// 408, 425 or 500 to 599: passes by itself.
    case server(status: Int, retryAfter: Duration?)
    /// The server knows the upload or the scan no more (404, 410): the photo is sent once more under its idempotency
    /// key.
    case forgotten
    /// The queue's own storage cannot be written: the disk is full, or the database is damaged.
    case storage
    /// Another process has taken over the queue.
    case leaseLost
    /// For good.
    case failed(ScanFailure)
}

/// A moment, as both clocks of a machine tell it.
///
/// What is waited for within a process is measured by ``uptime``, which no setting of the clock changes. ``date`` is
/// for what other processes, a later start and people read.
public struct ScanInstant: Sendable, Hashable {
    /// Since an origin that does not matter; never goes back, and goes on while the machine sleeps.
    public var uptime: Duration
    /// The time of day. It jumps when the clock is set.
    public var date: Date

    /// A moment.
    public init(uptime: Duration, date: Date) {
        self.uptime = uptime
        self.date = date
    }
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

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
