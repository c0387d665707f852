import Foundation

extension AVAssetExportSession {
    /// How far a session is.
    public enum Status: Int, Sendable {
        /// The export has not begun.
        case unknown
        /// It is about to begin.
        case waiting
        /// It is under way.
        case exporting
        /// The file is done.
        case completed
        /// There is no file; `error` says why.
        case failed
        /// It was cancelled.
        case cancelled
    }

    /// What a session is doing, for those who watch it.
    public enum State: Sendable {
        /// The export has not begun.
        case pending
        /// It is about to begin.
        case waiting
        /// It is under way, and so far.
        case exporting(progress: Progress)
    }
}
