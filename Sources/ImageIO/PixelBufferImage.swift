import CoreGraphics
import CoreVideo
import Foundation
import ImageProcessing

/// Images of pixel buffers, and pixel buffers of images.
package enum PixelBufferImage {
    /// The image of a buffer that may go on changing: a copy.
    ///
    /// - Parameter buffer: in any format that `PixelTransformer` reads.
    package static func image(of buffer: CVPixelBuffer) -> CGImage? {
        let transformer = try? PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)
        guard let converted = try? transformer?.transform(buffer) else { return nil }
        guard converted === buffer else { return image(adopting: converted) }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let start = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let size = CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer)
        return image(like: buffer, bytes: Data(bytes: start, count: size), hasAlpha: false)
    }

    /// The image of a buffer that nobody changes any more. No pixel is copied.
    ///
    /// - Parameters:
    ///   - buffer: `BGRA` or `L008`.
    ///   - hasAlpha: whether the fourth byte is alpha, which nothing is multiplied by.
    package static func image(adopting buffer: CVPixelBuffer, hasAlpha: Bool = false) -> CGImage? {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        guard let start = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let size = CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer)
        let bytes = Data(
            bytesNoCopy: start,
            count: size,
            deallocator: .custom { _, _ in CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        )
        return image(like: buffer, bytes: bytes, hasAlpha: hasAlpha)
    }

    private static func image(like buffer: CVPixelBuffer, bytes: Data, hasAlpha: Bool) -> CGImage? {
        let isGray = CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent8
        let alpha: CGImageAlphaInfo = hasAlpha ? .first : .noneSkipFirst
        return CGImage(
            width: CVPixelBufferGetWidth(buffer),
            height: CVPixelBufferGetHeight(buffer),
            bitsPerComponent: 8,
            bitsPerPixel: isGray ? 8 : 32,
            bytesPerRow: CVPixelBufferGetBytesPerRow(buffer),
            space: isGray
                ? CGColorSpaceCreateDeviceGray()
                : CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: isGray ? [] : CGBitmapInfo(alpha: alpha, byteOrder: .order32Little),
            provider: CGDataProvider(bytes: bytes),
            decode: nil,
            shouldInterpolate: true,
            intent: .defaultIntent
        )
    }

    /// A buffer with an image's pixels: `L008` of brightness, else `BGRA`.
    ///
    /// - Parameter background: what lies behind an image with alpha.
    package static func opaquePixelBuffer(of image: CGImage, background: CGColor = .white) -> CVPixelBuffer? {
        let isGray = image.isGray
        var made: CVPixelBuffer?
        CVPixelBufferCreate(
            kCFAllocatorDefault,
            image.width,
            image.height,
            isGray ? kCVPixelFormatType_OneComponent8 : kCVPixelFormatType_32BGRA,
            nil,
            &made
        )
        guard let made else { return nil }
        CVPixelBufferLockBaseAddress(made, [])
        defer { CVPixelBufferUnlockBaseAddress(made, []) }
        let info = isGray ? CGBitmapInfo() : CGBitmapInfo(alpha: .noneSkipFirst, byteOrder: .order32Little)
        let context = CGContext(
            data: CVPixelBufferGetBaseAddress(made),
            width: image.width,
            height: image.height,
            bitsPerComponent: 8,
            bytesPerRow: CVPixelBufferGetBytesPerRow(made),
            space: isGray ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: info.rawValue
        )
        guard let context else { return nil }
        let whole = CGRect(x: 0, y: 0, width: image.width, height: image.height)
        if image.hasAlpha {
            context.setFillColor(background)
            context.fill(whole)
        }
        context.interpolationQuality = .none
        context.draw(image, in: whole)
        return made
    }
}
