import CoreMedia
import Foundation

/// What a pass of an encoder over the media needs.
open class AVAssetWriterInputPassDescription: NSObject, @unchecked Sendable {
    // @unchecked: nothing changes.

    override init() { super.init() }

    /// The source's times that are wanted: from zero to infinity, as Apple says of every first pass, and there is no other.
    public var sourceTimeRanges: [NSValue] {
        [NSValue(timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))]
    }
}
