import Foundation

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
