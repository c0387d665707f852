import FoundationExtras

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
