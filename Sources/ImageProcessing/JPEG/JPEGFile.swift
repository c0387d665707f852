import Foundation

/// What a JPEG file has besides its picture. Nothing is decoded.
package enum JPEGFile {
    /// What a file's head tells.
    package struct Info: Sendable {
        /// The size of the stored picture.
        package var dimensions: PixelDimensions
        /// 1 for gray, 3 for colours, 4 for inks.
        package var componentCount: Int
        /// The EXIF payload with its identifier.
        package var exif: Data?
    }

    /// Reads a file's head.
    ///
    /// - Throws: ``JPEGError/notJPEG(reason:)``, for kinds that cannot be decoded, too.
    package static func info(of file: Data) throws(JPEGError) -> Info {
        try withBytes(file) { bytes throws(JPEGError) in
            let segments = try JPEGSegments.header(bytes)
            guard let size = JPEGSegments.frameSize(segments, bytes) else { throw .notJPEG(reason: "no frame header") }
            let frame = segments.first { (0xC0...0xC2).contains($0.marker) && $0.payload.count >= 6 }
            return Info(
                dimensions: size,
                componentCount: frame.map { Int(bytes[$0.payload.lowerBound + 5]) } ?? 3,
                exif: try JPEGSegments.exif(bytes).map { Data($0) }
            )
        }
    }

    /// A file with other EXIF. The picture is not compressed again.
    ///
    /// - Parameters:
    ///   - payload: with its identifier.
    ///   - file: a JPEG file.
    /// - Throws: ``JPEGError/notJPEG(reason:)``, ``JPEGError/metadataTooLarge(bytes:)``.
    package static func replacingExif(_ payload: Data, in file: Data) throws(JPEGError) -> Data {
        try withBytes(file) { bytes throws(JPEGError) in
            try JPEGSegments.assemble(bytes, exif: payload, iccProfile: nil)
        }
    }
}

/// The marker segments at the head of a JPEG image. Reads and rearranges them; what is compressed stays as it is.
///
/// Pure functions. Hostile input gives errors, never a crash.
enum JPEGSegments {
    /// One segment before the scan.
    struct Segment: Equatable {
        /// The second byte of the marker, 0xE1 for APP1.
        var marker: UInt8
        /// Where the marker begins.
        var start: Int
        /// The bytes after the length field.
        var payload: Range<Int>
        /// Where the next marker begins.
        var end: Int { payload.upperBound }
    }

    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let huffmanTables: UInt8 = 0xC4
    static let quantizationTables: UInt8 = 0xDB
    static let app0: UInt8 = 0xE0
    static let app1: UInt8 = 0xE1
    static let app2: UInt8 = 0xE2

    /// What begins an APP1 segment with EXIF.
    static let exifIdentifier: [UInt8] = Array("Exif\0\0".utf8)
    private static let jfifIdentifier: [UInt8] = Array("JFIF\0".utf8)
    private static let iccIdentifier: [UInt8] = Array("ICC_PROFILE\0".utf8)
    /// The most that a segment holds after its length field.
    static let largestPayload = 65533

    /// The segments from the start of the image up to and with the first start of scan.
    ///
    /// - Parameter bytes: a JPEG image.
    /// - Throws: ``JPEGError/notJPEG(reason:)`` when there is no start of image, or no start of scan after well-formed
    ///   segments.
    static func header(_ bytes: UnsafeRawBufferPointer) throws(JPEGError) -> [Segment] {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == startOfImage else {
            throw .notJPEG(reason: "no start of image")
        }
        var segments: [Segment] = []
        var position = 2
        while true {
            let segment = try segment(bytes, at: position)
            segments.append(segment)
            if segment.marker == startOfScan { return segments }
            position = segment.end
        }
    }

    /// The size in the first frame header of a kind that cameras write: baseline, extended sequential or progressive.
    static func frameSize(_ segments: [Segment], _ bytes: UnsafeRawBufferPointer) -> PixelDimensions? {
        for segment in segments where (0xC0...0xC2).contains(segment.marker) && segment.payload.count >= 6 {
            let start = segment.payload.lowerBound
            let height = Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            let width = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
            if width > 0, height > 0 { return PixelDimensions(width: width, height: height) }
        }
        return nil
    }

