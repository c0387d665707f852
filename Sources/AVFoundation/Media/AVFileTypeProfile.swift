/// A profile of a file type.
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
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

    /// Segments for Apple's HTTP live streaming.
    public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
    /// Segments that follow the common media application format.
    public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")
}
