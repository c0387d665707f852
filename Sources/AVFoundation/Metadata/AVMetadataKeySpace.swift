/// A name space of metadata keys.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
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

    /// What many kinds of files have a place for.
    public static let common = AVMetadataKeySpace("comn")
    /// QuickTime's older user data.
    public static let quickTimeUserData = AVMetadataKeySpace("udta")
    /// User data of the ISO base media file format.
    public static let isoUserData = AVMetadataKeySpace("uiso")
    /// QuickTime's metadata.
    public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
    /// iTunes' metadata.
    public static let iTunes = AVMetadataKeySpace("itsk")
    /// Tags of MP3 files.
    public static let id3 = AVMetadataKeySpace("org.id3")
    /// Metadata of internet radio.
    public static let icy = AVMetadataKeySpace("icy")
    /// Date ranges of HTTP live streaming.
    public static let hlsDateRange = AVMetadataKeySpace("lsdr")
    /// Metadata of plain audio files.
    public static let audioFile = AVMetadataKeySpace("caaf")
}
