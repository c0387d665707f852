extension AVAudioSession {
    /// Where on the device a source of sound is.
    public struct Location: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// At the upper end.
        public static let upper = Location(rawValue: "Upper")
        /// At the lower end.
        public static let lower = Location(rawValue: "Lower")
    }
}
