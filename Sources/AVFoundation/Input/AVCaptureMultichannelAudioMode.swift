/// How many channels of sound are captured.
public enum AVCaptureMultichannelAudioMode: Int, Sendable, CaseIterable {
    /// As the device delivers them.
    case none = 0
    /// Stereo.
    case stereo = 1
    /// First-order Ambisonics.
    case firstOrderAmbisonics = 2
}
