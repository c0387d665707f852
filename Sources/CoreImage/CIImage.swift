import CoreGraphics
import CoreVideo
import Foundation
import FoundationExtras
import ImageIO

/// A recipe for an image: pixels that somebody has, and what is to be done with them. A `CIContext` renders it.
///
/// The origin of coordinates is the lower left corner of an image that was made of pixels; y grows upwards.
///
/// Immutable, and may be used on any thread. What is in a pixel buffer when the image is rendered is what counts.
///
/// DEVIATION: colours are not matched between spaces, and blending is done with the numbers as they are, not with linear ones.
open class CIImage: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked: nothing changes after initialisation, properties are values.
    let recipe: ImageRecipe
    /// What is known of the image besides its pixels, in the form of `CGImageSourceCopyPropertiesAtIndex`.
    public let properties: [String: Any]
    /// The file of an image that was made of one.
    public let url: URL?
    /// What the numbers of an image that was made of pixels mean; nil for what was computed.
    public let colorSpace: CGColorSpace?
    /// Whether it was made without options.
    private let isPlain: Bool

    init(
        _ recipe: ImageRecipe,
        properties: [String: Any] = [:],
        url: URL? = nil,
        colorSpace: CGColorSpace? = nil,
        isPlain: Bool = false
    ) {
        self.recipe = recipe
        self.properties = properties
        self.url = url
        self.colorSpace = colorSpace
        self.isPlain = isPlain
        super.init()
    }

    /// An image made of pixels, with a client's options.
    private convenience init(
        _ contents: ImageContents,
        _ options: [CIImageOption: Any]?,
        properties: [String: Any] = [:],
        url: URL? = nil,
        colorSpace: CGColorSpace?
    ) {
        let choice = ImageOptions(options, fileProperties: properties)
        var recipe = ImageRecipe.contents(contents)
        if choice.isNearest { recipe = recipe.sampled(.none) }
        if let orientation = choice.appliedOrientation {
            recipe = recipe.transformed(recipe.extent.orientationTransform(orientation))
        }
        self.init(
            recipe,
            properties: choice.properties,
            url: url,
            colorSpace: choice.colorSpace ?? colorSpace,
            isPlain: options?.isEmpty ?? true
        )
    }

    // MARK: Made of pixels

    /// Makes an image of a pixel buffer, which is read whenever the image is rendered.
    ///
    /// Buffers of the formats that capture outputs deliver can be read, with 8 and 10 bits; others cannot be rendered. What has alpha
    /// is multiplied by it.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
        self.init(cvPixelBuffer: pixelBuffer, options: nil)
    }

    /// Makes an image of a pixel buffer.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
        self.init(.pixelBuffer(pixelBuffer), options, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    }

    /// Makes an image of a pixel buffer.
    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) {
        self.init(cvPixelBuffer: imageBuffer, options: nil)
    }

    /// Makes an image of a pixel buffer.
    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
        self.init(cvPixelBuffer: imageBuffer, options: options)
    }

    /// Makes an image of a Core Graphics image.
    public convenience init(cgImage image: CGImage) {
        self.init(cgImage: image, options: nil)
    }

    /// Makes an image of a Core Graphics image.
    public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
        self.init(.image(image), options, colorSpace: image.colorSpace)
    }

    /// Makes an image of a file's bytes: JPEG, PNG or HEIC. It is decoded when it is rendered for the first time.
    ///
    /// - Returns: nil for other files, and for damaged ones as far as their head tells.
    public convenience init?(data: Data) {
        self.init(data: data, options: nil)
    }

    /// Makes an image of a file's bytes.
    public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
        self.init(file: data, options, url: nil)
    }

    /// Makes an image of a file. The file is read now.
    public convenience init?(contentsOf url: URL) {
        self.init(contentsOf: url, options: nil)
    }

    /// Makes an image of a file. The file is read now.
    public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
        guard let data = try? Data(contentsOf: url) else { return nil }
        self.init(file: data, options, url: url)
    }

    private convenience init?(file: Data, _ options: [CIImageOption: Any]?, url: URL?) {
        guard
            let source = CGImageSourceCreateWithData(file as NSData, nil),
            let properties = imageProperties(CGImageSourceCopyPropertiesAtIndex(source, 0, nil)),
            let image = EncodedImage(file, properties: properties)
        else { return nil }
        self.init(
            .file(image),
            options,
            properties: properties,
            url: url,
            colorSpace: CGColorSpace(name: CGColorSpace.sRGB)
        )
    }

    /// Makes an image of rows of pixels, the upper row first.
    ///
    /// - Parameters:
    ///   - data: the rows.
    ///   - bytesPerRow: bytes from one row to the next.
    ///   - size: pixels across and down.
    ///   - format: where the samples are.
    ///   - colorSpace: what they mean.
    ///
    /// With parameters that contradict each other the image is empty.
    public convenience init(
        bitmapData data: Data,
        bytesPerRow: Int,
        size: CGSize,
        format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        let limit = CGFloat(RecipeRenderer.longestSide)
        guard
            (1...limit).contains(size.width), (1...limit).contains(size.height),
            let info = format.bitmapInfo, let space = format.space(colorSpace),
            let provider = CGDataProvider(data: data as NSData),
            let image = CGImage(
                width: Int(size.width),
                height: Int(size.height),
                bitsPerComponent: 8,
                bitsPerPixel: format.bytesPerPixel * 8,
                bytesPerRow: bytesPerRow,
                space: space,
                bitmapInfo: info,
                provider: provider,
                decode: nil,
                shouldInterpolate: true,
                intent: .defaultIntent
            )
        else {
            self.init(.nothing)
            return
        }
        self.init(.contents(.image(image)), colorSpace: colorSpace)
    }

    // MARK: Made of nothing

    /// Makes an image of a colour that has no end.
    public convenience init(color: CIColor) {
        self.init(.color(color.color))
    }

    /// An image without any pixel. UNKNOWN: its extent; it is the null rectangle here.
    open class func empty() -> CIImage { CIImage(.nothing) }

    /// Black without end.
    open class var black: CIImage { CIImage(color: .black) }
    /// White without end.
    open class var white: CIImage { CIImage(color: .white) }
    /// Gray without end.
    open class var gray: CIImage { CIImage(color: .gray) }
    /// Red without end.
    open class var red: CIImage { CIImage(color: .red) }
    /// Green without end.
    open class var green: CIImage { CIImage(color: .green) }
    /// Blue without end.
    open class var blue: CIImage { CIImage(color: .blue) }
    /// Green and blue without end.
    open class var cyan: CIImage { CIImage(color: .cyan) }
    /// Red and blue without end.
    open class var magenta: CIImage { CIImage(color: .magenta) }
    /// Red and green without end.
    open class var yellow: CIImage { CIImage(color: .yellow) }
    /// Nothing without end.
    open class var clear: CIImage { CIImage(color: .clear) }

    // MARK: What it is

    /// Where the image has pixels: infinite for what has no end, null for what is empty.
    open var extent: CGRect { recipe.extent }

    /// The buffer of an image that was made of one without options; nil for all others.
    open var pixelBuffer: CVPixelBuffer? {
        guard isPlain, case .contents(.pixelBuffer(let buffer)) = recipe.step else { return nil }
        return buffer
    }

    /// The image that this one was made of without options; nil for what was made in other ways, and for damaged files.
    open var cgImage: CGImage? {
        guard isPlain, case .contents(let contents) = recipe.step else { return nil }
        switch contents {
        case .image(let image): return image
        case .file(let file): return url == nil ? nil : file.image
        case .pixelBuffer: return nil
        }
    }

    /// The same image.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Where the image has pixels.
    open override var description: String { "<CIImage: extent \(extent)>" }
}

