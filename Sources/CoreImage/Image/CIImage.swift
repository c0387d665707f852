import CoreGraphics
import CoreVideo
import Foundation
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
