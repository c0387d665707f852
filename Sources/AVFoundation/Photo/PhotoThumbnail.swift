import Foundation
import ImageProcessing

/// A thumbnail for a photo's file.
enum PhotoThumbnail: Sendable {
    /// A JPEG image, small enough for EXIF.
    case jpeg(Data)
    /// An image of its own.
    case hevc(HEVCImage)

    /// What has compressed it.
    var codec: AVVideoCodecType {
        switch self {
        case .jpeg: .jpeg
        case .hevc: .hevc
        }
    }
}
