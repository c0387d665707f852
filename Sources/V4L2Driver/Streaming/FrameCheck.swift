/// Decides whether what the kernel delivered is a whole picture.
///
/// A bad frame is dropped and counted, never an error: on a USB cable with a loose contact one frame in a thousand is bad.
package struct FrameCheck: Sendable, Equatable {
    /// Why a frame was rejected.
    package enum Fault: String, Sendable, CaseIterable {
        /// The driver marked it (`V4L2_BUF_FLAG_ERROR`): lost packets.
        case markedByDriver
        /// Fewer bytes than the picture needs.
        case short
        /// More bytes than the buffer has: a driver that lies.
        case oversized
        /// Not a JPEG: the start marker is missing.
        case noStartMarker
        /// The JPEG's end marker is missing: lost packets.
        case truncated
        /// Another JPEG begins before this one has ended: the packets between two frames were lost.
        case joined
    }

    /// A verdict on one frame.
    enum Verdict: Sendable, Equatable {
        /// Deliver it.
        case good
        /// Drop it.
        case bad(Fault)
    }

    /// The smallest JPEG that can be a picture: an encoder needs that much for its headers alone.
    static let smallestJPEG = 125
    /// After so many frames in a row without end marker, and none with, the camera is one that never sends it.
    static let truncationPatience = 5
    /// How many filling zeros after the end marker are skipped in search of it.
    static let longestPadding = 4_096

    /// What an uncompressed frame has at least; `nil` for JPEG.
    let expectedBytes: Int?
    private var truncatedInARow = 0
    private var hasSeenEnd = false

    /// - Parameter expectedBytes: the size of an uncompressed picture, or `nil` for JPEG.
    init(expectedBytes: Int?) {
        self.expectedBytes = expectedBytes
    }

    /// Whether missing end markers are overlooked: this camera never sends them, and decoders cope.
    var isRelaxed: Bool { !hasSeenEnd && truncatedInARow >= Self.truncationPatience }

    /// Judges one frame.
    ///
    /// - Parameters:
    ///   - bytes: the whole buffer.
    ///   - used: how much of it the driver says it filled.
    ///   - isMarked: whether the driver marked the frame as bad.
    mutating func judge(_ bytes: UnsafeRawBufferPointer, used: Int, isMarked: Bool) -> Verdict {
        if isMarked { return .bad(.markedByDriver) }
        if used > bytes.count { return .bad(.oversized) }
        if let expectedBytes { return used < expectedBytes ? .bad(.short) : .good }
        if used < Self.smallestJPEG { return .bad(.short) }
        if bytes[0] != 0xFF || bytes[1] != 0xD8 { return .bad(.noStartMarker) }
        if JPEGMarkers.areJoined(UnsafeRawBufferPointer(rebasing: bytes[..<used])) { return .bad(.joined) }
        return judgeEnd(bytes, used: used)
    }

    private mutating func judgeEnd(_ bytes: UnsafeRawBufferPointer, used: Int) -> Verdict {
        if Self.endsWithMarker(bytes, used: used) {
            hasSeenEnd = true
            truncatedInARow = 0
            return .good
        }
        if isRelaxed { return .good }
        truncatedInARow += 1
        return isRelaxed ? .good : .bad(.truncated)
    }

    /// Many cameras fill up the last packet with zeros, so the end marker is searched behind them.
    private static func endsWithMarker(_ bytes: UnsafeRawBufferPointer, used: Int) -> Bool {
        var end = used
        let floor = max(2, used - longestPadding)
        while end > floor, bytes[end - 1] == 0 { end -= 1 }
        return bytes[end - 2] == 0xFF && bytes[end - 1] == 0xD9
    }
}
