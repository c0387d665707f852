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
/// The key of a colour.
public let kCIInputColorKey = "inputColor"

/// Filters that move images, or change their size.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// Filters that lay one image over another.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// Filters that change colours.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// Filters that make an image of nothing.
public let kCICategoryGenerator = "CICategoryGenerator"
/// Filters that replicate images.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// All filters that come with the system.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
