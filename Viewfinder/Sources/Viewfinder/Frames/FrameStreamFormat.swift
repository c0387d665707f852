import NIOCore

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
