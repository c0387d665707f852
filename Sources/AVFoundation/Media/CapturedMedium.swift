import CaptureDriver

extension CaptureDeviceDescription.Medium {
    /// The same kind as the public API calls it.
    var mediaType: AVMediaType {
        switch self {
        case .video: .video
        case .audio: .audio
        }
    }

    /// What the public API asks for, if any device can capture it.
    init?(_ mediaType: AVMediaType) {
        switch mediaType {
        case .video: self = .video
        case .audio: self = .audio
        default: return nil
        }
    }
}
