import CoreGraphics
import CoreVideo
import Foundation
import FoundationExtras

/// Renders images: into images of Core Graphics, pixel buffers, memory and files.
///
/// The processor renders, with cairo. May be used on any thread, and by several at once. Keep a context from frame to frame: it reuses its
/// buffers.
///
/// Results have at most 32767 pixels in a direction and 128 million altogether; so have the parts of an image that are computed on the way.
open class CIContext: NSObject, @unchecked Sendable {
    // @unchecked: nothing changes after initialisation; what it consists of is thread-safe.
    let loader = ImageLoader()
    let encoders = PixelEncoders()
    private let quality: CGInterpolationQuality
    private let outputSpace: CGColorSpace?

    /// Makes a context.
    public override convenience init() {
        self.init(options: nil)
    }

    /// Makes a context with options.
    public init(options: [CIContextOption: Any]? = nil) {
        let isBest = (options?[.highQualityDownsample] as? NSNumber)?.boolValue ?? false
        quality = isBest ? .high : .default
        outputSpace = options?[.outputColorSpace] as? CGColorSpace
        super.init()
    }

    var renderer: RecipeRenderer { RecipeRenderer(loader: loader, quality: quality) }

    /// The space in which is computed: nil, as colours are not matched.
    open var workingColorSpace: CGColorSpace? { nil }

    /// The format of intermediate results.
    open var workingFormat: CIFormat { .BGRA8 }

    /// Nothing: there are no caches.
    open func clearCaches() {}

    /// How large images may be.
    open func inputImageMaximumSize() -> CGSize {
        CGSize(width: RecipeRenderer.longestSide, height: RecipeRenderer.longestSide)
    }

    /// How large results may be.
    open func outputImageMaximumSize() -> CGSize { inputImageMaximumSize() }

    // MARK: Images

    /// Renders a part of an image.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - fromRect: the part, in the image's coordinates. It is cut off at the image's borders, and made larger to whole pixels.
    /// - Returns: an image with 8 bits a sample, blue first; nil if nothing is left, if it is too large, or if the image cannot be read.
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        createCGImage(image, from: fromRect, format: .BGRA8, colorSpace: outputSpace?.model == .rgb ? outputSpace : nil)
    }

    /// Renders a part of an image into a format.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - fromRect: the part, in the image's coordinates.
    ///   - format: where samples are.
    ///   - colorSpace: what the result says that they mean. Its model must be the format's.
    open func createCGImage(
        _ image: CIImage,
        from fromRect: CGRect,
        format: CIFormat,
        colorSpace: CGColorSpace?
    ) -> CGImage? {
        guard
            fromRect.isOfNumbers, !image.extent.isNull,
            let info = format.bitmapInfo, let space = format.space(colorSpace)
        else { return nil }
        let part = image.extent.isInfinite ? fromRect.standardized : image.extent.intersection(fromRect)
        guard part.isOfNumbers, !part.isEmpty else { return nil }
        let rendered = (try? renderer.bitmap(of: image.recipe, in: part.integral))?.makeImage()
        guard let rendered else { return nil }
        return format == .BGRA8 ? rendered.copy(colorSpace: space) : Self.copy(rendered, info, space)
    }

    /// Renders a part of an image into a format.
    ///
    /// - Parameter deferred: whether rendering may wait. It does not.
    open func createCGImage(
        _ image: CIImage,
        from fromRect: CGRect,
        format: CIFormat,
        colorSpace: CGColorSpace?,
        deferred: Bool
    ) -> CGImage? {
        createCGImage(image, from: fromRect, format: format, colorSpace: colorSpace)
    }

    private static func copy(_ image: CGImage, _ info: CGBitmapInfo, _ space: CGColorSpace) -> CGImage? {
        let context = CGContext(
            data: nil,
            width: image.width,
            height: image.height,
            bitsPerComponent: 8,
            bytesPerRow: 0,
            space: space,
            bitmapInfo: info.rawValue
        )
        context?.interpolationQuality = .none
        context?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        return context?.makeImage()
    }

    // MARK: Memory

    /// Renders a part of an image into memory, the upper row first. What is there is replaced.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - data: the memory, of `rowBytes` bytes for each row.
    ///   - rowBytes: bytes from one row to the next.
    ///   - bounds: the part, in the image's coordinates.
    ///   - format: where samples are.
    ///   - colorSpace: what they mean. Colours are not matched.
    open func render(
        _ image: CIImage,
        toBitmap data: UnsafeMutableRawPointer,
        rowBytes: Int,
        bounds: CGRect,
        format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        let limit = CGFloat(RecipeRenderer.longestSide)
        guard
            bounds.isOfNumbers, (1...limit).contains(bounds.width), (1...limit).contains(bounds.height),
            let info = format.bitmapInfo, let space = format.space(colorSpace),
            let canvas = CGContext(
                data: data,
                width: Int(bounds.width),
                height: Int(bounds.height),
                bitsPerComponent: 8,
                bytesPerRow: rowBytes,
                space: space,
                bitmapInfo: info.rawValue
            )
        else { return }
        canvas.clear(CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height))
        canvas.translateBy(x: -bounds.minX, y: bounds.height.rounded(.down) - bounds.maxY)
        canvas.interpolationQuality = quality
        try? renderer.draw(image.recipe, bounds, on: canvas)
    }
}
