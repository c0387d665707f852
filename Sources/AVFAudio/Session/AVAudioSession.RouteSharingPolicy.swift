extension AVAudioSession {
    /// With what the program shares its route.
    public enum RouteSharingPolicy: UInt, Sendable, CaseIterable {
        /// With nothing in particular.
        case `default` = 0
        /// With other programs that play long sound.
        case longFormAudio = 1
        /// Chosen by the system alone.
        case independent = 2
        /// With other programs that play long movies.
        case longFormVideo = 3

        /// The older name of `longFormAudio`.
        @available(swift, deprecated: 5.0, renamed: "longFormAudio")
        public static var longForm: RouteSharingPolicy { .longFormAudio }
    }
}
