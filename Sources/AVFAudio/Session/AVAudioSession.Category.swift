extension AVAudioSession {
    /// What the program does with sound.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Plays beside others; silenced by the switch.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Plays alone; silenced by the switch. The category at first.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Plays as its main purpose.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Records, and silences everybody else.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Plays and records. What capture sessions set by themselves (S-22).
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Uses several routes at once.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }
}
