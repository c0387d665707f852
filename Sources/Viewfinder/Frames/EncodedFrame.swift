public import NIOCore

/// A frame of the preview, encoded as JPEG and ready to be sent.
public struct EncodedFrame: Sendable {
    /// The JPEG file. All clients share this one buffer; nobody changes it any more.
    public var jpeg: ByteBuffer
    /// The number of the frame, rising by one for each frame that the camera captured.
    public var sequence: UInt64
    /// When the frame was captured, on the system's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds.
    public var captureTime: UInt64
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// Whether the picture has to be mirrored when it is shown.
    public var isMirrored: Bool

    /// Makes a frame.
    public init(
        jpeg: ByteBuffer,
        sequence: UInt64,
        captureTime: UInt64,
        width: Int,
        height: Int,
        isMirrored: Bool = false
    ) {
        self.jpeg = jpeg
        self.sequence = sequence
        self.captureTime = captureTime
        self.width = width
        self.height = height
        self.isMirrored = isMirrored
    }
}
