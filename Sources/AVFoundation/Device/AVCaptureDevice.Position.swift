extension AVCaptureDevice {
    /// Where a device is mounted.
    public enum Position: Int, Sendable, CaseIterable {
        /// Not known, or not built in; in a search: anywhere.
        case unspecified = 0
        /// Points away from the user.
        case back = 1
        /// Points to the user.
        case front = 2
    }
}
