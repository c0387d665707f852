extension AVAudioSession {
    /// What a program that plays beside others is told.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable, CaseIterable {
        /// It may play again.
        case end = 0
        /// It had better be silent.
        case begin = 1
    }
}
