/// Reads the bits of a parameter set, leaving out the bytes that keep start codes from appearing in it.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// - Parameter unit: a NAL unit without its header.
    init(unit: some Sequence<UInt8>) {
        var zeros = 0
        var payload: [UInt8] = []
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        bytes = payload
    }

    /// The next bit; nil behind the end.
    mutating func bit() -> Bool? {
        guard position < bytes.count * 8 else { return nil }
        defer { position += 1 }
        return bytes[position / 8] >> (7 - UInt8(position % 8)) & 1 == 1
    }

    /// The next bits as a number, at most 32.
    mutating func bits(_ count: Int) -> UInt32? {
        var result: UInt32 = 0
        for _ in 0..<count {
            guard let bit = bit() else { return nil }
            result = result << 1 | (bit ? 1 : 0)
        }
        return result
    }

    mutating func skip(_ count: Int) -> Void? {
        position += count
        return position <= bytes.count * 8 ? () : nil
    }

    /// An unsigned number in Exp-Golomb code.
    mutating func number() -> Int? {
        var zeros = 0
        while let bit = bit(), !bit { zeros += 1 }
        guard zeros < 32, let rest = bits(zeros) else { return nil }
        return (1 << zeros) - 1 + Int(rest)
    }

    /// A signed number in Exp-Golomb code.
    mutating func signedNumber() -> Int? {
        number().map { $0 % 2 == 1 ? ($0 + 1) / 2 : -$0 / 2 }
    }
}
