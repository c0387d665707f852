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
