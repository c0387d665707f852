extension AVAudioSession {
    /// What is mixed into what other programs record.
    public enum MicrophoneInjectionMode: Int, Sendable, CaseIterable {
        /// Nothing.
        case none = 0
        /// Speech.
        case spokenAudio = 1
    }
}
