import CoreGraphics
import Foundation

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
