extension AVAudioSession {
    /// How much navigation may say.
    public enum PromptStyle: UInt, Sendable, CaseIterable {
        /// Nothing.
        case none = 1_852_796_517
        /// Short tones.
        case short = 1_936_224_884
        /// Sentences.
        case normal = 1_852_992_876
    }
}
