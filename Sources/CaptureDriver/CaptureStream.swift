@preconcurrency import CoreMedia
@preconcurrency import CoreVideo

/// What a stream is asked to deliver.
public struct CaptureStreamRequest: Sendable, Hashable {
    /// One of the device's formats.
    public var format: CaptureFormat
    /// The wanted duration of a frame; invalid leaves it to the format's default (its highest rate). Of a duration that
    /// the format doesn't list, the nearest that the hardware has is taken.
    public var frameDuration: CMTime
    /// What depth maps are to come with frames; `nil` for none, which costs nothing.
    public var depth: CaptureDepthRequest?

    /// Makes a request.
    public init(format: CaptureFormat, frameDuration: CMTime = .invalid, depth: CaptureDepthRequest? = nil) {
        self.format = format
        self.frameDuration = frameDuration
        self.depth = depth
    }
}

/// What a started stream really delivers.
public struct CaptureStreamConfiguration: Sendable, Hashable {
    /// The format that the hardware accepted: the one that was asked for.
    public var format: CaptureFormat
    /// The frame duration that the hardware promises, which the frames keep on average; invalid when it makes no promise.
    public var frameDuration: CMTime

    /// Makes a configuration.
    public init(format: CaptureFormat, frameDuration: CMTime) {
        self.format = format
        self.frameDuration = frameDuration
    }
}

/// One captured frame on its way up.
///
/// The value is passed by reference counting only: making and handing on a frame allocates nothing.
public struct CaptureFrame: Sendable {
    /// The picture, or the compressed picture.
    public enum Content: Sendable {
        /// Pixels, in a buffer of the driver's that is recycled once nobody holds it.
        case image(CVPixelBuffer)
        /// One complete compressed picture (JPEG).
        case compressed(CMBlockBuffer)
    }

    /// The picture.
    public var content: Content
    /// Describes the content, as the content is; one object for all frames from one start of a stream.
    public var formatDescription: CMFormatDescription
    /// When the picture was taken, on the capture system's clock: never later than the delivery, and later than the frame
    /// before.
    public var presentationTime: CMTime
    /// How long the frame lasts; invalid when unknown.
    public var duration: CMTime
    /// Counts the frames the hardware produced. From one frame of a stream to the next it grows by one more than the frames
    /// that `CaptureStreamSink.captureDropped(_:)` reported between the two. Only these differences mean something: where
    /// a stream begins to count is the driver's affair.
    public var sequence: UInt64
    /// How the picture was taken, for photo metadata.
    public var exposure: CaptureExposure
    /// How far away is what the picture shows, if that was asked for.
    public var depth: CaptureDepth

    /// Makes a frame.
    public init(
        content: Content,
        formatDescription: CMFormatDescription,
        presentationTime: CMTime,
        duration: CMTime,
        sequence: UInt64,
        exposure: CaptureExposure = .unknown,
        depth: CaptureDepth = .none
    ) {
        self.content = content
        self.formatDescription = formatDescription
        self.presentationTime = presentationTime
        self.duration = duration
        self.sequence = sequence
        self.exposure = exposure
        self.depth = depth
    }
}

/// The camera's state while a frame was exposed. Zero means unknown.
public struct CaptureExposure: Sendable, Hashable {
    /// Exposure duration in seconds.
    public var duration: Double
    /// Sensor gain as ISO speed.
    public var iso: Float
    /// Exposure bias in EV.
    public var bias: Float
    /// Lens aperture as f-number.
    public var aperture: Float
    /// Focal length in millimetres.
    public var focalLength: Float
    /// Whether the flash fired.
    public var flashFired: Bool
    /// How much brighter the picture is than exposure is to make it, in EV; 0 too when the device doesn't tell.
    public var targetOffset: Float

    /// Makes a record of an exposure.
    public init(
        duration: Double = 0,
        iso: Float = 0,
        bias: Float = 0,
        aperture: Float = 0,
        focalLength: Float = 0,
        flashFired: Bool = false,
        targetOffset: Float = 0
    ) {
        self.duration = duration
        self.iso = iso
        self.bias = bias
        self.aperture = aperture
        self.focalLength = focalLength
        self.flashFired = flashFired
        self.targetOffset = targetOffset
    }

    /// Nothing is known.
    public static let unknown = CaptureExposure()
}

/// Frames that the driver lost, with the reason.
public struct CaptureDrop: Sendable, Hashable {
    /// Why frames were lost.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// The hardware skipped sequence numbers.
        case sequenceGap
        /// Consumers held all buffers.
        case outOfBuffers
        /// The hardware marked the frame as bad, or it was truncated or corrupt.
        case corrupt
    }

    /// Why.
    public var reason: Reason
    /// How many frames.
    public var count: Int
    /// The time of the (first) lost frame, as far as known.
    public var presentationTime: CMTime

    /// Makes a record of lost frames.
    public init(reason: Reason, count: Int, presentationTime: CMTime) {
        self.reason = reason
        self.count = count
        self.presentationTime = presentationTime
    }
}

/// What can happen to a running stream besides frames.
public enum CaptureStreamEvent: Sendable {
    /// No frame came for as long as `CaptureStallRule` says (the time since the last one, in seconds). Reported once per
    /// stall. The stream is not given up; the driver restarts it if that helps.
    case stalled(seconds: Double)
    /// Frames come again after a stall.
    case resumed
    /// The device is gone. The stream has ended: nothing follows.
    case disconnected
    /// The stream has ended for another reason: nothing follows.
    case failed(CaptureDriverError)
}

/// Receives what a stream delivers, on the driver's thread, one call at a time.
///
/// Implementations return quickly: the driver can't fetch the next frame until they do. Frames that are lost meanwhile are
/// reported as drops afterwards. They must not call back into the handle.
///
/// A frame's memory is its receiver's as long as it refers to the frame's buffer: the driver writes into it no more, not
/// after the stream was stopped or the device is gone either.
public protocol CaptureStreamSink: AnyObject, Sendable {
    /// A frame arrived.
    func capture(_ frame: CaptureFrame)
    /// Frames were lost before they got here. Told before the next frame is delivered.
    func captureDropped(_ drop: CaptureDrop)
    /// Something happened to the stream.
    func captureEvent(_ event: CaptureStreamEvent)
}

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
