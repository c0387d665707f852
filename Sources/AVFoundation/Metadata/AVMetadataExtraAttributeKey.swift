/// A key of further attributes of a metadata item.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
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

    /// Where the value lies.
    public static let valueURI = AVMetadataExtraAttributeKey("URIs")
    /// What the value's place is relative to.
    public static let baseURI = AVMetadataExtraAttributeKey("baseURI")
    /// More about the value.
    public static let info = AVMetadataExtraAttributeKey("info")
}
