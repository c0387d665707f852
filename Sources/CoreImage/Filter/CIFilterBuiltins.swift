import CoreGraphics
import Foundation

// What `import CoreImage.CIFilterBuiltins` adds on Apple's platforms. Here it is there with CoreImage already.

/// A filter with an image and nothing else to set, whose name begins with `CIPhotoEffect`.
public protocol CIPhotoEffect: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
}

/// `CIColorInvert`.
public protocol CIColorInvert: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
}

/// `CISepiaTone`.
public protocol CISepiaTone: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// How brown it becomes, from 0 to 1.
    var intensity: Float { get set }
}

/// `CILanczosScaleTransform`.
public protocol CILanczosScaleTransform: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// The factor of width and height.
    var scale: Float { get set }
    /// What the width is multiplied by besides.
    var aspectRatio: Float { get set }
}

/// `CIAffineClamp`.
public protocol CIAffineClamp: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// What is done with it before.
    var transform: CGAffineTransform { get set }
}

/// A filter that lays one image over another.
public protocol CICompositeOperation: CIFilter {
    /// The image in front.
    var inputImage: CIImage? { get set }
    /// The image behind.
    var backgroundImage: CIImage? { get set }
}

extension CIFilter {
    /// Makes one of the filters that are known here.
    convenience init(builtIn name: String) {
        guard let kind = FilterKind.all[name] else { preconditionFailure("\(name) is one of the filters") }
        self.init(kind)
    }

    /// A parameter that is a number.
    subscript(number key: String) -> Float {
        get { (value(forKey: key) as? NSNumber)?.floatValue ?? 0 }
        set { setValue(NSNumber(value: newValue), forKey: key) }
    }
}

/// A filter whose parameters are properties.
private final class PropertyFilter: CIFilter, CIPhotoEffect, CIColorInvert, CISepiaTone, CILanczosScaleTransform,
    CIAffineClamp, CICompositeOperation
{
    var inputImage: CIImage? {
        get { value(forKey: kCIInputImageKey) as? CIImage }
        set { setValue(newValue, forKey: kCIInputImageKey) }
    }

    var backgroundImage: CIImage? {
        get { value(forKey: kCIInputBackgroundImageKey) as? CIImage }
        set { setValue(newValue, forKey: kCIInputBackgroundImageKey) }
    }

    var intensity: Float {
        get { self[number: kCIInputIntensityKey] }
        set { self[number: kCIInputIntensityKey] = newValue }
    }

    var scale: Float {
        get { self[number: kCIInputScaleKey] }
        set { self[number: kCIInputScaleKey] = newValue }
    }

    var aspectRatio: Float {
        get { self[number: kCIInputAspectRatioKey] }
        set { self[number: kCIInputAspectRatioKey] = newValue }
    }

    var transform: CGAffineTransform {
        get { value(forKey: kCIInputTransformKey) as? CGAffineTransform ?? .identity }
        set { setValue(newValue, forKey: kCIInputTransformKey) }
    }
}

extension CIFilter {
    /// Brightness alone.
    public class func photoEffectMono() -> any CIFilter & CIPhotoEffect { PropertyFilter(builtIn: "CIPhotoEffectMono") }

    /// Each colour's opposite.
    public class func colorInvert() -> any CIFilter & CIColorInvert { PropertyFilter(builtIn: "CIColorInvert") }

    /// Shades of brown.
    public class func sepiaTone() -> any CIFilter & CISepiaTone { PropertyFilter(builtIn: "CISepiaTone") }

    /// Another size.
    public class func lanczosScaleTransform() -> any CIFilter & CILanczosScaleTransform {
        PropertyFilter(builtIn: "CILanczosScaleTransform")
    }

    /// Without end, by the pixels at the border.
    public class func affineClamp() -> any CIFilter & CIAffineClamp { PropertyFilter(builtIn: "CIAffineClamp") }

    /// One image over another.
    public class func sourceOverCompositing() -> any CIFilter & CICompositeOperation {
        PropertyFilter(builtIn: "CISourceOverCompositing")
    }

    /// One image on another, where that one is.
    public class func sourceAtopCompositing() -> any CIFilter & CICompositeOperation {
        PropertyFilter(builtIn: "CISourceAtopCompositing")
    }

    /// The sum of both.
    public class func additionCompositing() -> any CIFilter & CICompositeOperation {
        PropertyFilter(builtIn: "CIAdditionCompositing")
    }

    /// Both multiplied.
    public class func multiplyBlendMode() -> any CIFilter & CICompositeOperation {
        PropertyFilter(builtIn: "CIMultiplyBlendMode")
    }

    /// Their opposites multiplied.
    public class func screenBlendMode() -> any CIFilter & CICompositeOperation {
        PropertyFilter(builtIn: "CIScreenBlendMode")
    }

    /// Multiplied where what is behind is dark, screened where it is bright.
    public class func overlayBlendMode() -> any CIFilter & CICompositeOperation {
        PropertyFilter(builtIn: "CIOverlayBlendMode")
    }

    /// The darker of both.
    public class func darkenBlendMode() -> any CIFilter & CICompositeOperation {
        PropertyFilter(builtIn: "CIDarkenBlendMode")
    }

    /// The brighter of both.
    public class func lightenBlendMode() -> any CIFilter & CICompositeOperation {
        PropertyFilter(builtIn: "CILightenBlendMode")
    }

    /// How far both are apart.
    public class func differenceBlendMode() -> any CIFilter & CICompositeOperation {
        PropertyFilter(builtIn: "CIDifferenceBlendMode")
    }
}
