extension AVCaptureOutput {
    /// Why data was dropped (S-132).
    public enum DataDroppedReason: Int, Sendable {
        /// Nothing was dropped.
        case none = 0
        /// The client was too slow.
        case lateData = 1
        /// The client holds too many buffers.
        case outOfBuffers = 2
        /// The device skipped data.
        case discontinuity = 3
    }
}
