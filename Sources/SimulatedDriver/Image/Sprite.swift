import CLibYUV
import ImageProcessing
import SceneDrawing

/// Converts what is drawn into luma and chroma planes (ITU-R 601 coefficients, as UVC cameras and JPEG use).
enum PlaneConversion {
    /// Converts opaque pixels of a canvas into a picture of the same, even, size.
    static func convert(_ canvas: Canvas, into destination: PlanarImageView, range: SampleRange) {
        canvas.withPixels { base, stride in
            convert(pixels: base, stride: stride, into: destination, range: range)
        }
    }

    /// Converts opaque pixels (blue, green, red, alpha in memory).
    static func convert(
        pixels: UnsafePointer<UInt8>,
        stride: Int,
        into destination: PlanarImageView,
        range: SampleRange
    ) {
        let width = Int32(destination.width)
        let height = Int32(destination.height)
        switch range {
        case .video:
            ARGBToNV12(
                pixels,
                Int32(stride),
                destination.luma,
                Int32(destination.lumaStride),
                destination.chroma,
                Int32(destination.chromaStride),
                width,
                height
            )
        case .full:
            let blue = PlanarImageMemory(rowBytes: destination.chromaWidth, rows: destination.chromaHeight)
            let red = PlanarImageMemory(rowBytes: destination.chromaWidth, rows: destination.chromaHeight)
            ARGBToJ420(
                pixels,
                Int32(stride),
                destination.luma,
                Int32(destination.lumaStride),
                blue.base,
                Int32(blue.stride),
                red.base,
                Int32(red.stride),
                width,
                height
            )
            MergeUVPlane(
                blue.base,
                Int32(blue.stride),
                red.base,
                Int32(red.stride),
                destination.chroma,
                Int32(destination.chromaStride),
                Int32(destination.chromaWidth),
                Int32(destination.chromaHeight)
            )
        }
    }
}

/// A small picture with transparency that is drawn once and blended into every frame.
final class Sprite: Sendable {
    /// The picture.
    let image: PlanarImage
    private let lumaAlpha: PlanarImageMemory
    private let chromaAlpha: PlanarImageMemory

    /// Takes over what was drawn; odd sizes lose nothing because canvases are made even.
    init(_ canvas: Canvas, range: SampleRange) {
        let image = PlanarImage(width: canvas.width, height: canvas.height)
        let lumaAlpha = PlanarImageMemory(rowBytes: image.width, rows: image.height)
        let halfAlpha = PlanarImageMemory(rowBytes: image.width / 2, rows: image.height / 2)
        let chromaAlpha = PlanarImageMemory(rowBytes: image.width, rows: image.height / 2)
        let straight = PlanarImageMemory(rowBytes: image.width * 4, rows: image.height)
        canvas.withPixels { base, stride in
            let width = Int32(canvas.width)
            let height = Int32(canvas.height)
            ARGBExtractAlpha(base, Int32(stride), lumaAlpha.base, Int32(lumaAlpha.stride), width, height)
            ARGBUnattenuate(base, Int32(stride), straight.base, Int32(straight.stride), width, height)
        }
        PlaneConversion.convert(
            pixels: straight.base,
            stride: straight.stride,
            into: image.view,
            range: range
        )
        ScalePlane(
            lumaAlpha.base,
            Int32(lumaAlpha.stride),
            Int32(image.width),
            Int32(image.height),
            halfAlpha.base,
            Int32(halfAlpha.stride),
            Int32(image.width / 2),
            Int32(image.height / 2),
            kFilterBox
        )
        MergeUVPlane(
            halfAlpha.base,
            Int32(halfAlpha.stride),
            halfAlpha.base,
            Int32(halfAlpha.stride),
            chromaAlpha.base,
            Int32(chromaAlpha.stride),
            Int32(image.width / 2),
            Int32(image.height / 2)
        )
        self.image = image
        self.lumaAlpha = lumaAlpha
        self.chromaAlpha = chromaAlpha
    }

    /// Pixels in a row.
    var width: Int { image.width }
    /// Rows.
    var height: Int { image.height }

    /// Blends the sprite into a picture with its top left corner at a place, which may lie outside.
    func draw(into destination: PlanarImageView, x: Int, y: Int) {
        blendLuma(into: destination, x: x, y: y)
        blendChroma(into: destination, x: x >> 1, y: y >> 1)
    }

    /// Draws how near the sprite is where it is more opaque than not, with its top left corner at a place, which may lie outside.
    func drawSilhouette(_ nearness: UInt8, into target: SceneDepthTarget, x: Int, y: Int) {
        let (left, right) = (max(0, x), min(target.width, x + width))
        guard left < right else { return }
        for row in max(0, y)..<max(0, y, min(target.height, y + height)) {
            let alpha = lumaAlpha.base + (row - y) * lumaAlpha.stride - x
            let pixels = target.nearness + row * target.stride
            for column in left..<right where alpha[column] > 127 { pixels[column] = nearness }
        }
    }

    private func blendLuma(into destination: PlanarImageView, x: Int, y: Int) {
        let left = max(0, x)
        let top = max(0, y)
        let right = min(destination.width, x + width)
        let bottom = min(destination.height, y + height)
        guard left < right, top < bottom else { return }
        let source = (top - y) * image.luma.stride + left - x
        let target = destination.luma + top * destination.lumaStride + left
        BlendPlane(
            image.luma.base + source,
            Int32(image.luma.stride),
            target,
            Int32(destination.lumaStride),
            lumaAlpha.base + source,
            Int32(lumaAlpha.stride),
            target,
            Int32(destination.lumaStride),
            Int32(right - left),
            Int32(bottom - top)
        )
    }

    private func blendChroma(into destination: PlanarImageView, x: Int, y: Int) {
        let left = max(0, x)
        let top = max(0, y)
        let right = min(destination.chromaWidth, x + width / 2)
        let bottom = min(destination.chromaHeight, y + height / 2)
        guard left < right, top < bottom else { return }
        let source = (top - y) * image.chroma.stride + (left - x) * 2
        let target = destination.chroma + top * destination.chromaStride + left * 2
        BlendPlane(
            image.chroma.base + source,
            Int32(image.chroma.stride),
            target,
            Int32(destination.chromaStride),
            chromaAlpha.base + source,
            Int32(chromaAlpha.stride),
            target,
            Int32(destination.chromaStride),
            Int32((right - left) * 2),
            Int32(bottom - top)
        )
    }
}
