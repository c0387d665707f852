import CaptureCore
import Foundation
import ImageProcessing

extension PhotoFile {
    /// A HEIC file of an image and its metadata. The image is not compressed again.
    ///
    /// - Parameters:
    ///   - image: the image as the sensor gave it.
    ///   - metadata: with the keys of `CGImageProperties`; its orientation is how viewers turn the image.
    ///   - thumbnail: a small image.
    /// - Returns: `nil` when they can't be put together.
    static func heic(_ image: HEVCImage, metadata: [String: PhotoMetadataValue], thumbnail: PhotoThumbnail?) -> Data? {
        var file = HEICFile(image: image)
        if !metadata.isEmpty { file.metadata = ExifMetadata(photoMetadata: metadata) }
        switch thumbnail {
        case .jpeg(let small)?:
            var exif = file.metadata ?? ExifMetadata(timeZone: .gmt)
            exif.thumbnail = small
            file.metadata = exif
        case .hevc(let small)?: file.thumbnail = small
        case nil: break
        }
        return try? file.encoded()
    }
}
