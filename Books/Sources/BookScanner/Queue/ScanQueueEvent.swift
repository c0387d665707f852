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