/// What a client's options ask for.
private struct ImageOptions {
    var properties: [String: Any]
    var colorSpace: CGColorSpace?
    var isNearest: Bool
    /// How the image is to be turned upright.
    var appliedOrientation: CGImagePropertyOrientation?

    init(_ options: [CIImageOption: Any]?, fileProperties: [String: Any]) {
        func flag(_ option: CIImageOption) -> Bool { (options?[option] as? NSNumber)?.boolValue ?? false }
        properties = fileProperties
        if let given = options?[.properties] { properties = imageProperties(given) ?? [:] }
        colorSpace = options?[.colorSpace] as? CGColorSpace
        isNearest = flag(.nearestSampling)
        guard flag(.applyOrientationProperty) else { return }
        let key = kCGImagePropertyOrientation as String
        let number = (properties[key] as? NSNumber)?.uint32Value
        appliedOrientation = number.flatMap { CGImagePropertyOrientation(rawValue: $0) }
        properties[key] = nil
        // The orientation is among the values of TIFF, too.
        let tiff = kCGImagePropertyTIFFDictionary as String
        guard var values = imageProperties(properties[tiff]) else { return }
        values[kCGImagePropertyTIFFOrientation as String] = nil
        properties[tiff] = values
    }
}

/// A dictionary of properties, whichever of Foundation's and Swift's kinds of dictionaries and strings it is made of.
func imageProperties(_ object: Any?) -> [String: Any]? {
    switch object {
    case let dictionary as [String: Any]: return dictionary
    case let dictionary as [AnyHashable: Any]:
        let named = dictionary.compactMap { key, value in
            (key.base as? String ?? (key.base as? NSString).map { $0 as String }).map { ($0, value) }
        }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    default: return nil
    }
}

