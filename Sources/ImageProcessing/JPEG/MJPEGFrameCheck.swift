import Foundation

/// Tells whole Motion-JPEG frames from torn ones without decoding them, for frames that are passed on as they are.
///
/// Looked at are the start of image, the segments before the scan, the frame header's size, the markers within the scan
/// and the end of image. A frame that passes may still have flipped bits; only decoding finds those.
///
/// Pure; any thread. The cost is a search for 0xFF bytes.
public enum MJPEGFrameCheck {
    /// What a whole frame is like.
    public struct Frame: Sendable, Equatable {
        /// The size in the frame header.
        public var dimensions: PixelDimensions
        /// The image's length up to and with its end marker; padding after it is not counted.
        public var byteCount: Int
        /// Whether the frame brings its Huffman tables; see ``JPEGHeader/hasHuffmanTables``.
        public var hasHuffmanTables: Bool
    }

    /// What is wrong with a frame.
    public enum Problem: Error, Sendable, Equatable {
        /// Fewer bytes than the smallest JPEG image has.
        case tooShort(byteCount: Int)
        /// The frame does not begin with a start-of-image marker.
        case noStartOfImage
        /// The segments before the scan are damaged.
        case damagedHeader
        /// There is no frame header of a kind that cameras send (baseline, extended sequential or progressive).
        case noFrameHeader
        /// The size is not the expected one.
        case wrongDimensions(PixelDimensions)
        /// A marker within the scan that cannot be there: the rest of another frame, usually. `offset` is its place.
        case markerInScan(offset: Int)
        /// The frame breaks off before its end-of-image marker.
        case noEndOfImage
    }

    /// No JPEG image with a picture is shorter.
    public static let smallestByteCount = 125

    /// Checks a frame.
    ///
    /// - Parameters:
    ///   - bytes: the frame, with any number of zeros after it.
    ///   - expected: the size it must have; nil for any.
    /// - Returns: what the frame is like.
    public static func check(
        _ bytes: UnsafeRawBufferPointer,
        expected: PixelDimensions? = nil
    ) throws(Problem) -> Frame {
        guard bytes.count >= smallestByteCount else { throw .tooShort(byteCount: bytes.count) }
        guard bytes[0] == 0xFF, bytes[1] == JPEGSegments.startOfImage else { throw .noStartOfImage }
        let segments: [JPEGSegments.Segment]
        do {
            segments = try JPEGSegments.header(bytes)
        } catch {
            throw .damagedHeader
        }
        guard let size = JPEGSegments.frameSize(segments, bytes) else { throw .noFrameHeader }
        if let expected, expected != size { throw .wrongDimensions(size) }
        return Frame(
            dimensions: size,
            byteCount: try endOfImage(bytes, from: segments[segments.count - 1].end),
            hasHuffmanTables: segments.contains { $0.marker == JPEGSegments.huffmanTables }
        )
    }

    /// Within the scan 0xFF is followed by zero, a restart marker, or, in images of several scans, tables and scan heads.
    private static func endOfImage(_ bytes: UnsafeRawBufferPointer, from start: Int) throws(Problem) -> Int {
        var position = start
        while let found = nextMarker(bytes, from: position), found + 1 < bytes.count {
            let marker = bytes[found + 1]
            position = found + 2
            switch marker {
            case 0x00, 0xD0...0xD7: continue
            case 0xFF: position = found + 1
            case JPEGSegments.endOfImage: return position
            case JPEGSegments.huffmanTables, JPEGSegments.quantizationTables, JPEGSegments.startOfScan, 0xDD:
                position = try skipSegment(bytes, at: found)
            default: throw .markerInScan(offset: found)
            }
        }
        throw .noEndOfImage
    }

    private static func nextMarker(_ bytes: UnsafeRawBufferPointer, from position: Int) -> Int? {
        guard position < bytes.count, let base = bytes.baseAddress else { return nil }
        return memchr(base + position, 0xFF, bytes.count - position).map { UnsafeRawPointer($0) - base }
    }

    private static func skipSegment(_ bytes: UnsafeRawBufferPointer, at marker: Int) throws(Problem) -> Int {
        guard marker + 3 < bytes.count else { throw .noEndOfImage }
        let length = Int(bytes[marker + 2]) << 8 | Int(bytes[marker + 3])
        guard length >= 2 else { throw .markerInScan(offset: marker) }
        guard marker + 2 + length <= bytes.count else { throw .noEndOfImage }
        return marker + 2 + length
    }
}
