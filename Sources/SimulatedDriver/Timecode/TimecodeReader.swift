import CaptureDriver

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