/// What an image is made with.
///
/// Of Apple's options these are the ones that mean something here: there is no high dynamic range. Those of auxiliary
/// images are accepted.
public struct CIImageOption: RawRepresentable, Hashable, Sendable, _StringNewtype {
    /// The option's name.
    public let rawValue: String

    /// Makes an option of its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The space of the image's numbers: a `CGColorSpace`. It goes along with the image; colours are not matched.
    public static let colorSpace = CIImageOption(rawValue: "CIImageColorSpace")
    /// Whether an image in another size takes each pixel from the nearest one.
    public static let nearestSampling = CIImageOption(rawValue: "CIImageNearestSampling")
    /// The image's properties, in place of its file's: a dictionary, or `NSNull` for none.
    public static let properties = CIImageOption(rawValue: "CIImageProperties")
    /// Whether the image is turned upright as its properties say, which then say nothing about it any more.
    public static let applyOrientationProperty = CIImageOption(rawValue: "CIImageApplyOrientationProperty")
}

extension CIImageOption {
    /// Whether the image is a matte of a photo's person: a truth value.
    ///
    /// DEVIATION: this and the other options of auxiliary images change nothing. An image of a buffer is that buffer, and no file is
    /// read for a second image in it.
    public static let auxiliaryPortraitEffectsMatte = CIImageOption(rawValue: "kCIImageAuxiliaryPortraitEffectsMatte")
    /// Whether the image is a matte of hair.
    public static let auxiliarySemanticSegmentationHairMatte = CIImageOption(
        rawValue: "kCIImageAuxiliarySemanticSegmentationHairMatte"
    )
    /// Whether the image is a matte of skin.
    public static let auxiliarySemanticSegmentationSkinMatte = CIImageOption(
        rawValue: "kCIImageAuxiliarySemanticSegmentationSkinMatte"
    )
    /// Whether the image is a matte of teeth.
    public static let auxiliarySemanticSegmentationTeethMatte = CIImageOption(
        rawValue: "kCIImageAuxiliarySemanticSegmentationTeethMatte"
    )
    /// Whether the image is a matte of glasses.
    public static let auxiliarySemanticSegmentationGlassesMatte = CIImageOption(
        rawValue: "kCIImageAuxiliarySemanticSegmentationGlassesMatte"
    )
}

/// How the pixels of a bitmap are laid out. Of Apple's formats these are the ones of eight bits a sample that bitmaps can have here.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    /// The format's number. UNKNOWN: Apple documents no numbers.
    public let rawValue: Int32

    /// Makes a format of its number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Alpha, red, green and blue, which are multiplied by alpha.
    public static let ARGB8 = CIFormat(rawValue: 1)
    /// Blue, green and red, which are multiplied by alpha, and alpha.
    public static let BGRA8 = CIFormat(rawValue: 2)
    /// Red, green and blue, which are multiplied by alpha, and alpha.
    public static let RGBA8 = CIFormat(rawValue: 3)
    /// Alpha, blue, green and red, which are multiplied by alpha.
    public static let ABGR8 = CIFormat(rawValue: 4)
    /// Brightness.
    public static let L8 = CIFormat(rawValue: 5)

    /// The format as Core Graphics has it; nil for numbers of no format.
    var bitmapInfo: CGBitmapInfo? {
        switch self {
        case .ARGB8: CGBitmapInfo(alpha: .premultipliedFirst)
        case .BGRA8: CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little)
        case .RGBA8: CGBitmapInfo(alpha: .premultipliedLast)
        case .ABGR8: CGBitmapInfo(alpha: .premultipliedLast, byteOrder: .order32Little)
        case .L8: CGBitmapInfo()
        default: nil
        }
    }

    /// Bytes from one pixel to the next.
    var bytesPerPixel: Int { self == .L8 ? 1 : 4 }

    /// The space of a bitmap of the format: the given one, or the usual one; nil if they do not go together.
    func space(_ given: CGColorSpace?) -> CGColorSpace? {
        let usual = self == .L8 ? CGColorSpaceCreateDeviceGray() : CGColorSpace(name: CGColorSpace.sRGB)
        guard let space = given ?? usual else { return nil }
        return space.model == (self == .L8 ? .monochrome : .rgb) ? space : nil
    }
}

