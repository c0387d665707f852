import Foundation

/// Would append captions.
@available(*, unavailable, message: "Caption tracks are not written.")
open class AVAssetWriterInputCaptionAdaptor: NSObject {}

/// Would append pictures for several eyes at once.
@available(*, unavailable, message: "Multi-view video is not written.")
open class AVAssetWriterInputTaggedPixelBufferGroupAdaptor: NSObject {}
