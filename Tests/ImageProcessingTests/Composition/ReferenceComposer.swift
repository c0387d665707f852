import CoreVideo
import Foundation
import FoundationExtras
import ImageProcessing

/// The samples of a picture of 4:2:0 with interleaved chroma, row by row.
struct SamplePlanes: Equatable {
    var luma: [[UInt8]]
    /// Cb and Cr in turn.
    var chroma: [[UInt8]]

    var width: Int { luma[0].count }
    var height: Int { luma.count }

    init(width: Int, height: Int, luma: UInt8, chroma: UInt8 = 128) {
        self.luma = Array(repeating: Array(repeating: luma, count: width), count: height)
        self.chroma = Array(repeating: Array(repeating: chroma, count: (width + 1) / 2 * 2), count: (height + 1) / 2)
    }

    /// What a buffer holds.
    init(_ buffer: CVPixelBuffer) {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        func rows(_ plane: Int, _ bytes: Int, _ count: Int) -> [[UInt8]] {
            let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!
            let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
            return (0..<count).map { Array(UnsafeRawBufferPointer(start: base + $0 * stride, count: bytes)) }
        }
        luma = rows(0, width, height)
        chroma = rows(1, (width + 1) / 2 * 2, (height + 1) / 2)
    }

    /// Where they differ first, for a test to show.
    func firstDifference(from other: SamplePlanes) -> String? {
        for (name, mine, theirs) in [("luma", luma, other.luma), ("chroma", chroma, other.chroma)] {
            for (y, (left, right)) in zip(mine, theirs).enumerated() where left != right {
                let x = zip(left, right).enumerated().first { $0.1.0 != $0.1.1 }?.offset ?? min(left.count, right.count)
                return "\(name) \(x), \(y): \(left[x]) instead of \(right[x])"
            }
        }
        return self == other ? nil : "sizes"
    }
}

/// Puts pictures onto a canvas one sample at a time: slowly, and plain to see. Only the scaling is libyuv's.
struct ReferenceComposer {
    var canvas: SamplePlanes
    let format: OSType
    let white: UInt8

    init(_ canvas: PixelDimensions, format: OSType) {
        let isFull = format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        self.canvas = SamplePlanes(width: canvas.width, height: canvas.height, luma: isFull ? 0 : 16)
        self.format = format
        white = isFull ? 255 : 235
    }

    mutating func draw(_ picture: CVPixelBuffer, _ place: CanvasPlacement, isMirrored: Bool = false) throws {
        let columns = max(0, place.x)..<max(0, min(canvas.width, place.x + place.width))
        let rows = max(0, place.y)..<max(0, min(canvas.height, place.y + place.height))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        var crop = Self.crop(picture, place, columns, rows)
        if isMirrored {
            let first = (CVPixelBufferGetWidth(picture) - crop.x.upperBound) / 2 * 2
            crop.x = first..<first + crop.x.count
        }
        let chromaColumns = columns.lowerBound / 2..<(columns.upperBound + 1) / 2
        let chromaRows = rows.lowerBound / 2..<(rows.upperBound + 1) / 2
        let seen = try halved(picture, crop, columns.count, rows.count)
        var luma = try scaled(seen, columns.count, rows.count).luma
        var chroma = try scaled(seen, chromaColumns.count * 2, chromaRows.count * 2).chroma
        if isMirrored {
            luma = luma.map { $0.reversed() }
            chroma = chroma.map { row in row.indices.map { row[(row.count / 2 - 1 - $0 / 2) * 2 + $0 % 2] } }
        }
        for y in rows {
            for x in columns {
                let (place, line) = Self.shares(x, y, place)
                let drawn = luma[y - rows.lowerBound][x - columns.lowerBound]
                canvas.luma[y][x] = Self.mix(canvas.luma[y][x], white, drawn, place, line)
            }
        }
        for y in chromaRows {
            for x in chromaColumns {
                let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { Self.shares(2 * x + $0.0, 2 * y + $0.1, place) }
                let place = (four.reduce(2) { $0 + $1.0 }) / 4
                let inner = (four.reduce(2) { $0 + $1.1 }) / 4
                for part in 0..<2 {
                    let drawn = chroma[y - chromaRows.lowerBound][(x - chromaColumns.lowerBound) * 2 + part]
                    canvas.chroma[y][2 * x + part] = Self.mix(canvas.chroma[y][2 * x + part], 128, drawn, place, inner)
                }
            }
        }
    }

