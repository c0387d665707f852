extension AVCaptureDevice {
    /// When the torch is on.
    public enum TorchMode: Int, Sendable, CaseIterable {
        /// Never.
        case off = 0
        /// Always.
        case on = 1
        /// When it is dark.
        case auto = 2
    }
}
