/// Puts descriptors and controls together: USB sends the low byte first.
struct LittleEndianWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ more: [UInt8]) {
        bytes += more
    }

    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

/// Takes them apart.
struct LittleEndianReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The next number; missing bytes count as zero, as in a control that the host sends only the beginning of.
    mutating func number<Number: FixedWidthInteger>() -> Number {
        var number: Number = 0
        for position in 0..<(Number.bitWidth / 8) {
            number |= Number(truncatingIfNeeded: rest.popFirst() ?? 0) << (position * 8)
        }
        return number
    }
}
