import Glibc
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

/// What stands before each frame in the binary stream: 48 bytes, little-endian.
///
/// | offset | size | meaning |
/// |---|---|---|
/// | 0 | 4 | the letters `PNHL` |
/// | 4 | 1 | version, 1 |
/// | 5 | 1 | kind of payload: 1 is a JPEG file, 2 an access unit of H.264 with start codes |
/// | 6 | 2 | flags: bit 0 is set when the picture has to be mirrored, bit 1 when it can be decoded without those before it |
/// | 8 | 4 | length of the payload in bytes |
/// | 12 | 4 | width in pixels |
/// | 16 | 4 | height in pixels |
/// | 20 | 4 | frames that this client missed since its stream began |
/// | 24 | 8 | sequence number |
/// | 32 | 8 | time of capture, nanoseconds on the server's monotonic clock |
/// | 40 | 8 | time of sending, on the same clock |
struct FrameHeader: Equatable {
    /// The size of an encoded header.
    static let size = 48
    /// `PNHL`, as the first bytes in the order in which they are sent.
    static let magic = UInt32(bigEndian: 0x504E_484C)
    /// The version of this layout.
    static let version: UInt8 = 1
    /// The payload is a JPEG file.
    static let jpegKind: UInt8 = 1
    /// The payload is an access unit of H.264.
    static let h264Kind: UInt8 = 2

    var kind: UInt8
    var isMirrored: Bool
    var isKeyFrame: Bool
    var payloadLength: UInt32
    var width: UInt32
    var height: UInt32
    var skipped: UInt32
    var sequence: UInt64
    var captureTime: UInt64
    var sendTime: UInt64

    init(frame: EncodedFrame, skipped: UInt64, sendTime: UInt64) {
        kind = frame.format == .jpeg ? Self.jpegKind : Self.h264Kind
        isMirrored = frame.isMirrored
        isKeyFrame = frame.isKeyFrame
        payloadLength = UInt32(frame.data.readableBytes)
        width = UInt32(frame.width)
        height = UInt32(frame.height)
        self.skipped = UInt32(truncatingIfNeeded: skipped)
        sequence = frame.sequence
        captureTime = frame.captureTime
        self.sendTime = sendTime
    }

    private var flags: UInt16 { (isMirrored ? 1 : 0) | (isKeyFrame ? 2 : 0) }

    /// Appends the encoded header to a buffer.
    func write(to buffer: inout ByteBuffer) {
        buffer.writeInteger(Self.magic, endianness: .host)
        buffer.writeMultipleIntegers(
            Self.version,
            kind,
            flags,
            payloadLength,
            width,
            height,
            skipped,
            endianness: .little
        )
        buffer.writeMultipleIntegers(sequence, captureTime, sendTime, endianness: .little)
    }
}

/// How frames are told apart in a response that never ends.
enum FrameStreamFormat: Sendable {
    /// Our own: a ``FrameHeader`` before each frame.
    case binary
    /// `multipart/x-mixed-replace`, which browsers show in an `<img>` and other tools read.
    case multipart

    /// The boundary between parts: with the line break and the hyphens before it, no JPEG file has it by chance.
    static let boundary = "pinhole-frame-boundary"

    /// The value of the `Content-Type` header.
    var contentType: String {
        switch self {
        case .binary: "application/octet-stream"
        case .multipart: "multipart/x-mixed-replace; boundary=\(Self.boundary)"
        }
    }

    /// Appends what stands before the first frame.
    func writeOpening(to buffer: inout ByteBuffer) {
        switch self {
        case .binary: break
        case .multipart: buffer.writeStaticString("--pinhole-frame-boundary\r\nContent-Type: image/jpeg\r\n\r\n")
        }
    }

    /// Appends what stands before each frame.
    func writeHeader(of delivery: FrameBroadcaster.Delivery, skipped: UInt64, now: UInt64, to buffer: inout ByteBuffer)
    {
        switch self {
        case .binary: FrameHeader(frame: delivery.frame, skipped: skipped, sendTime: now).write(to: &buffer)
        case .multipart: break
        }
    }

    /// Appends what stands after each frame.
    ///
    /// Chromium paints a part only when the headers of the next one arrive (crbug 527446), so these are sent together
    /// with the frame instead of one frame later. They can therefore not tell the next part's length.
    func writeTrailer(to buffer: inout ByteBuffer) {
        switch self {
        case .binary: break
        case .multipart: buffer.writeStaticString("\r\n--pinhole-frame-boundary\r\nContent-Type: image/jpeg\r\n\r\n")
        }
    }
}

/// The clock of capture times: `CLOCK_MONOTONIC`, in nanoseconds. Tests put their own in its place.
package struct MonotonicClock: Sendable {
    /// The time now.
    package let now: @Sendable () -> UInt64

    /// The system's clock.
    package static let system = MonotonicClock {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
