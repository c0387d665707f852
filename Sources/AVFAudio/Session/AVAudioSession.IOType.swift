extension AVAudioSession {
    /// Whether several devices are used as one.
    public enum IOType: UInt, Sendable, CaseIterable {
        /// As the system likes.
        case notSpecified = 0
        /// As one.
        case aggregated = 1
    }
}
