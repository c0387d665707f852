import Foundation

/// Would append pictures for several eyes at once.
@available(*, unavailable, message: "Multi-view video is not written.")
open class AVAssetWriterInputTaggedPixelBufferGroupAdaptor: NSObject {}
