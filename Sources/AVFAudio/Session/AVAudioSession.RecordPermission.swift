extension AVAudioSession {
    /// Whether the program may record sound.
    public enum RecordPermission: UInt, Sendable, CaseIterable {
        /// The user has not been asked.
        case undetermined = 1_970_168_948
        /// No.
        case denied = 1_684_369_017
        /// Yes.
        case granted = 1_735_552_628
    }
}