extension CIImage {
    /// The image after a step. Its properties stay.
    func with(_ recipe: ImageRecipe) -> CIImage {
        recipe === self.recipe ? self : CIImage(recipe, properties: properties)
    }

    // MARK: Geometry

    /// The image moved, turned, or in another size.
    ///
    /// A transform that cannot be undone leaves nothing (UNKNOWN).
    public func transformed(by matrix: CGAffineTransform) -> CIImage { with(recipe.transformed(matrix)) }

    /// The image moved, turned, or in another size.
    ///
    /// - Parameters:
    ///   - matrix: where points go.
    ///   - highQualityDownsample: whether it is interpolated as well as possible, in place of what the context says.
    public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
        with(recipe.sampled(highQualityDownsample ? .high : .default).transformed(matrix))
    }

    /// The part of the image in a rectangle. It stays where it is.
    public func cropped(to rect: CGRect) -> CIImage { with(recipe.cropped(rect)) }

    /// The image without end, by its pixels at the border.
    public func clampedToExtent() -> CIImage { clamped(to: extent) }

    /// The image without end, by the pixels at the border of a rectangle.
    public func clamped(to rect: CGRect) -> CIImage { with(recipe.clamped(rect)) }

    /// The image turned upright.
    ///
    /// - Parameter orientation: how it is stored. The lower left corner of the extent stays where it is (UNKNOWN for extents that do not
    ///   begin at the origin).
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        transformed(by: orientationTransform(for: orientation))
    }

    /// The image turned upright; the image itself for numbers other than 1 to 8.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        transformed(by: orientationTransform(forExifOrientation: orientation))
    }

    /// What turns the image upright: identity for what has no end.
    public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        extent.orientationTransform(orientation)
    }

    /// What turns the image upright: identity for what has no end, and for numbers other than 1 to 8.
    public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
        let known = UInt32(exactly: orientation).flatMap { CGImagePropertyOrientation(rawValue: $0) }
        return extent.orientationTransform(known ?? .up)
    }

    // MARK: Sampling

    /// The image, each pixel of which is the nearest one in other sizes.
    public func samplingNearest() -> CIImage { with(recipe.sampled(.none)) }

    /// The image, interpolated between four pixels in other sizes.
    public func samplingLinear() -> CIImage { with(recipe.sampled(.low)) }

    // MARK: Others

    /// The image over another one.
    public func composited(over dest: CIImage) -> CIImage { with(recipe.composited(over: dest.recipe)) }

    /// The image with other properties. They are what is written into files.
    public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
        CIImage(recipe, properties: imageProperties(properties) ?? [:], url: url, colorSpace: colorSpace)
    }

    /// What a filter makes of the image.
    ///
    /// - Parameters:
    ///   - filterName: a filter that `CIFilter` knows. With another name the image is returned as it is (UNKNOWN).
    ///   - params: values besides the image. What is not among them has its default.
    public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
        guard let filter = CIFilter(name: filterName, parameters: params) else { return self }
        if filter.inputKeys.contains(kCIInputImageKey) { filter.setValue(self, forKey: kCIInputImageKey) }
        return filter.outputImage ?? self
    }

    /// What a filter makes of the image with its defaults.
    public func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }
}

extension CGRect {
    /// What turns an image of this extent upright: it is mirrored, or turned clockwise, and gets the same lower left corner.
    func orientationTransform(_ orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        guard isOfNumbers, !isInfinite else { return .identity }
        let (w, h) = (width, height)
        let turn =
            switch orientation {
            case .up: CGAffineTransform.identity
            case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
            case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
            case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
            case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: h, ty: w)
            case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
            case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
            }
        let toOrigin = CGAffineTransform(translationX: -minX, y: -minY)
        let back = CGAffineTransform(translationX: minX, y: minY)
        return toOrigin.concatenating(turn).concatenating(back)
    }
}
