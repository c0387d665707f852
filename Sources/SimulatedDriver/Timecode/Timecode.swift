/// What the simulated cameras write into every picture for machines: which frame it is, and when it was taken.
///
/// The strip lies at the bottom edge of the upright picture, `W` pixels wide. It is divided into 2 rows of 64 square cells,
/// each `W / 64` pixels (not rounded) wide and high; cell boundaries are rounded to whole pixels when drawn. A white
/// cell is a 1, a black cell a 0, most significant bit first, left to right:
///
/// | row | cells | content |
/// |---|---|---|
/// | upper | 0 to 15 | the mark `0xB2E1` |
/// | upper | 16 to 47 | the frame counter, 32 bits |
/// | upper | 48 to 63 | checksum, 16 bits |
/// | lower | 0 to 63 | the time of capture in nanoseconds, 64 bits, on the capture clock |
///
/// The checksum is CRC-16 with polynomial `0x1021` and initial value `0xFFFF`, most significant bit first, not inverted
/// at the end, over the counter's 4 bytes and the time's 8 bytes, big-endian. To read a picture, take the average luma
/// in the middle of each cell and compare it with the mean of the brightest and the darkest cell. The mark reads
/// differently when the picture is turned or mirrored; that is how a reader finds out.
public struct Timecode: Sendable, Hashable {
    /// Counts the frames of a stream; wraps after 32 bits.
    public var counter: UInt32
    /// When the frame was taken, in nanoseconds of the capture clock.
    public var nanoseconds: UInt64

    /// Makes a timecode.
    public init(counter: UInt32, nanoseconds: UInt64) {
        self.counter = counter
        self.nanoseconds = nanoseconds
    }

    /// Cells in a row.
    public static let columns = 64
    /// Rows of cells.
    public static let rows = 2
    /// The first 16 bits of every strip.
    public static let mark: UInt16 = 0xb2e1

    /// The checksum over counter and time.
    public var checksum: UInt16 {
        var crc: UInt16 = 0xffff
        for shift in stride(from: 24, through: 0, by: -8) {
            crc = Timecode.update(crc, UInt8(truncatingIfNeeded: counter >> UInt32(shift)))
        }
        for shift in stride(from: 56, through: 0, by: -8) {
            crc = Timecode.update(crc, UInt8(truncatingIfNeeded: nanoseconds >> UInt64(shift)))
        }
        return crc
    }

    private static func update(_ crc: UInt16, _ byte: UInt8) -> UInt16 {
        var crc = crc ^ (UInt16(byte) << 8)
        for _ in 0..<8 {
            crc = crc & 0x8000 != 0 ? (crc << 1) ^ 0x1021 : crc << 1
        }
        return crc
    }

    /// The cells of the upper and the lower row, the leftmost in the most significant bit.
    public var words: (upper: UInt64, lower: UInt64) {
        let upper = UInt64(Timecode.mark) << 48 | UInt64(counter) << 16 | UInt64(checksum)
        return (upper, nanoseconds)
    }

    /// Reads the cells of the two rows; `nil` unless mark and checksum are right.
    public init?(upper: UInt64, lower: UInt64) {
        guard UInt16(upper >> 48) == Timecode.mark else { return nil }
        self.init(counter: UInt32(truncatingIfNeeded: upper >> 16), nanoseconds: lower)
        guard checksum == UInt16(truncatingIfNeeded: upper) else { return nil }
    }
}
