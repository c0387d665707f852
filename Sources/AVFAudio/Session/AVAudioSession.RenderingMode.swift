extension AVAudioSession {
    /// How sound is rendered.
    public enum RenderingMode: Int, Sendable, CaseIterable {
        /// Nothing plays.
        case notApplicable = 0
        /// In one channel or two.
        case monoStereo = 1
        /// In more than two channels.
        case surround = 2
        /// As from places around the listener.
        case spatialAudio = 3
        /// In a format of Dolby's.
        case dolbyAudio = 4
        /// As from places around the listener, in a format of Dolby's.
        case dolbyAtmos = 5
    }
}
