import FoundationExtras

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
