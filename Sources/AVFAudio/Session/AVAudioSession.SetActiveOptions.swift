extension AVAudioSession {
    /// What deactivating does besides.
    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Makes options from Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Programs that were interrupted are told.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }
}
