import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding

/// Gives one track's samples.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput {
    /// The track.
    public let track: AVAssetTrack
    /// How samples are decoded; `nil` if they are given as they are.
    public let outputSettings: [String: Any]?
    private let form: ReaderOutputForm

    /// Makes an output.
    ///
    /// Settings for anything but uncompressed media, and those that cannot be followed, stop the program.
    ///
    /// - Parameters:
    ///   - track: of the asset that the reader reads.
    ///   - outputSettings: `nil` for samples as they are; for pictures Core Video's keys of the pixel format (420v unless they
    ///     say otherwise), width and height; for sound `AVFormatIDKey` of linear PCM and the keys of its layout (integers of 16
    ///     bits, interleaved, at the track's rate unless they say otherwise).
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        do {
            form = try ReaderOutputForm(track.contents, outputSettings)
        } catch {
            error.raise("AVAssetReaderTrackOutput initWithTrack:outputSettings:")
        }
        self.track = track
        self.outputSettings = outputSettings
        super.init()
    }

    /// The kind of media.
    open override var mediaType: AVMediaType { track.mediaType }

    override func reads(_ asset: AVAsset) -> Bool { track.asset === asset }

    override func makeSource(_ range: CMTimeRange) throws -> any SampleSource {
        try TrackSampleSource(track.contents, form, range)
    }
}
