import CoreMedia
import Foundation

/// What a pass of an encoder over the media needs.
open class AVAssetWriterInputPassDescription: NSObject, @unchecked Sendable {
    // @unchecked: nothing changes.

    override init() { super.init() }

    /// The source's times that are wanted.
    @available(*, unavailable, message: "There is only one pass, and it wants everything.")
    public var sourceTimeRanges: [NSValue] { [] }
}
