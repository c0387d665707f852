/// H.264 with start codes (Annex B of the standard), which decoders take without a description beside it.
enum StartCodes {
    /// The number of bytes of a start code, and of the lengths in whose place it stands.
    static let size = 4

    /// Puts start codes in the places of the lengths of four bytes before a frame's units.
    ///
    /// - Returns: whether all lengths fit; if not, the bytes are no frame.
    static func replaceLengths(in bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var position = 0
        while position < bytes.count {
            guard position + size <= bytes.count else { return false }
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
            bytes.storeBytes(of: UInt32(1).bigEndian, toByteOffset: position, as: UInt32.self)
            position += size
            guard length <= bytes.count - position else { return false }
            position += length
        }
        return true
    }

    /// Units behind start codes, one after the other.
    static func join(_ units: [[UInt8]]) -> [UInt8] {
        units.flatMap { [0, 0, 0, 1] + $0 }
    }
}
