extension AVCaptureDevice {
    /// How white balance is chosen.
    public enum WhiteBalanceMode: Int, Sendable, CaseIterable {
        /// White balance stays as it is.
        case locked = 0
        /// Adjusts once, then stays `locked`.
        case autoWhiteBalance = 1
        /// Adjusts whenever needed.
        case continuousAutoWhiteBalance = 2
    }
}
