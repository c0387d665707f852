extension AVCaptureDevice {
    /// How the lens is focused.
    public enum FocusMode: Int, Sendable, CaseIterable {
        /// The lens stays where it is.
        case locked = 0
        /// Focuses once, then stays `locked`.
        case autoFocus = 1
        /// Focuses whenever needed.
        case continuousAutoFocus = 2
    }
}
