import CoreMedia
import Foundation

/// A reaction effect that is being drawn. No camera here draws any, so there are no such objects.
open class AVCaptureReactionEffectState: NSObject {
    // Safe on any thread: immutable.

    /// Which effect it is.
    public let reactionType: AVCaptureReactionType
    /// When it began.
    public let startTime: CMTime
    /// When it ends; invalid while it goes on.
    public let endTime: CMTime

    init(reactionType: AVCaptureReactionType, startTime: CMTime, endTime: CMTime) {
        self.reactionType = reactionType
        self.startTime = startTime
        self.endTime = endTime
        super.init()
    }
}
