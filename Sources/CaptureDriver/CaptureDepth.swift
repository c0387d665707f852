import CoreMedia
@preconcurrency import CoreVideo

/// What depth maps a stream is asked for.
public struct CaptureDepthRequest: Sendable, Hashable {
    /// One of the format's depth formats.
    public var format: CaptureFormat
    /// The least time from one map to the next; invalid for the depth format's shortest. Frames that come earlier have no map.
    public var minimumInterval: CMTime

    /// Makes a request.
    public init(format: CaptureFormat, minimumInterval: CMTime = .invalid) {
        self.format = format
        self.minimumInterval = minimumInterval
    }
}

/// How far away is what a frame shows.
public enum CaptureDepth: Sendable {
    /// Nothing was asked for, or the last map is too recent for another one.
    case none
    /// A map in the depth format that was asked for, in a buffer of the driver's that is recycled once nobody holds it. It shows what
    /// the frame shows, also enlarged by the zoom factor. What could not be measured is not a number.
    case map(CVPixelBuffer)
    /// A map was lost, as consumers held all buffers.
    case outOfBuffers
}
