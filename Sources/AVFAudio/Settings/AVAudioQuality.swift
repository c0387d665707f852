/// How good audio is to be, for encoders and sample rate conversion.
public enum AVAudioQuality: Int, Sendable, CaseIterable {
    /// The least effort.
    case min = 0
    /// Little effort.
    case low = 32
    /// Middling.
    case medium = 64
    /// Good.
    case high = 96
    /// The best.
    case max = 127
}
