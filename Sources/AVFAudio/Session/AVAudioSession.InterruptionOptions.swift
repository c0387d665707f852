extension AVAudioSession {
    /// What the end of an interruption suggests.
    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Makes options from Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The program may go on with its sound.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }
}
