import CLibYUV
import CaptureDriver
import ImageProcessing

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

/// Finds and reads the timecode strip in a plane of luma.
public struct TimecodeReader {
    /// A timecode, and how the picture lies.
    public struct TimecodeReading: Sendable, Hashable {
        /// What the strip says.
        public var timecode: Timecode
        /// Degrees, clockwise, by which the picture must be turned to be upright.
        public var angle: Int
        /// Whether the upright picture is mirrored left to right.
        public var isMirrored: Bool
    }

    private let luma: UnsafePointer<UInt8>
    private let size: CaptureDimensions
    private let rowStride: Int
    private let pixelStride: Int

    /// Takes a plane that stays valid as long as the reader is used.
    ///
    /// - Parameters:
    ///   - luma: the first sample of the plane, or the first green sample of RGB pixels.
    ///   - width: samples in a row.
    ///   - height: rows.
    ///   - rowStride: bytes from one row to the next.
    ///   - pixelStride: bytes from one sample to the next; 1 for a plane, 4 for BGRA.
    public init(luma: UnsafePointer<UInt8>, width: Int, height: Int, rowStride: Int, pixelStride: Int = 1) {
        self.luma = luma
        size = CaptureDimensions(width: Int32(width), height: Int32(height))
        self.rowStride = rowStride
        self.pixelStride = pixelStride
    }

    /// Reads the strip of a picture whose lie is known; `nil` when there is none or it is damaged.
    public func read(angle: Int = 0, isMirrored: Bool = false) -> Timecode? {
        let transform = UprightTransform(sensor: size, angle: angle)
        let levels = (0..<Timecode.rows * Timecode.columns).map { index in
            let column = index % Timecode.columns
            let place = isMirrored ? Timecode.columns - 1 - column : column
            return level(TimecodeStrip.cell(column: place, row: index / Timecode.columns, transform))
        }
        guard let darkest = levels.min(), let brightest = levels.max(), brightest - darkest > 24 else { return nil }
        let threshold = (darkest + brightest) / 2
        var words: [UInt64] = [0, 0]
        for (index, level) in levels.enumerated() {
            words[index / Timecode.columns] = words[index / Timecode.columns] << 1 | (level > threshold ? 1 : 0)
        }
        return Timecode(upper: words[0], lower: words[1])
    }

    /// Looks for the strip in all four turns, mirrored or not.
    public func find() -> TimecodeReading? {
        for isMirrored in [false, true] {
            for angle in [0, 90, 180, 270] {
                if let timecode = read(angle: angle, isMirrored: isMirrored) {
                    return TimecodeReading(timecode: timecode, angle: angle, isMirrored: isMirrored)
                }
            }
        }
        return nil
    }

    /// The mean of a cell's middle.
    private func level(_ cell: PixelRect) -> Int {
        let insetX = cell.width / 4
        let insetY = cell.height / 4
        var sum = 0
        var count = 0
        for y in cell.y + insetY..<max(cell.y + insetY + 1, cell.y + cell.height - insetY) {
            for x in cell.x + insetX..<max(cell.x + insetX + 1, cell.x + cell.width - insetX)
            where x >= 0 && y >= 0 && x < Int(size.width) && y < Int(size.height) {
                sum += Int(luma[y * rowStride + x * pixelStride])
                count += 1
            }
        }
        return count == 0 ? 0 : sum / count
    }
}

/// Where the timecode's cells lie in a picture, and how to draw them.
enum TimecodeStrip {
    /// A cell in the sensor's picture.
    static func cell(column: Int, row: Int, _ transform: UprightTransform) -> PixelRect {
        let size = transform.upright
        let left = edge(column, size)
        let right = edge(column + 1, size)
        let top = Int(size.height) - edge(Timecode.rows - row, size)
        let bottom = Int(size.height) - edge(Timecode.rows - row - 1, size)
        return transform.sensorRect(PixelRect(x: left, y: top, width: right - left, height: bottom - top))
    }

    private static func edge(_ index: Int, _ size: CaptureDimensions) -> Int {
        (index * Int(size.width) + Timecode.columns / 2) / Timecode.columns
    }

    /// Draws the strip over what is there.
    static func draw(
        _ timecode: Timecode,
        _ transform: UprightTransform,
        range: SampleRange,
        into image: PlanarImageView
    ) {
        let words = timecode.words
        for row in 0..<Timecode.rows {
            let word = row == 0 ? words.upper : words.lower
            for column in 0..<Timecode.columns {
                let isSet = word >> UInt64(Timecode.columns - 1 - column) & 1 == 1
                let rect = cell(column: column, row: row, transform)
                SetPlane(
                    image.luma + rect.y * image.lumaStride + rect.x,
                    Int32(image.lumaStride),
                    Int32(rect.width),
                    Int32(rect.height),
                    UInt32(isSet ? range.white : range.black)
                )
            }
        }
        drawNeutralChroma(transform, into: image)
    }

    private static func drawNeutralChroma(_ transform: UprightTransform, into image: PlanarImageView) {
        let size = transform.upright
        let height = edge(Timecode.rows, size)
        let strip = transform.sensorRect(
            PixelRect(x: 0, y: Int(size.height) - height, width: Int(size.width), height: height)
        )
        let left = strip.x / 2
        let top = strip.y / 2
        let right = min(image.chromaWidth, (strip.x + strip.width + 1) / 2)
        let bottom = min(image.chromaHeight, (strip.y + strip.height + 1) / 2)
        SetPlane(
            image.chroma + top * image.chromaStride + left * 2,
            Int32(image.chromaStride),
            Int32((right - left) * 2),
            Int32(bottom - top),
            128
        )
    }
}
