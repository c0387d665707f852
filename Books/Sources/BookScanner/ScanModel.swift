import Foundation
import Observation

/// All that a user interface observes of a scanner. What is to be done is told to the ``session``.
///
/// What is shown equals what the session has decided; it arrives on the main actor a moment later.
@MainActor
@Observable
public final class ScanModel {
    /// The jobs that are not done, in the order of captures.
    public private(set) var jobs: [ScanSnapshot.Job] = []
    /// How many jobs are done.
    public private(set) var finishedCount = 0
    /// How many books were scanned.
    public private(set) var bookCount = 0
    /// Whether photos wait for the network.
    public private(set) var isOffline = false
    /// How long the server is still to be left alone; `nil` when it is not.
    public private(set) var rateLimit: Duration?
    /// Books about which the user has to be asked.
    public private(set) var booksToConfirm: [ScannedBook] = []
    /// What may be there twice.
    public private(set) var duplicates: [DuplicateFlag] = []
    /// How often recognition was right lately.
    public private(set) var accuracy = ScanAccuracy(latest: [])
    /// Why the storage did not work the last time.
    public private(set) var storageFailure: ScanStoreError?

    /// The session that is shown.
    @ObservationIgnored public let session: ScanSession
    @ObservationIgnored private var follower: Task<Void, Never>?

    /// Shows a session. It is not started by that.
    public init(session: ScanSession) {
        self.session = session
        follower = Task { [weak self] in
            for await snapshot in await session.snapshots() { self?.present(snapshot) }
        }
    }

    deinit {
        follower?.cancel()
    }

    private func present(_ snapshot: ScanSnapshot) {
        // Only what differs is assigned: an assignment is a change to whoever observes.
        if jobs != snapshot.jobs { jobs = snapshot.jobs }
        if finishedCount != snapshot.finishedCount { finishedCount = snapshot.finishedCount }
        if bookCount != snapshot.bookCount { bookCount = snapshot.bookCount }
        if isOffline != snapshot.isOffline { isOffline = snapshot.isOffline }
        if rateLimit != snapshot.rateLimit { rateLimit = snapshot.rateLimit }
        if booksToConfirm != snapshot.booksToConfirm { booksToConfirm = snapshot.booksToConfirm }
        if duplicates != snapshot.duplicates { duplicates = snapshot.duplicates }
        if accuracy != snapshot.accuracy { accuracy = snapshot.accuracy }
        if storageFailure != snapshot.storageFailure { storageFailure = snapshot.storageFailure }
    }
}

/// All that a user interface shows of a scanner, at one moment.
public struct ScanSnapshot: Sendable, Equatable {
    /// A job that is not done.
    public struct Job: Sendable, Equatable, Identifiable {
        /// Which one.
        public var id: UUID
        /// What is to be seen of it.
        public var state: ScanJobState
        /// What else is known; `nil` for a moment after a capture.
        public var info: ScanJobInfo?
    }

    /// The jobs that are not done, in the order of captures.
    public var jobs: [Job] = []
    /// How many jobs are done.
    public var finishedCount = 0
    /// How many books were scanned.
    public var bookCount = 0
    /// Whether photos wait for the network (R-SCAN-4).
    public var isOffline = false
    /// How long the server is still to be left alone (R-SCAN-5); `nil` when it is not.
    public var rateLimit: Duration?
    /// Books below the score of acceptance, about which the user has to be asked.
    public var booksToConfirm: [ScannedBook] = []
    /// What may be there twice, for the user to decide (R-SCAN-6).
    public var duplicates: [DuplicateFlag] = []
    /// How often recognition was right lately, and whether larger photos are proposed (R-SCAN-9).
    public var accuracy = ScanAccuracy(latest: [])
    /// Why the storage did not work the last time; `nil` when it did.
    public var storageFailure: ScanStoreError?
}
