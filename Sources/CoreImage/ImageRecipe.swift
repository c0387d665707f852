import CoreGraphics
@preconcurrency import CoreVideo
import Foundation
import ImageIO
import ImageProcessing
import Synchronization

/// How an image comes about. Nothing is computed before a context renders it.
final class ImageRecipe: Sendable {
    /// One step.
    enum Step: Sendable {
        case nothing
        case color(CGColor)
        case contents(ImageContents)
        case transformed(ImageRecipe, CGAffineTransform)
        case cropped(ImageRecipe, CGRect)
        /// Endless, by the pixels at the border of a rectangle, which is of whole pixels.
        case clamped(ImageRecipe, CGRect)
        case composited(ImageRecipe, over: ImageRecipe, CGBlendMode)
        case colored(ImageRecipe, ColorEffect)
        /// Blurred by a bell curve with a deviation in pixels.
        case blurred(ImageRecipe, CGFloat)
        /// Seen as far as another image is white.
        case masked(ImageRecipe, ImageRecipe)
        /// One pixel: the average of a rectangle of whole pixels.
        case averaged(ImageRecipe, CGRect)
        /// Interpolated in a certain way in other sizes.
        case sampled(ImageRecipe, CGInterpolationQuality)
    }

    let step: Step
    /// Where there is something; null for nothing, and infinite for what has no end.
    let extent: CGRect

    private init(_ step: Step, extent: CGRect) {
        self.step = step
        self.extent = extent
    }

    static let nothing = ImageRecipe(.nothing, extent: .null)

    static func color(_ color: CGColor) -> ImageRecipe { ImageRecipe(.color(color), extent: .infinite) }

    static func contents(_ contents: ImageContents) -> ImageRecipe {
        ImageRecipe(.contents(contents), extent: contents.extent)
    }

    /// Moved, turned, or in another size. Nothing if a transform leaves nothing, or is none of numbers.
    func transformed(_ transform: CGAffineTransform) -> ImageRecipe {
        if transform.isIdentity || extent.isNull { return self }
        // One transform after another is one.
        if case .transformed(let base, let first) = step {
            return base.transformed(first.concatenating(transform))
        }
        let determinant = transform.a * transform.d - transform.b * transform.c
        guard determinant != 0, transform.isOfNumbers, transform.inverted().isOfNumbers else { return .nothing }
        let moved = extent.isInfinite ? extent : extent.applying(transform)
        guard moved.isInfinite || moved.isOfNumbers else { return .nothing }
        return ImageRecipe(.transformed(self, transform), extent: moved)
    }

    func cropped(_ rect: CGRect) -> ImageRecipe {
        if rect.isInfinite { return self }
        guard rect.isOfNumbers, !extent.isNull else { return .nothing }
        let part = extent.isInfinite ? rect.standardized : extent.intersection(rect)
        guard !part.isNull, !part.isEmpty else { return .nothing }
        return part == extent ? self : ImageRecipe(.cropped(self, part), extent: part)
    }

    func clamped(_ rect: CGRect) -> ImageRecipe {
        if rect.isInfinite { return self }
        guard rect.isOfNumbers, !rect.isEmpty, !extent.isNull else { return .nothing }
        return ImageRecipe(.clamped(self, rect.integral), extent: .infinite)
    }

    func composited(over background: ImageRecipe, _ mode: CGBlendMode = .normal) -> ImageRecipe {
        if background.extent.isNull { return mode == .sourceAtop ? .nothing : self }
        if extent.isNull { return background }
        let isEndless = extent.isInfinite || background.extent.isInfinite
        let both = isEndless ? CGRect.infinite : extent.union(background.extent)
        return ImageRecipe(
            .composited(self, over: background, mode),
            extent: mode == .sourceAtop ? background.extent : both
        )
    }

    func colored(_ effect: ColorEffect) -> ImageRecipe {
        extent.isNull ? self : ImageRecipe(.colored(self, effect), extent: extent)
    }

