import CoreGraphics
import CoreVideo
import Foundation
import FoundationExtras
import ImageIO

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

/// What a context is made with.
///
/// Of Apple's options these are the ones that programs set. Those about graphics processors, caches and colour spaces are accepted and
/// change nothing: everything is computed by the processor, nothing is cached, and colours are not matched.
public struct CIContextOption: RawRepresentable, Hashable, Sendable, _StringNewtype {
    /// The option's name.
    public let rawValue: String

    /// Makes an option of its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The space that images made by `createCGImage(_:from:)` say they have: a `CGColorSpace`.
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    /// The space in which is computed. It is always that of the images.
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    /// The format of intermediate results. It always has 8 bits a sample.
    public static let workingFormat = CIContextOption(rawValue: "working_format")
    /// Whether images in a smaller size are interpolated as well as possible.
    public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
    /// Whether intermediate results are kept. They never are.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Whether the processor computes. It always does.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    /// Whether others of the graphics processor go first. There is none.
    public static let priorityRequestLow = CIContextOption(rawValue: "priority_request_low")
    /// Which graphics processor computes. None does.
    public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
    /// A name for developers' tools.
    public static let name = CIContextOption(rawValue: "kCIContextName")
}

extension CIContext {
    /// The file of an image: JPEG, with the image's properties.
    ///
    /// - Parameters:
    ///   - image: the image. It must have an end. Behind it is black.
    ///   - colorSpace: RGB or gray.
    ///   - options: `kCGImageDestinationLossyCompressionQuality`, from 0, small, to 1, as good as possible.
    /// - Returns: nil if the image is empty or has no end, and if it cannot be rendered.
    public func jpegRepresentation(
        of image: CIImage,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        let format: CIFormat = colorSpace.model == .monochrome ? .L8 : .BGRA8
        return file("public.jpeg", image, format, colorSpace, options)
    }

    /// The file of an image: HEIC, with the image's properties.
    ///
    /// - Parameters:
    ///   - image: the image. It must have an end. Behind it is black.
    ///   - format: in which it is rendered.
    ///   - colorSpace: of the format's model.
    ///   - options: as for JPEG.
    /// - Returns: nil if the image is empty or has no end, if it cannot be rendered, and where no HEVC encoder is installed.
    public func heifRepresentation(
        of image: CIImage,
        format: CIFormat,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        file("public.heic", image, format, colorSpace, options)
    }

    /// The file of an image: PNG, with the image's properties.
    ///
    /// - Parameters:
    ///   - image: the image. It must have an end.
    ///   - format: in which it is rendered.
    ///   - colorSpace: of the format's model.
    ///   - options: none are known.
    /// - Returns: nil if the image is empty or has no end, and if it cannot be rendered.
    public func pngRepresentation(
        of image: CIImage,
        format: CIFormat,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        file("public.png", image, format, colorSpace, options)
    }

    /// Writes an image into a file: JPEG.
    ///
    /// - Throws: `CocoaError`, with `.fileWriteUnknown` if there is nothing to be written (UNKNOWN: Apple documents no codes).
    public func writeJPEGRepresentation(
        of image: CIImage,
        to url: URL,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try write(jpegRepresentation(of: image, colorSpace: colorSpace, options: options), to: url)
    }

    /// Writes an image into a file: HEIC.
    ///
    /// - Throws: `CocoaError`.
    public func writeHEIFRepresentation(
        of image: CIImage,
        to url: URL,
        format: CIFormat,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try write(
            heifRepresentation(of: image, format: format, colorSpace: colorSpace, options: options),
            to: url
        )
    }

    /// Writes an image into a file: PNG.
    ///
    /// - Throws: `CocoaError`.
    public func writePNGRepresentation(
        of image: CIImage,
        to url: URL,
        format: CIFormat,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try write(
            pngRepresentation(of: image, format: format, colorSpace: colorSpace, options: options),
            to: url
        )
    }

    private func write(_ file: Data?, to url: URL) throws {
        guard let file else { throw CocoaError(.fileWriteUnknown) }
        try file.write(to: url, options: .atomic)
    }

    private func file(
        _ type: String,
        _ image: CIImage,
        _ format: CIFormat,
        _ space: CGColorSpace,
        _ options: [CIImageRepresentationOption: Any]
    ) -> Data? {
        guard
            !image.extent.isInfinite,
            let rendered = createCGImage(image, from: image.extent, format: format, colorSpace: space)
        else { return nil }
        var properties = image.properties
        properties[kCGImageDestinationBackgroundColor as String] = CGColor.black
        let quality = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String)
        properties[quality.rawValue] = options[quality]
        let data = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(data, type as NSString, 1, nil) else { return nil }
        CGImageDestinationAddImage(destination, rendered, properties as NSDictionary)
        return CGImageDestinationFinalize(destination) ? data as Data : nil
    }
}

/// What an image file is written with: `kCGImageDestinationLossyCompressionQuality` as one of these. Depth, mattes and gain maps are not
/// written.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable, _StringNewtype {
    /// The option's name.
    public let rawValue: String

    /// Makes an option of its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A matte to be written beside the image: a `CIImage`. DEVIATION: it is not written; the file has its image alone.
    public static let portraitEffectsMatteImage = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationPortraitEffectsMatteImage"
    )
    /// Depth to be written beside the image: a `CIImage`. DEVIATION: it is not written.
    public static let depthImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationDepthImage")
    /// Disparity to be written beside the image: a `CIImage`. DEVIATION: it is not written.
    public static let disparityImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationDisparityImage")
    /// A matte of hair to be written beside the image: a `CIImage`. DEVIATION: it is not written.
    public static let semanticSegmentationHairMatteImage = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationSemanticSegmentationHairMatteImage"
    )
    /// A matte of skin to be written beside the image: a `CIImage`. DEVIATION: it is not written.
    public static let semanticSegmentationSkinMatteImage = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationSemanticSegmentationSkinMatteImage"
    )
    /// A matte of teeth to be written beside the image: a `CIImage`. DEVIATION: it is not written.
    public static let semanticSegmentationTeethMatteImage = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationSemanticSegmentationTeethMatteImage"
    )
    /// A matte of glasses to be written beside the image: a `CIImage`. DEVIATION: it is not written.
    public static let semanticSegmentationGlassesMatteImage = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationSemanticSegmentationGlassesMatteImage"
    )
}
