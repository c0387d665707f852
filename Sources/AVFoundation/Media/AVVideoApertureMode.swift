/// Which part of a picture is meant.
public struct AVVideoApertureMode: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The part meant to be shown, in display proportions.
    public static let cleanAperture = AVVideoApertureMode(rawValue: "CleanAperture")
    /// The whole picture, in display proportions.
    public static let productionAperture = AVVideoApertureMode(rawValue: "ProductionAperture")
    /// The whole picture as it is encoded.
    public static let encodedPixels = AVVideoApertureMode(rawValue: "EncodedPixels")
}
