import CoreGraphics
import CoreVideo
import Foundation
import ImageIO
import ImageProcessing

/// Turns what images are made of into bitmaps.
///
/// Its converter's buffers are reused from one frame to the next.
final class ImageLoader: Sendable {
    private static let formatsWithAlpha: Set<OSType> = [
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR,
    ]

    private let converter = try? PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)

    /// A bitmap. That of a pixel buffer is for use now: it is not a copy if the buffer is of the right layout.
    func image(of contents: ImageContents) throws(RenderingError) -> CGImage {
        switch contents {
        case .image(let image):
            return image
        case .file(let file):
            guard let image = file.image else { throw .unreadable }
            return image
        case .pixelBuffer(let buffer):
            let format = CVPixelBufferGetPixelFormatType(buffer)
            let isOpaque = !Self.formatsWithAlpha.contains(format)
            let pixels = try converted(buffer)
            guard let image = Self.lend(pixels, isOpaque: isOpaque) else { throw .unreadable }
            return image
        }
    }

    /// A buffer's pixels as `BGRA`: the buffer itself if that is its format.
    func converted(_ buffer: CVPixelBuffer) throws(RenderingError) -> CVPixelBuffer {
        do throws(PixelTransformError) {
            guard let converter else { throw .unreadableBuffer }
            return try converter.transform(buffer)
        } catch .unsupportedPixelFormat(let format) {
            throw .unsupportedPixelFormat(format)
        } catch .invalidDimensions {
            throw .tooLarge
        } catch {
            throw .unreadable
        }
    }

    /// An image with the memory of a `BGRA` buffer, which is locked as long as the image lives. Colours are multiplied by alpha.
    private static func lend(_ buffer: CVPixelBuffer, isOpaque: Bool) -> CGImage? {
        if isOpaque { return PixelBufferImage.image(adopting: buffer) }
        guard let space = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        guard let start = CVPixelBufferGetBaseAddress(buffer) else {
            CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
            return nil
        }
        let bytes = Data(
            bytesNoCopy: start,
            count: stride * CVPixelBufferGetHeight(buffer),
            deallocator: .custom { _, _ in CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        )
        return CGDataProvider(data: bytes as CFData).flatMap {
            CGImage(
                width: CVPixelBufferGetWidth(buffer),
                height: CVPixelBufferGetHeight(buffer),
                bitsPerComponent: 8,
                bitsPerPixel: 32,
                bytesPerRow: stride,
                space: space,
                bitmapInfo: CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little),
                provider: $0,
                decode: nil,
                shouldInterpolate: true,
                intent: .defaultIntent
            )
        }
    }
}
