import Glibc

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
