/// The kind of a movie file.
public enum MovieContainer: String, Sendable, Hashable, CaseIterable, Codable {
    /// MPEG-4.
    case mp4
    /// QuickTime.
    case mov
    /// MPEG-4 with sound only.
    case m4a
    /// Apple's Core Audio file; uncompressed sound or Opus.
    case caf
    /// WAVE: uncompressed sound.
    case wav
}
