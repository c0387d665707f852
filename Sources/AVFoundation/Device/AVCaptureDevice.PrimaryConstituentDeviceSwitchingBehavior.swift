extension AVCaptureDevice {
    /// When a virtual camera changes over to another of its cameras.
    public enum PrimaryConstituentDeviceSwitchingBehavior: Int, Sendable, CaseIterable {
        /// It has only one, or does not let the program decide.
        case unsupported = 0
        /// Whenever another suits better.
        case auto = 1
        /// Only under conditions.
        case restricted = 2
        /// Never.
        case locked = 3
    }
}
