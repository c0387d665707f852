extension AVAudioSession {
    /// From which directions a microphone hears.
    public struct PolarPattern: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// From all.
        public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
        /// Mostly from the front.
        public static let cardioid = PolarPattern(rawValue: "Cardioid")
        /// From the front and the sides.
        public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
        /// From two sides, a channel each.
        public static let stereo = PolarPattern(rawValue: "Stereo")
    }
}
