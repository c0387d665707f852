import CLibYUV
import CaptureDriver

/// Chroma in two planes, as packed formats want it; belongs to one stream.
final class SeparatedChroma {
    let blue: PlanarImageMemory
    let red: PlanarImageMemory

    init(_ size: CaptureDimensions) {
        blue = PlanarImageMemory(rowBytes: Int(size.width + 1) / 2, rows: Int(size.height + 1) / 2)
        red = PlanarImageMemory(rowBytes: Int(size.width + 1) / 2, rows: Int(size.height + 1) / 2)
    }

    /// Takes over a picture's chroma.
    func split(_ image: PlanarImageView) {
        SplitUVPlane(
            image.chroma,
            Int32(image.chromaStride),
            blue.base,
            Int32(blue.stride),
            red.base,
            Int32(red.stride),
            Int32(image.chromaWidth),
            Int32(image.chromaHeight)
        )
    }

    /// Writes a picture as packed 4:2:2: Y, Cb, Y, Cr.
    func pack(_ image: PlanarImageView, into target: UnsafeMutablePointer<UInt8>, stride: Int) {
        split(image)
        I420ToYUY2(
            image.luma,
            Int32(image.lumaStride),
            blue.base,
            Int32(blue.stride),
            red.base,
            Int32(red.stride),
            target,
            Int32(stride),
            Int32(image.width),
            Int32(image.height)
        )
    }
}
