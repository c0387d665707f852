extension AVCaptureDevice {
    /// What the microphone picks out.
    public enum MicrophoneMode: Int, Sendable, CaseIterable {
        /// The usual processing.
        case standard = 0
        /// All sound around.
        case wideSpectrum = 1
        /// The voice alone.
        case voiceIsolation = 2
    }
}
