import CoreMedia
import Foundation

/// What is shown during a stretch of time: no caption, one or several; exactly as Apple's class of the same name.
open class AVCaptionGroup: NSObject {
    /// What is shown.
    public let captions: [AVCaption]
    /// When.
    public let timeRange: CMTimeRange

    /// Makes a group of captions.
    public init(captions: [AVCaption], timeRange: CMTimeRange) {
        self.captions = captions.compactMap { $0.copy() as? AVCaption }
        self.timeRange = timeRange
        super.init()
    }

    /// Makes a group without captions: nothing is shown.
    public convenience init(timeRange: CMTimeRange) {
        self.init(captions: [], timeRange: timeRange)
    }
}
