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

/// `CIColorControls`.
public protocol CIColorControls: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// How far colours are from gray: 0 for gray, 1 as they are.
    var saturation: Float { get set }
    /// What is added to each component.
    var brightness: Float { get set }
    /// How far components are from the middle: 1 as they are.
    var contrast: Float { get set }
}

/// `CIExposureAdjust`.
public protocol CIExposureAdjust: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// In stops: each doubles the light.
    var ev: Float { get set }
}

/// `CIGammaAdjust`.
public protocol CIGammaAdjust: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// The exponent of the light.
    var power: Float { get set }
}

/// `CIHueAdjust`.
public protocol CIHueAdjust: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// By how much colours are turned, in radians.
    var angle: Float { get set }
}

/// `CIColorMonochrome`.
public protocol CIColorMonochrome: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// The colour of white.
    var color: CIColor { get set }
    /// How far, from 0 to 1.
    var intensity: Float { get set }
}

/// `CIColorMatrix`.
public protocol CIColorMatrix: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// What red is made of: of red, green, blue and alpha.
    var rVector: CIVector { get set }
    /// What green is made of.
    var gVector: CIVector { get set }
    /// What blue is made of.
    var bVector: CIVector { get set }
    /// What alpha is made of.
    var aVector: CIVector { get set }
    /// What is added to each.
    var biasVector: CIVector { get set }
}

/// `CIColorClamp`.
public protocol CIColorClamp: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// The least red, green, blue and alpha.
    var minComponents: CIVector { get set }
    /// The most.
    var maxComponents: CIVector { get set }
}

/// `CIGaussianBlur`.
public protocol CIGaussianBlur: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// The bell curve's deviation, in pixels.
    var radius: Float { get set }
}

/// `CIBlendWithMask`.
public protocol CIBlendWithMask: CIFilter {
    /// The image that is seen where the mask is white.
    var inputImage: CIImage? { get set }
    /// The image that is seen where it is black.
    var backgroundImage: CIImage? { get set }
    /// The mask.
    var maskImage: CIImage? { get set }
}

/// `CIAreaAverage`.
public protocol CIAreaAverage: CIFilter {
    /// The image.
    var inputImage: CIImage? { get set }
    /// The part of it that is averaged.
    var extent: CGRect { get set }
}

/// A filter whose parameters are properties.
private final class AdjustmentFilter: CIFilter, CIColorControls, CIExposureAdjust, CIGammaAdjust, CIHueAdjust,
    CIColorMonochrome, CIColorMatrix, CIColorClamp, CIGaussianBlur, CIBlendWithMask, CIAreaAverage, CIPhotoEffect
{
    private subscript(image key: String) -> CIImage? {
        get { value(forKey: key) as? CIImage }
        set { setValue(newValue, forKey: key) }
    }

    private subscript(vector key: String) -> CIVector {
        get { value(forKey: key) as? CIVector ?? CIVector(x: 0, y: 0, z: 0, w: 0) }
        set { setValue(newValue, forKey: key) }
    }

    var inputImage: CIImage? {
        get { self[image: kCIInputImageKey] }
        set { self[image: kCIInputImageKey] = newValue }
    }
    var backgroundImage: CIImage? {
        get { self[image: kCIInputBackgroundImageKey] }
        set { self[image: kCIInputBackgroundImageKey] = newValue }
    }
    var maskImage: CIImage? {
        get { self[image: kCIInputMaskImageKey] }
        set { self[image: kCIInputMaskImageKey] = newValue }
    }
    var saturation: Float {
        get { self[number: kCIInputSaturationKey] }
        set { self[number: kCIInputSaturationKey] = newValue }
    }
    var brightness: Float {
        get { self[number: kCIInputBrightnessKey] }
        set { self[number: kCIInputBrightnessKey] = newValue }
    }
    var contrast: Float {
        get { self[number: kCIInputContrastKey] }
        set { self[number: kCIInputContrastKey] = newValue }
    }
    var intensity: Float {
        get { self[number: kCIInputIntensityKey] }
        set { self[number: kCIInputIntensityKey] = newValue }
    }
    var ev: Float {
        get { self[number: kCIInputEVKey] }
        set { self[number: kCIInputEVKey] = newValue }
    }
    var power: Float {
        get { self[number: "inputPower"] }
        set { self[number: "inputPower"] = newValue }
    }
    var angle: Float {
        get { self[number: kCIInputAngleKey] }
        set { self[number: kCIInputAngleKey] = newValue }
    }
    var radius: Float {
        get { self[number: kCIInputRadiusKey] }
        set { self[number: kCIInputRadiusKey] = newValue }
    }
    var color: CIColor {
        get { value(forKey: kCIInputColorKey) as? CIColor ?? .clear }
        set { setValue(newValue, forKey: kCIInputColorKey) }
    }
    var rVector: CIVector {
        get { self[vector: "inputRVector"] }
        set { self[vector: "inputRVector"] = newValue }
    }
    var gVector: CIVector {
        get { self[vector: "inputGVector"] }
        set { self[vector: "inputGVector"] = newValue }
    }
    var bVector: CIVector {
        get { self[vector: "inputBVector"] }
        set { self[vector: "inputBVector"] = newValue }
    }
    var aVector: CIVector {
        get { self[vector: "inputAVector"] }
        set { self[vector: "inputAVector"] = newValue }
    }
    var biasVector: CIVector {
        get { self[vector: "inputBiasVector"] }
        set { self[vector: "inputBiasVector"] = newValue }
    }
    var minComponents: CIVector {
        get { self[vector: "inputMinComponents"] }
        set { self[vector: "inputMinComponents"] = newValue }
    }
    var maxComponents: CIVector {
        get { self[vector: "inputMaxComponents"] }
        set { self[vector: "inputMaxComponents"] = newValue }
    }
    var extent: CGRect {
        get { self[vector: kCIInputExtentKey].cgRectValue }
        set { self[vector: kCIInputExtentKey] = CIVector(cgRect: newValue) }
    }
}

