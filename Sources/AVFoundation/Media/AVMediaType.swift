/// A kind of medium.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
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

    /// Pictures.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Text.
    public static let text = AVMediaType(rawValue: "text")
    /// Closed captions.
    public static let closedCaption = AVMediaType(rawValue: "clcp")
    /// Subtitles.
    public static let subtitle = AVMediaType(rawValue: "sbtl")
    /// Time codes.
    public static let timecode = AVMediaType(rawValue: "tmcd")
    /// Metadata samples.
    public static let metadata = AVMediaType(rawValue: "meta")
    /// Several kinds multiplexed.
    public static let muxed = AVMediaType(rawValue: "muxx")
    /// Haptic patterns.
    public static let haptic = AVMediaType(rawValue: "hapt")
    /// Objects found in pictures, such as faces and codes.
    public static let metadataObject = AVMediaType(rawValue: "mobj")
    /// Depth maps.
    public static let depthData = AVMediaType(rawValue: "dpth")
    /// Pictures that belong to others.
    public static let auxiliaryPicture = AVMediaType(rawValue: "auxv")
}
