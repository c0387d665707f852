extension AVAudioSession {
    /// What the category is used for in particular.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing in particular.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Talk over a network.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Talk within a game.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// The sound of a movie.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Sound that is processed as little as possible.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Playing movies.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Talk with pictures over a network.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Playing speech.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Playing directions in a synthetic voice.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
        /// Playing short movies.
        public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
        /// Two routes at once.
        public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")
    }
}