extension CIFilter {
    /// Saturation, brightness and contrast.
    public class func colorControls() -> any CIFilter & CIColorControls { AdjustmentFilter(builtIn: "CIColorControls") }
    /// More or less light.
    public class func exposureAdjust() -> any CIFilter & CIExposureAdjust {
        AdjustmentFilter(builtIn: "CIExposureAdjust")
    }
    /// Other middle tones.
    public class func gammaAdjust() -> any CIFilter & CIGammaAdjust { AdjustmentFilter(builtIn: "CIGammaAdjust") }
    /// Other hues.
    public class func hueAdjust() -> any CIFilter & CIHueAdjust { AdjustmentFilter(builtIn: "CIHueAdjust") }
    /// Shades of one colour.
    public class func colorMonochrome() -> any CIFilter & CIColorMonochrome {
        AdjustmentFilter(builtIn: "CIColorMonochrome")
    }
    /// Each component made of all.
    public class func colorMatrix() -> any CIFilter & CIColorMatrix { AdjustmentFilter(builtIn: "CIColorMatrix") }
    /// Components within limits.
    public class func colorClamp() -> any CIFilter & CIColorClamp { AdjustmentFilter(builtIn: "CIColorClamp") }
    /// Blurred by a bell curve.
    public class func gaussianBlur() -> any CIFilter & CIGaussianBlur { AdjustmentFilter(builtIn: "CIGaussianBlur") }
    /// One image or the other, as a third one says.
    public class func blendWithMask() -> any CIFilter & CIBlendWithMask { AdjustmentFilter(builtIn: "CIBlendWithMask") }
    /// The average of a part.
    public class func areaAverage() -> any CIFilter & CIAreaAverage { AdjustmentFilter(builtIn: "CIAreaAverage") }
    /// Black and white, with contrast.
    public class func photoEffectNoir() -> any CIFilter & CIPhotoEffect {
        AdjustmentFilter(builtIn: "CIPhotoEffectNoir")
    }
    /// Black and white.
    public class func photoEffectTonal() -> any CIFilter & CIPhotoEffect {
        AdjustmentFilter(builtIn: "CIPhotoEffectTonal")
    }
    /// Strong colours.
    public class func photoEffectChrome() -> any CIFilter & CIPhotoEffect {
        AdjustmentFilter(builtIn: "CIPhotoEffectChrome")
    }
    /// Weak colours.
    public class func photoEffectFade() -> any CIFilter & CIPhotoEffect {
        AdjustmentFilter(builtIn: "CIPhotoEffectFade")
    }
}

/// `CIQRCodeGenerator`.
public protocol CIQRCodeGenerator: CIFilter {
    /// What the code says: text in UTF-8 or ISO Latin 1.
    var message: Data { get set }
    /// How much of it may be lost: `L`, `M`, `Q` or `H`, from about 7 to about 30 of 100.
    var correctionLevel: String { get set }
}

/// `CICode128BarcodeGenerator`.
public protocol CICode128BarcodeGenerator: CIFilter {
    /// What the code says: text in ASCII.
    var message: Data { get set }
    /// How many pixels are left white on each side.
    var quietSpace: Float { get set }
    /// How high the bars are, in pixels.
    var barcodeHeight: Float { get set }
}

/// A filter that draws a code, whose parameters are properties.
private final class CodeFilter: CIFilter, CIQRCodeGenerator, CICode128BarcodeGenerator {
    var message: Data {
        get { FilterKind.Values.data(value(forKey: "inputMessage")) ?? Data() }
        set { setValue(newValue, forKey: "inputMessage") }
    }

    var correctionLevel: String {
        get { value(forKey: "inputCorrectionLevel") as? String ?? "" }
        set { setValue(newValue, forKey: "inputCorrectionLevel") }
    }

    var quietSpace: Float {
        get { self[number: "inputQuietSpace"] }
        set { self[number: "inputQuietSpace"] = newValue }
    }

    var barcodeHeight: Float {
        get { self[number: "inputBarcodeHeight"] }
        set { self[number: "inputBarcodeHeight"] = newValue }
    }
}

extension CIFilter {
    /// A QR code.
    public class func qrCodeGenerator() -> any CIFilter & CIQRCodeGenerator { CodeFilter(builtIn: "CIQRCodeGenerator") }

    /// A linear code of Code 128.
    public class func code128BarcodeGenerator() -> any CIFilter & CICode128BarcodeGenerator {
        CodeFilter(builtIn: "CICode128BarcodeGenerator")
    }
}
