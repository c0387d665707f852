import CoreMedia

/// How pictures are compressed.
public enum VideoCodec: String, Sendable, Hashable, CaseIterable, Codable {
    /// H.264.
    case h264
    /// H.265.
    case hevc
    /// JPEG, each picture by itself.
    case jpeg

    /// Core Media's code.
    public var mediaSubType: CMFormatDescription.MediaSubType {
        switch self {
        case .h264: .h264
        case .hevc: .hevc
        case .jpeg: .jpeg
        }
    }
}