    private static func segment(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(JPEGError) -> Segment {
        var position = start
        guard position < bytes.count, bytes[position] == 0xFF else { throw .notJPEG(reason: "a marker is missing") }
        // Any number of 0xFF may stand before a marker.
        while position < bytes.count, bytes[position] == 0xFF { position += 1 }
        guard position + 2 < bytes.count else { throw .notJPEG(reason: "ends within its header") }
        let marker = bytes[position]
        guard hasLength(marker) else { throw .notJPEG(reason: "marker \(marker) before the scan") }
        let length = Int(bytes[position + 1]) << 8 | Int(bytes[position + 2])
        guard length >= 2, position + 1 + length <= bytes.count else {
            throw .notJPEG(reason: "a segment reaches beyond the end")
        }
        return Segment(marker: marker, start: start, payload: position + 3..<position + 1 + length)
    }

    /// Markers that stand alone have no business before the scan.
    private static func hasLength(_ marker: UInt8) -> Bool {
        switch marker {
        case 0x00, 0x01, 0xD0...0xD9: false
        default: true
        }
    }

    /// Whether a segment's payload begins with an identifier.
    static func begins(
        _ segment: Segment,
        _ bytes: UnsafeRawBufferPointer,
        with identifier: [UInt8]
    ) -> Bool {
        bytes[segment.payload].starts(with: identifier)
    }

    /// The EXIF payload (with its identifier) of a JPEG image, or nil without one.
    static func exif(_ bytes: UnsafeRawBufferPointer) throws(JPEGError) -> UnsafeRawBufferPointer? {
        let found = try header(bytes).first { $0.marker == app1 && begins($0, bytes, with: exifIdentifier) }
        return found.map { UnsafeRawBufferPointer(rebasing: bytes[$0.payload]) }
    }

    /// A copy of a JPEG image with other metadata. EXIF comes first, as its standard demands, and takes the JFIF header's
    /// place; an ICC profile follows in as many segments as it needs. What is given replaces what was there, what is nil
    /// is left alone.
    ///
    /// - Parameters:
    ///   - bytes: a JPEG image.
    ///   - exif: an APP1 payload with its identifier, or nil.
    ///   - iccProfile: an ICC profile, or nil.
    static func assemble(
        _ bytes: UnsafeRawBufferPointer,
        exif: Data?,
        iccProfile: Data?
    ) throws(JPEGError) -> Data {
        let segments = try header(bytes)
        if let exif, exif.count > largestPayload { throw .metadataTooLarge(bytes: exif.count) }
        var result = Data()
        result.reserveCapacity(bytes.count + (exif?.count ?? 0) + (iccProfile.map { $0.count + 1024 } ?? 0) + 16)
        result.append(contentsOf: [0xFF, startOfImage])
        func isDropped(_ segment: Segment) -> Bool {
            switch segment.marker {
            case app0: exif != nil && begins(segment, bytes, with: jfifIdentifier)
            case app1: exif != nil && begins(segment, bytes, with: exifIdentifier)
            case app2: iccProfile != nil && begins(segment, bytes, with: iccIdentifier)
            default: false
            }
        }
        func isLeading(_ segment: Segment) -> Bool {
            segment.marker == app0 || segment.marker == app1
        }
        if let exif { append(exif, as: app1, to: &result) }
        let kept = segments.filter { !isDropped($0) }
        let leading = kept.prefix(while: isLeading)
        for segment in leading { result.append(contentsOf: bytes[segment.start..<segment.end]) }
        if let iccProfile { try append(iccProfile: iccProfile, to: &result) }
        for segment in kept.dropFirst(leading.count) { result.append(contentsOf: bytes[segment.start..<segment.end]) }
        let scan = segments[segments.count - 1].end
        result.append(contentsOf: bytes[scan...])
        return result
    }

    private static func append(_ payload: Data, as marker: UInt8, to result: inout Data) {
        let length = payload.count + 2
        result.append(contentsOf: [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)])
        result.append(payload)
    }

    private static func append(iccProfile: Data, to result: inout Data) throws(JPEGError) {
        let room = largestPayload - iccIdentifier.count - 2
        let count = (iccProfile.count + room - 1) / room
        guard count <= 255 else { throw .metadataTooLarge(bytes: iccProfile.count) }
        for index in 0..<count {
            let start = iccProfile.startIndex + index * room
            let part = iccProfile[start..<min(start + room, iccProfile.endIndex)]
            append(Data(iccIdentifier) + [UInt8(index + 1), UInt8(count)] + part, as: app2, to: &result)
        }
    }
}

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
