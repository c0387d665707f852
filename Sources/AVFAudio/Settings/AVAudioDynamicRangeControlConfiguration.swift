/// How loud and soft sound are to be brought together, for `AVEncoderDynamicRangeControlConfigurationKey`. Raw values are Apple's.
///
/// No encoder here does that: settings with the key stop the program.
public enum AVAudioDynamicRangeControlConfiguration: Int, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// As for music.
    case music = 1
    /// As for speech.
    case speech = 2
    /// As for films.
    case movie = 3
    /// As for recordings.
    case capture = 4
}
