import Foundation

/// Units of an H.264 or HEVC stream, each behind its length, as movie files have them.
enum NALUnits {
    /// Whether a stream has start codes instead of lengths.
    ///
    /// The length of a unit of 256 to 511 bytes looks like a start code; what tells them apart is whether all lengths fit.
    static func hasStartCode(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 4, bytes[0] == 0, bytes[1] == 0, bytes[2] == 1 || (bytes[2] == 0 && bytes[3] == 1) else {
            return false
        }
        return !forEach(lengthPrefixed: bytes) { _ in }
    }

    /// The ranges of units that stand behind lengths of four bytes; nil if the lengths do not fit.
    static func ranges(lengthPrefixed bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        return forEach(lengthPrefixed: bytes) { ranges.append($0) } ? ranges : nil
    }

    /// Visits the units behind lengths of four bytes, and tells whether the lengths fit.
    private static func forEach(lengthPrefixed bytes: UnsafeRawBufferPointer, _ visit: (Range<Int>) -> Void) -> Bool {
        var position = 0
        while position < bytes.count {
            guard position + 4 <= bytes.count else { return false }
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
            position += 4
            guard length <= bytes.count - position else { return false }
            visit(position..<position + length)
            position += length
        }
        return true
    }

    /// The ranges of units that stand behind start codes.
    static func ranges(startCoded bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        var starts: [(code: Int, unit: Int)] = []
        var position = 0
        while position + 2 < bytes.count {
            if bytes[position + 2] > 1 {
                position += 3
            } else if bytes[position] == 0, bytes[position + 1] == 0, bytes[position + 2] == 1 {
                let hasFourBytes = position > 0 && bytes[position - 1] == 0
                starts.append((hasFourBytes ? position - 1 : position, position + 3))
                position += 3
            } else {
                position += 1
            }
        }
        return starts.indices.map { index in
            starts[index].unit..<(index + 1 < starts.count ? starts[index + 1].code : bytes.count)
        }
    }

    /// The units of a stream of either kind.
    static func ranges(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        hasStartCode(bytes) ? ranges(startCoded: bytes) : ranges(lengthPrefixed: bytes) ?? []
    }

    /// A copy of a stream with start codes, with lengths in their places.
    static func lengthPrefixed(_ bytes: UnsafeRawBufferPointer) -> Data {
        var result = Data(capacity: bytes.count + 16)
        for range in ranges(startCoded: bytes) {
            withUnsafeBytes(of: UInt32(range.count).bigEndian) { result.append(contentsOf: $0) }
            result.append(contentsOf: bytes[range])
        }
        return result
    }
}
