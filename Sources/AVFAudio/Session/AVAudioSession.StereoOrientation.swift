extension AVAudioSession {
    /// How the device is held while stereo is recorded with microphones of its own. Raw values are Apple's.
    public enum StereoOrientation: Int, Sendable, CaseIterable {
        /// Sound is not turned.
        case none = 0
        /// Upright.
        case portrait = 1
        /// Upright, upside down.
        case portraitUpsideDown = 2
        /// On its side, with the port on the right.
        case landscapeRight = 3
        /// On its side, with the port on the left.
        case landscapeLeft = 4
    }
}
