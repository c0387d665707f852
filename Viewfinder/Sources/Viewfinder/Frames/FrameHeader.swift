import NIOCore

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
