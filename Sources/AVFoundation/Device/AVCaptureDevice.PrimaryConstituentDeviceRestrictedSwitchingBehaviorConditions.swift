extension AVCaptureDevice {
    /// On which occasions a virtual camera may change over when its behaviour is restricted.
    public struct PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions: OptionSet, Sendable {
        /// The options' bits.
        public let rawValue: UInt

        /// Makes conditions from bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// When the zoom factor changes.
        public static let videoZoomChanged = Self(rawValue: 1)
        /// When the focus mode changes.
        public static let focusModeChanged = Self(rawValue: 2)
        /// When the exposure mode changes.
        public static let exposureModeChanged = Self(rawValue: 4)
    }
}
