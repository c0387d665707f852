import CoreMedia
import FoundationExtras

/// One track of a movie.
// Unchecked: format descriptions never change.
public struct MovieTrack: @unchecked Sendable {
    /// What the samples are; nil when it is not known yet: see ``MovieFile/setFormat(_:track:)``.
    public var format: CMFormatDescription?
    /// Units per second of the track's times; nil takes the sample rate for sound and 90,000 for pictures.
    public var timescale: CMTimeScale?
    /// How pictures are to be turned and mirrored when they are shown. The part that moves the picture may be left out: it is
    /// made such that the shown picture starts at the origin when it is zero.
    public var transform: CGAffineTransform
    /// ISO 639-2/T, as `eng`; nil for undetermined.
    public var language: String?
    /// The language as a tag of BCP 47, beside ``language``; nil for none.
    public var languageTag: String?
    /// How loud sound is to be played, from 0 to 1; nil for as loud as it is.
    public var volume: Float?
    /// Whether players use the track from the start. Default true.
    public var isEnabled: Bool
    /// Pictures or packets per second that are expected; how much room is kept for the index depends on it.
    public var expectedSampleRate: Double?

    /// Makes a track.
    public init(
        format: CMFormatDescription?,
        timescale: CMTimeScale? = nil,
        transform: CGAffineTransform = .identity,
        language: String? = nil,
        isEnabled: Bool = true,
        expectedSampleRate: Double? = nil
    ) {
        self.format = format
        self.timescale = timescale
        self.transform = transform
        self.language = language
        self.isEnabled = isEnabled
        self.expectedSampleRate = expectedSampleRate
    }

    /// Units per second of the track's times in the file; nil while its format is not known.
    var unitsPerSecond: CMTimeScale? {
        guard let format else { return nil }
        guard let sound = format.audioStreamBasicDescription else { return timescale ?? 90_000 }
        return max(1, CMTimeScale(sound.mSampleRate.rounded()))
    }
}
