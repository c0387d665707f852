extension AVAudioSession {
    /// Whether an interruption has begun or ended.
    public enum InterruptionType: UInt, Sendable, CaseIterable {
        /// Ended.
        case ended = 0
        /// Begun.
        case began = 1
    }
}
