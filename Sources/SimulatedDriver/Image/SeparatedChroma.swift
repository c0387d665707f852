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
    func split(_ picture: PlanarImageView) {
        SplitUVPlane(
            picture.chroma,
            Int32(picture.chromaStride),
            blue.base,
            Int32(blue.stride),
            red.base,
            Int32(red.stride),
            Int32(picture.chromaWidth),
            Int32(picture.chromaHeight)
        )
    }

    /// Writes a picture as packed 4:2:2: Y, Cb, Y, Cr.
    func pack(_ picture: PlanarImageView, into target: UnsafeMutablePointer<UInt8>, stride: Int) {
        split(picture)
        I420ToYUY2(
            picture.luma,
            Int32(picture.lumaStride),
            blue.base,
            Int32(blue.stride),
            red.base,
            Int32(red.stride),
            target,
            Int32(stride),
            Int32(picture.width),
            Int32(picture.height)
        )
    }
}
