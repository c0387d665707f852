import CaptureDriver
import Glibc

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

/// Finds markers in a JPEG.
///
/// What is compressed cannot look like a marker: the encoder puts a zero after every byte 0xFF. So a start marker in there
/// is the beginning of another frame. In the segments before, anything may stand: cameras put thumbnails there.
enum JPEGMarkers {
    private static let startOfScan: UInt8 = 0xDA

    /// Whether another image begins before the first one has ended. After its end some cameras send a second one on
    /// purpose.
    ///
    /// Costs one search through the frame. Says nothing about a JPEG whose segments are not well-formed.
    static func areJoined(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let scan = firstScan(bytes), let start = find(0xD8, in: bytes, from: scan) else { return false }
        return find(0xD9, in: UnsafeRawBufferPointer(rebasing: bytes[..<start]), from: scan) == nil
    }

    /// Where the first scan's data begin.
    private static func firstScan(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var position = 2
        while position + 3 < bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            // Fill bytes may stand before a marker.
            if marker == 0xFF {
                position += 1
                continue
            }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            position += 2 + length
            if marker == startOfScan { return position < bytes.count ? position : nil }
        }
        return nil
    }

    private static func find(_ marker: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var position = start
        while position + 1 < bytes.count, let found = memchr(base + position, 0xFF, bytes.count - 1 - position) {
            position = UnsafeRawPointer(found) - base
            if bytes[position + 1] == marker { return position }
            position += 1
        }
        return nil
    }
}

/// Decides which of several waiting frames are delivered.
///
/// Usually one frame waits. Two wait when the thread was held up for a frame period: both are delivered, in order,
/// because a recording wants every frame and a consumer that wants only the newest discards by itself. When more wait,
/// the machine is overloaded and delivering old pictures would only make it worse: the newest is delivered and the others
/// go back to the kernel unseen.
enum BacklogPolicy {
    /// So many waiting frames are all delivered.
    static let tolerated = 2

    /// How many of the oldest waiting frames to skip.
    static func skipped(waiting: Int) -> Int {
        waiting > tolerated ? waiting - 1 : 0
    }
}

extension TimestampTrust {
    /// Nanoseconds of a kernel `timeval`; saturates, since a wrong driver may deliver any number.
    static func nanoseconds(seconds: Int, microseconds: Int) -> Int64 {
        let (product, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
        let (sum, carry) = product.addingReportingOverflow(Int64(clamping: microseconds) &* 1_000)
        return carry ? .max / 2 : min(max(sum, .min / 2), .max / 2)
    }
}