    /// Blurred, and larger by what is blurred beyond the border.
    func blurred(_ deviation: CGFloat) -> ImageRecipe {
        guard deviation.isFinite, deviation > 0, !extent.isNull else { return self }
        let margin = -GaussianBlur.margin(deviation)
        let larger = extent.isInfinite ? extent : extent.insetBy(dx: margin, dy: margin)
        return ImageRecipe(.blurred(self, deviation), extent: larger)
    }

    func masked(_ mask: ImageRecipe) -> ImageRecipe {
        guard !extent.isNull, !mask.extent.isNull else { return .nothing }
        let both = extent.isInfinite ? mask.extent : mask.extent.isInfinite ? extent : extent.intersection(mask.extent)
        return both.isNull ? .nothing : ImageRecipe(.masked(self, mask), extent: both)
    }

    /// Nothing if the rectangle has no end, or nothing is in it.
    func averaged(_ rect: CGRect) -> ImageRecipe {
        let part = cropped(rect).extent
        guard part.isOfNumbers, !part.isInfinite, !part.isEmpty else { return .nothing }
        return ImageRecipe(.averaged(self, part.integral), extent: CGRect(x: 0, y: 0, width: 1, height: 1))
    }

    func sampled(_ quality: CGInterpolationQuality) -> ImageRecipe {
        extent.isNull ? self : ImageRecipe(.sampled(self, quality), extent: extent)
    }

    /// Whether the pixels of a buffer are needed.
    func reads(_ buffer: CVPixelBuffer) -> Bool {
        switch step {
        case .nothing, .color: false
        case .contents(.pixelBuffer(let own)): own === buffer
        case .contents: false
        case .transformed(let base, _), .cropped(let base, _), .clamped(let base, _), .colored(let base, _),
            .blurred(let base, _), .averaged(let base, _), .sampled(let base, _):
            base.reads(buffer)
        case .masked(let base, let mask): base.reads(buffer) || mask.reads(buffer)
        case .composited(let top, let bottom, _): top.reads(buffer) || bottom.reads(buffer)
        }
    }
}

extension CGRect {
    /// Whether the rectangle is somewhere and has an end.
    var isOfNumbers: Bool {
        !isNull && [origin.x, origin.y, size.width, size.height].allSatisfy { $0.isFinite }
    }
}

extension CGAffineTransform {
    /// Whether the transform takes points to points.
    fileprivate var isOfNumbers: Bool { [a, b, c, d, tx, ty].allSatisfy { $0.isFinite } }
}

/// What an image is made of: pixels that somebody has.
enum ImageContents: Sendable {
    /// Read when the image is rendered.
    case pixelBuffer(CVPixelBuffer)
    case image(CGImage)
    /// Decoded when the image is rendered for the first time.
    case file(EncodedImage)

    /// The place of all pixels, the lower left corner of the lower left pixel being the origin.
    var extent: CGRect {
        switch self {
        case .pixelBuffer(let buffer):
            CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        case .image(let image): CGRect(x: 0, y: 0, width: image.width, height: image.height)
        case .file(let file): CGRect(x: 0, y: 0, width: file.width, height: file.height)
        }
    }
}

/// An image of a file, which is decoded when it is needed, and once.
final class EncodedImage: Sendable {
    let width: Int
    let height: Int
    private let bytes: Data
    /// The image, or nil if the file is damaged; nothing before it was needed.
    private let decoded = Mutex<CGImage??>(.none)

    /// - Returns: nil for what is no image, or of no type that can be read.
    init?(_ bytes: Data, properties: [String: Any]) {
        guard
            let width = properties[kCGImagePropertyPixelWidth as String] as? Int,
            let height = properties[kCGImagePropertyPixelHeight as String] as? Int
        else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The image as it is stored; nil if the file is damaged.
    var image: CGImage? {
        decoded.withLock { decoded in
            if case .some(let image) = decoded { return image }
            let source = CGImageSourceCreateWithData(bytes as NSData, nil)
            let image = source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
            decoded = .some(image)
            return image
        }
    }
}

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
