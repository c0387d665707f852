extension AVCaptureDevice {
    /// When the flash fires.
    public enum FlashMode: Int, Sendable, CaseIterable {
        /// Never.
        case off = 0
        /// Always.
        case on = 1
        /// When it is dark.
        case auto = 2
    }
}
