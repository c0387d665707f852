import CaptureCore

extension AVAssetWriter {
    /// How far a writer is. Documented: S-184.
    public enum Status: Int, Sendable, CaseIterable {
        /// Not started yet.
        case unknown = 0
        /// Takes samples, or finishes.
        case writing = 1
        /// The file is done.
        case completed = 2
        /// Something went wrong; see `error`.
        case failed = 3
        /// Cancelled by the client; the file is gone.
        case cancelled = 4
    }
}

extension AVAssetWriter.Status {
    init(_ status: WriterStateMachine.Status) {
        switch status {
        case .unknown: self = .unknown
        case .writing: self = .writing
        case .completed: self = .completed
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        }
    }
}
