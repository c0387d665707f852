import CoreMedia
import Foundation
import MediaEncoding

/// Metadata items that hold for a stretch of time, exactly as Apple's class of the same name.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying {
    var content: [AVMetadataItem]
    var range: CMTimeRange

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - items: the items; what they say of times is ignored.
    ///   - timeRange: for how long they hold; an invalid duration lets them hold until the next group.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        content = items
        range = timeRange
        super.init()
    }

    /// Makes a group of a sample of timed metadata in QuickTime's boxes; `nil` for anything else.
    public convenience init?(sampleBuffer: CMSampleBuffer) {
        let time = CMTimeRange(start: sampleBuffer.presentationTimeStamp, duration: sampleBuffer.duration)
        guard let format = sampleBuffer.formatDescription, let coding = TimedMetadataCoding(format),
            let data = try? sampleBuffer.dataBuffer?.dataBytes(), let items = coding.items(data, time)
        else { return nil }
        self.init(items: items, timeRange: time)
    }

    /// The items.
    open override var items: [AVMetadataItem] { content }
    /// For how long the items hold.
    open var timeRange: CMTimeRange { range }

    /// What a track must be like that holds the items: to be an input's format hint. `nil` without items, and for items without
    /// an identifier or a value.
    open func copyFormatDescription() -> CMMetadataFormatDescription? {
        TimedMetadataCoding.format(content)
    }

    /// The same group, which does not change any more.
    open func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: content, timeRange: range) }
    /// A group of the same items that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableTimedMetadataGroup(items: content, timeRange: range)
    }
}

/// A group of metadata items that can be changed, exactly as Apple's class of the same name.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup {
    /// The items.
    open override var items: [AVMetadataItem] {
        get { content }
        set { content = newValue }
    }

    /// For how long the items hold.
    open override var timeRange: CMTimeRange {
        get { range }
        set { range = newValue }
    }
}
