extension AVCaptureDevice.Format {
    /// How a format focuses.
    public enum AutoFocusSystem: Int, Sendable, CaseIterable {
        /// It has a fixed focus.
        case none = 0
        /// By contrast.
        case contrastDetection = 1
        /// By phase.
        case phaseDetection = 2
    }
}
