import CaptureCore
import CoreMedia
import Foundation

/// A stretch of a composition's track: which part of which file is shown in it.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    // @unchecked: inherited.
    private let media: (url: URL, trackID: CMPersistentTrackID)?

    /// Makes a stretch that shows a part of a file's track.
    ///
    /// - Parameters:
    ///   - URL: the file.
    ///   - trackID: the track's number.
    ///   - sourceTimeRange: the part.
    ///   - targetTimeRange: when it is shown; as long as the part: speed is not changed here.
    public init(
        url URL: URL,
        trackID: CMPersistentTrackID,
        sourceTimeRange: CMTimeRange,
        targetTimeRange: CMTimeRange
    ) {
        media = (URL, trackID)
        super.init(CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
    }

    /// Makes a stretch that shows nothing.
    public init(timeRange: CMTimeRange) {
        media = nil
        super.init(CMTimeMapping(source: .invalid, target: timeRange))
    }

    convenience init(_ source: TrackSource) {
        if let media = source.media {
            self.init(
                url: media.url,
                trackID: media.trackID,
                sourceTimeRange: media.range,
                targetTimeRange: source.target
            )
        } else {
            self.init(timeRange: source.target)
        }
    }

    /// Whether nothing is shown.
    open override var isEmpty: Bool { media == nil }
    /// The file; `nil` if nothing is shown.
    open var sourceURL: URL? { media?.url }
    /// The number of the file's track; `kCMPersistentTrackID_Invalid` if nothing is shown.
    open var sourceTrackID: CMPersistentTrackID { media?.trackID ?? kCMPersistentTrackID_Invalid }
}
