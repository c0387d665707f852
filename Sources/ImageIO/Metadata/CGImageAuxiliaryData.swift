import FoundationExtras

// Images that belong to others, such as depth maps, as dictionaries. No file here has any: `CGImageSourceCopyAuxiliaryDataInfoAtIndex`
// finds none.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The type of a depth map.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeDepth: CFString = "kCGImageAuxiliaryDataTypeDepth"
/// The type of a disparity map.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeDisparity: CFString = "kCGImageAuxiliaryDataTypeDisparity"
/// The type of a portrait effects matte.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypePortraitEffectsMatte: CFString =
    "kCGImageAuxiliaryDataTypePortraitEffectsMatte"
/// The type of a matte of skin.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte: CFString =
    "kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte"
/// The type of a matte of hair.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte: CFString =
    "kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte"
/// The type of a matte of teeth.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte: CFString =
    "kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte"
/// The type of a matte of glasses.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte: CFString =
    "kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte"
/// The pixels, as `Data`.
nonisolated(unsafe) public let kCGImageAuxiliaryDataInfoData: CFString = "kCGImageAuxiliaryDataInfoData"
/// What the pixels are: a dictionary with width, height, bytes per row and pixel format.
nonisolated(unsafe) public let kCGImageAuxiliaryDataInfoDataDescription: CFString =
    "kCGImageAuxiliaryDataInfoDataDescription"
/// What else is known of them.
nonisolated(unsafe) public let kCGImageAuxiliaryDataInfoMetadata: CFString = "kCGImageAuxiliaryDataInfoMetadata"

/// Width in pixels, in the description of auxiliary data.
nonisolated(unsafe) public let kCGImagePropertyWidth: CFString = "Width"
/// Height in pixels, in the description of auxiliary data.
nonisolated(unsafe) public let kCGImagePropertyHeight: CFString = "Height"
/// Bytes from one row to the next, in the description of auxiliary data.
nonisolated(unsafe) public let kCGImagePropertyBytesPerRow: CFString = "BytesPerRow"
/// Core Video's pixel format, in the description of auxiliary data.
nonisolated(unsafe) public let kCGImagePropertyPixelFormat: CFString = "PixelFormat"
