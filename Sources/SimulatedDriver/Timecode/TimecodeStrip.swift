import CLibYUV
import CaptureDriver
import ImageProcessing

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