    private static func mix(_ below: UInt8, _ line: UInt8, _ drawn: UInt8, _ place: Int, _ inner: Int) -> UInt8 {
        let sum = Int(below) * (256 - place) + Int(line) * (place - inner) + Int(drawn) * inner
        return UInt8((sum + 128) / 256)
    }

    /// How much of a pixel of the canvas belongs to a place, and how much to the place without its line, of 256.
    private static func shares(_ x: Int, _ y: Int, _ place: CanvasPlacement) -> (Int, Int) {
        let half = Double(min(place.width, place.height)) / 2
        let radius = min(place.cornerRadius, half)
        let border = min(place.border, Int(half))
        func share(_ inset: Int, _ radius: Double) -> Int {
            let (left, top) = (Double(place.x + inset), Double(place.y + inset))
            let (right, bottom) = (Double(place.x + place.width - inset), Double(place.y + place.height - inset))
            let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
            guard px > left, px < right, py > top, py < bottom else { return 0 }
            // The nearest point of the rectangle that the middles of all corners span.
            let cx = min(max(px, left + radius), right - radius)
            let cy = min(max(py, top + radius), bottom - radius)
            guard px != cx, py != cy else { return 256 }
            let distance = ((px - cx) * (px - cx) + (py - cy) * (py - cy)).squareRoot()
            return Int((min(1, max(0, radius - distance + 0.5)) * 256).rounded())
        }
        let outer = share(0, radius)
        return (outer, min(outer, share(border, max(0, radius - Double(border)))))
    }

    /// The part of a picture that is seen, in whole chroma samples.
    private static func crop(
        _ picture: CVPixelBuffer,
        _ place: CanvasPlacement,
        _ columns: Range<Int>,
        _ rows: Range<Int>
    ) -> (x: Range<Int>, y: Range<Int>) {
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let isWider = width * place.height > height * place.width
        let step = isWider ? (of: height, to: place.height) : (of: width, to: place.width)
        func part(_ extent: Int, _ start: Int, _ length: Int, _ seen: Range<Int>) -> Range<Int> {
            /// Which chroma sample begins nearest to a column of the canvas: counted up, as ties must not depend on a fraction's last bit.
            func nearest(_ column: Int) -> Int {
                // All in fourths of a sample, times `step.to`.
                let wanted = 2 * extent * step.to + (2 * (column - start) - length) * 2 * step.of
                var sample = 0
                while 8 * (sample + 1) * step.to - wanted <= 4 * step.to { sample += 1 }
                return 2 * sample
            }
            let first = min(nearest(seen.lowerBound), (extent - 1) / 2 * 2)
            return first..<min(extent, max(first + 2, nearest(seen.upperBound)))
        }
        return (part(width, place.x, place.width, columns), part(height, place.y, place.height, rows))
    }

    /// The part of a picture that is seen; of one that is more than twice as large as its place, half of it, and so on.
    private func halved(
        _ picture: CVPixelBuffer,
        _ crop: (x: Range<Int>, y: Range<Int>),
        _ width: Int,
        _ height: Int
    ) throws -> CVPixelBuffer {
        let whole = (Double(CVPixelBufferGetWidth(picture)), Double(CVPixelBufferGetHeight(picture)))
        var size = (crop.x.count, crop.y.count)
        var seen = try transform(
            picture,
            size,
            crop: CGRect(
                x: Double(crop.x.lowerBound) / whole.0,
                y: Double(crop.y.lowerBound) / whole.1,
                width: Double(crop.x.count) / whole.0,
                height: Double(crop.y.count) / whole.1
            )
        )
        while size.0 >= 2 * width, size.1 >= 2 * height, size != (2 * width, 2 * height), size.0 % 4 == 0,
            size.1 % 4 == 0
        {
            size = (size.0 / 2, size.1 / 2)
            seen = try transform(seen, size)
        }
        return seen
    }

    private func transform(_ picture: CVPixelBuffer, _ size: (Int, Int), crop: CGRect? = nil) throws -> CVPixelBuffer {
        let dimensions = PixelDimensions(width: size.0, height: size.1)
        return try PixelTransformer(pixelFormat: format, dimensions: dimensions).transform(picture, crop: crop)
    }

    private func scaled(_ picture: CVPixelBuffer, _ width: Int, _ height: Int) throws -> SamplePlanes {
        SamplePlanes(try transform(picture, (width, height)))
    }
}
