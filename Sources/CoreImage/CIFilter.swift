import CoreGraphics
import Foundation
import FoundationExtras

/// A step that makes an image of others.
///
/// There are transforms, crops, clamps, a change of size, plain colours, the usual effects and corrections of colours, a blur, a mask, an
/// average, codes that machines read (QR and Code 128), and the compositions and blend modes that cairo has. All other names give nil.
///
/// DEVIATION: `CILanczosScaleTransform` interpolates with cairo's best filter, which is not Lanczos'. Colours are computed from sRGB's
/// numbers as they are, in eight bits; Apple's are linear and may leave the range from 0 to 1 between two filters. `CIExposureAdjust` and
/// `CIGammaAdjust` compute with light, as Apple's. UNKNOWN: the shades of `CIPhotoEffect...` and `CISepiaTone`.
///
/// Not thread-safe.
open class CIFilter: NSObject {
    private let kind: FilterKind
    private var values: FilterKind.Values

    init(_ kind: FilterKind) {
        self.kind = kind
        values = FilterKind.Values(all: kind.defaults())
        super.init()
    }

    /// Makes a filter by its name, with its defaults; nil for names of no filter here.
    public convenience init?(name: String) {
        self.init(name: name, parameters: nil)
    }

    /// Makes a filter by its name, with values for some of its parameters; nil for names of no filter here.
    public convenience init?(name: String, parameters params: [String: Any]?) {
        guard let kind = FilterKind.all[name] else { return nil }
        self.init(kind)
        params?.forEach { setValue($0.value, forKey: $0.key) }
    }

    /// The names of the filters of a category, sorted; of all for nil.
    open class func filterNames(inCategory category: String?) -> [String] {
        FilterKind.all.values.filter { category == nil || category == kCICategoryBuiltIn || $0.category == category }
            .map(\.name).sorted()
    }

    /// The filter's name.
    open var name: String { kind.name }

    /// The keys of its parameters.
    open var inputKeys: [String] { kind.inputs }

    /// The keys of its results.
    open var outputKeys: [String] { [kCIOutputImageKey] }

    /// Gives all parameters but images their defaults.
    open func setDefaults() {
        values.all.merge(kind.defaults()) { $1 }
    }

    /// Sets a parameter; nil for none. The process ends if the filter has no such parameter.
    ///
    /// Images are `CIImage`, rectangles `CIVector`, colours `CIColor`, transforms `CGAffineTransform` (Apple's are in an `NSValue`, which
    /// cannot hold them here), and numbers any of Swift's or Foundation's.
    open func setValue(_ value: Any?, forKey key: String) {
        guard kind.inputs.contains(key) else {
            programmerError(.invalidArgument, "[<\(name)> setValue:forUndefinedKey:]: no key \(key)")
        }
        values.all[key] = value is NSNull ? nil : value
    }

    /// A parameter, or the result. The process ends if the filter has no such key.
    open func value(forKey key: String) -> Any? {
        if key == kCIOutputImageKey { return outputImage }
        guard kind.inputs.contains(key) else {
            programmerError(.invalidArgument, "[<\(name)> valueForUndefinedKey:]: no key \(key)")
        }
        return values.all[key]
    }

    /// What the filter makes of its parameters as they are now; nil without the images that it needs.
    open var outputImage: CIImage? {
        guard let recipe = kind.apply(values) else { return nil }
        let image = values.all[kCIInputImageKey] as? CIImage
        return image?.with(recipe) ?? CIImage(recipe)
    }
}

/// The key of a filter's result.
public let kCIOutputImageKey = "outputImage"
/// The key of a filter's image; of two, the one in front.
public let kCIInputImageKey = "inputImage"
/// The key of the image behind.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key of a transform.
public let kCIInputTransformKey = "inputTransform"
/// The key of a size's factor.
public let kCIInputScaleKey = "inputScale"
/// The key of what the width is multiplied by besides.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key of how much a filter does.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of what is added to brightness.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key of how far colours are from the middle.
public let kCIInputContrastKey = "inputContrast"
/// The key of how far colours are from gray.
public let kCIInputSaturationKey = "inputSaturation"
/// The key of an exposure in stops.
public let kCIInputEVKey = "inputEV"
/// The key of a distance in pixels.
public let kCIInputRadiusKey = "inputRadius"
/// The key of an angle in radians.
public let kCIInputAngleKey = "inputAngle"
/// The key of the image that says where another is seen.
public let kCIInputMaskImageKey = "inputMaskImage"
/// The key of a rectangle: a `CIVector`.
public let kCIInputExtentKey = "inputExtent"
/// The key of a colour.
public let kCIInputColorKey = "inputColor"

/// Filters that move images, or change their size.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// Filters that lay one image over another.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// Filters that change colours.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// Filters that correct colours.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// Filters that blur.
public let kCICategoryBlur = "CICategoryBlur"
/// Filters that make one value of many pixels.
public let kCICategoryReduction = "CICategoryReduction"
/// Filters that change an image's style.
public let kCICategoryStylize = "CICategoryStylize"
/// Filters that make an image of nothing.
public let kCICategoryGenerator = "CICategoryGenerator"
/// Filters that replicate images.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// All filters that come with the system.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
