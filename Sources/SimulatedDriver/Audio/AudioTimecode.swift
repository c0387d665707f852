/// What the simulated microphones hear for machines: which second of the capture clock it is.
///
/// Each second of the clock begins with a mark, a burst of 3 kHz that lasts 8 ms. From 40 ms after the second on follow 32
/// bursts, one every 25 ms, each 12 ms long: 2 kHz for a 1, 1 kHz for a 0, most significant bit first. They say the second,
/// 24 bits (modulo 2^24, half a year), and its checksum, 8 bits: CRC-8 with polynomial `0x07` and initial value `0xFF` over the second's
/// three bytes, most significant first. All bursts begin at phase zero of a sine. Under them lies a tone of 440 Hz.
///
/// The frequencies are heard through every route, also a hands-free one at 8 kHz; the bursts are long enough for lossy
/// codecs. ``AudioTimecodeReader`` reads it.
public struct AudioTimecode: Sendable, Hashable {
    /// Frequency of the mark.
    public static let markFrequency = 3_000.0
    /// Frequency of a 1.
    public static let oneFrequency = 2_000.0
    /// Frequency of a 0.
    public static let zeroFrequency = 1_000.0
    /// Nanoseconds that the mark lasts.
    public static let markDuration: Int64 = 8_000_000
    /// Nanoseconds from the second to the first bit.
    public static let firstBit: Int64 = 40_000_000
    /// Nanoseconds from one bit to the next.
    public static let bitSpacing: Int64 = 25_000_000
    /// Nanoseconds that a bit lasts.
    public static let bitDuration: Int64 = 12_000_000
    /// Bits.
    public static let bitCount = 32
    /// How loud the bursts are; full scale is 1.
    public static let amplitude = 0.25
    /// Frequency of the tone under them.
    public static let toneFrequency = 440.0
    /// How loud the tone is.
    public static let toneAmplitude = 0.03

    /// The second of the capture clock, modulo 2^24.
    public var second: UInt32

    /// Makes the timecode of a second.
    public init(second: UInt32) {
        self.second = second & 0xff_ffff
    }

    /// The checksum.
    public var checksum: UInt8 {
        [16, 8, 0].reduce(UInt8(0xff)) { crc, shift in
            (0..<8).reduce(crc ^ UInt8(truncatingIfNeeded: second >> UInt32(shift))) { crc, _ in
                crc & 0x80 != 0 ? (crc << 1) ^ 0x07 : crc << 1
            }
        }
    }

    /// The bits, the first in the most significant one.
    public var word: UInt32 { second << 8 | UInt32(checksum) }

    /// Reads the bits; `nil` unless the checksum is right.
    public init?(word: UInt32) {
        self.init(second: word >> 8)
        guard checksum == UInt8(truncatingIfNeeded: word) else { return nil }
    }
}
