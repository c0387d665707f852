/// The type of a box: four characters.
struct BoxType: Hashable, ExpressibleByStringLiteral {
    let code: UInt32

    init(code: UInt32) { self.code = code }

    init(stringLiteral name: StaticString) {
        code = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

/// Reads the numbers and boxes in a piece of a movie file. Places outside of the piece have neither, and nothing traps.
struct BoxReader {
    /// A box within another.
    struct Child {
        var type: BoxType
        /// Where it begins, with its header.
        var start: Int
        /// What is behind the header.
        var body: Range<Int>
    }

    private static let headerSize = 8

    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The number in four bytes, the most significant first, that lie within a range.
    func number(at offset: FileNumber, within range: Range<Int>) -> UInt32? {
        guard let value = offset.value, value >= 0, (offset + 4).isAtMost(FileNumber(range.upperBound)),
            range.upperBound <= bytes.count, value >= range.lowerBound
        else { return nil }
        return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: Int(value), as: UInt32.self))
    }

    /// The number in four bytes at a distance from the beginning of a range.
    func number(_ distance: Int, into range: Range<Int>) -> UInt32? {
        number(at: FileNumber(range.lowerBound) + FileNumber(distance), within: range)
    }

    /// The letters, digits and hyphens from a distance from the beginning of a range up to a zero; nil for anything else.
    func text(_ distance: Int, into range: Range<Int>) -> String? {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count, distance >= 0, distance < range.count,
            let end = bytes[(range.lowerBound + distance)..<range.upperBound].firstIndex(of: 0)
        else { return nil }
        let text = String(decoding: bytes[(range.lowerBound + distance)..<end], as: UTF8.self)
        let isPlain = text.utf8.allSatisfy {
            $0 == 0x2d || (0x30...0x39).contains($0) || (0x41...0x5a).contains($0 & 0xdf)
        }
        return !text.isEmpty && text.utf8.count < 128 && isPlain ? text : nil
    }

    /// The box at a place in a range.
    ///
    /// - Returns: nil where no box begins that ends within the range. Boxes within others never are so large that their lengths
    ///   take 64 bits, and none but the last of a file reaches to the end without saying so.
    func child(at start: Int, within range: Range<Int>) -> Child? {
        guard let size = number(at: FileNumber(start), within: range),
            let type = number(at: FileNumber(start) + 4, within: range),
            size >= Self.headerSize, FileNumber(size).isAtMost(FileNumber(range.upperBound) - FileNumber(start))
        else { return nil }
        return Child(type: BoxType(code: type), start: start, body: start + Self.headerSize..<start + Int(size))
    }

    /// Whether four characters stand anywhere in a range.
    func contains(_ types: Set<BoxType>, in range: Range<Int>) -> Bool {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return false }
        var code: UInt32 = 0
        for place in range {
            code = code << 8 | UInt32(bytes[place])
            if place >= range.lowerBound + 3, types.contains(BoxType(code: code)) { return true }
        }
        return false
    }
}
