extension AVAssetReader {
    /// How far a reader is.
    public enum Status: Int, Sendable {
        /// Reading has not begun.
        case unknown
        /// Samples can be copied.
        case reading
        /// All samples of the range were copied from all outputs.
        case completed
        /// Reading failed; `error` says why.
        case failed
        /// Reading was cancelled.
        case cancelled
    }
}
