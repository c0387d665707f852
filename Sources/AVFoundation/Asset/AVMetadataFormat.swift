/// A format of metadata.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
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

    /// QuickTime's older user data.
    public static let quickTimeUserData = AVMetadataFormat("com.apple.quicktime.udta")
    /// User data of the ISO base media file format.
    public static let isoUserData = AVMetadataFormat("org.mp4ra")
    /// QuickTime's metadata.
    public static let quickTimeMetadata = AVMetadataFormat("com.apple.quicktime.mdta")
    /// iTunes' metadata.
    public static let iTunesMetadata = AVMetadataFormat("com.apple.itunes")
    /// Tags of MP3 files.
    public static let id3Metadata = AVMetadataFormat("org.id3")
    /// Metadata of HTTP live streaming.
    public static let hlsMetadata = AVMetadataFormat("com.apple.quicktime.HLS")
    /// None that is known.
    public static let unknown = AVMetadataFormat("UNKNOWN")
}

extension AVMetadataFormat {
    /// The format that items of a key space are of.
    init(_ space: AVMetadataKeySpace?) {
        switch space {
        case .quickTimeMetadata: self = .quickTimeMetadata
        case .quickTimeUserData: self = .quickTimeUserData
        case .isoUserData: self = .isoUserData
        case .iTunes: self = .iTunesMetadata
        case .id3: self = .id3Metadata
        default: self = .unknown
        }
    }
}
