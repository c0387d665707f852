import CoreMedia
import Foundation

/// A stretch of a track's time, and which media are shown in it.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    // @unchecked: immutable.
    /// From when to when in the media's time, to when in the track's.
    public let timeMapping: CMTimeMapping

    init(_ mapping: CMTimeMapping) {
        timeMapping = mapping
        super.init()
    }

    /// Whether nothing is shown.
    open var isEmpty: Bool { !timeMapping.source.isValid }
}
