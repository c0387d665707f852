extension AVCaptureDevice {
    /// The state of optical stabilisation during an exposure.
    public enum LensStabilizationStatus: Int, Sendable, CaseIterable {
        /// The lens cannot be stabilised.
        case unsupported = 0
        /// Off.
        case off = 1
        /// On.
        case active = 2
        /// The movement was too large.
        case outOfRange = 3
        /// Not available at the moment.
        case unavailable = 4
    }
}
