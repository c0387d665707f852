public import NIOCore

/// A frame of the preview, encoded and ready to be sent.
public struct EncodedFrame: Sendable {
    /// How a frame's bytes are to be read.
    public enum Format: Sendable, Hashable {
        /// A JPEG file.
        case jpeg
        /// An access unit of H.264, each unit behind a start code. That of a key frame begins with the parameter sets.
        case h264(isKeyFrame: Bool)
    }

    /// The encoded frame. All clients share this one buffer; nobody changes it any more.
    public var data: ByteBuffer
    /// How ``data`` is to be read.
    public var format: Format
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

    /// Makes a frame of a JPEG file.
    public init(
        jpeg: ByteBuffer,
        sequence: UInt64,
        captureTime: UInt64,
        width: Int,
        height: Int,
        isMirrored: Bool = false
    ) {
        self.init(
            data: jpeg,
            format: .jpeg,
            sequence: sequence,
            captureTime: captureTime,
            width: width,
            height: height,
            isMirrored: isMirrored
        )
    }

    /// Makes a frame.
    public init(
        data: ByteBuffer,
        format: Format,
        sequence: UInt64,
        captureTime: UInt64,
        width: Int,
        height: Int,
        isMirrored: Bool = false
    ) {
        self.data = data
        self.format = format
        self.sequence = sequence
        self.captureTime = captureTime
        self.width = width
        self.height = height
        self.isMirrored = isMirrored
    }

    /// Whether it can be decoded without those before it.
    public var isKeyFrame: Bool {
        switch format {
        case .jpeg: true
        case .h264(let isKeyFrame): isKeyFrame
        }
    }
}
