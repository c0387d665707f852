extension AVAudioSession {
    /// Where sound goes instead of where the category sends it.
    public enum PortOverride: UInt, Sendable, CaseIterable {
        /// There.
        case none = 0
        /// To the speaker.
        case speaker = 1936747378
    }
}
