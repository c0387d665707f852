import FoundationExtras

/// What an image is made with.
///
/// Of Apple's options these are the ones that mean something here: there are no auxiliary images, and no high dynamic range.
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
