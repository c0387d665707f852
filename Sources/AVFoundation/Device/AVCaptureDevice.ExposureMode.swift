extension AVCaptureDevice {
    /// How exposure is chosen.
    public enum ExposureMode: Int, Sendable, CaseIterable {
        /// Exposure stays as it is.
        case locked = 0
        /// Adjusts once, then stays `locked`.
        case autoExpose = 1
        /// Adjusts whenever needed.
        case continuousAutoExposure = 2
        /// Follows the duration and ISO speed that the program sets.
        case custom = 3
    }
}
