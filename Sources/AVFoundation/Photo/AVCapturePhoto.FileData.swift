import CaptureCore
import CoreVideo
import Foundation

extension AVCapturePhoto {
    /// The photo as a file: HEIC or JPEG with its metadata and thumbnail. `nil` for uncompressed photos, for which no file type is
    /// here, and after an error. Makes a new file with each call, on the caller's thread; nothing is compressed for that.
    public func fileDataRepresentation() -> Data? {
        fileData(metadata: values.metadata, thumbnail: values.thumbnail)
    }

    /// The photo as a file, with metadata of the client's choice. Calls the customizer before it returns.
    public func fileDataRepresentation(with customizer: any AVCapturePhotoFileDataRepresentationCustomizer) -> Data? {
        let metadata = customizer.replacementMetadata(for: self)
        return fileData(metadata: Dictionary(photoMetadata: metadata ?? [:]), thumbnail: values.thumbnail)
    }

    /// The photo as a file, with metadata and thumbnail of the client's choice.
    ///
    /// - Parameters:
    ///   - replacementMetadata: `metadata` to keep them, `nil` to leave them out, or others.
    ///   - replacementEmbeddedThumbnailPhotoFormat: `embeddedThumbnailPhotoFormat` to keep the thumbnail, `nil` to leave it
    ///     out, or the format of another, of which there is no file if this kind of file cannot have it.
    ///   - replacementEmbeddedThumbnailPixelBuffer: another thumbnail.
    ///   - replacementDepthData: there are none.
    @available(*, deprecated, message: "Use fileDataRepresentation(with:) instead.")
    public func fileDataRepresentation(
        withReplacementMetadata replacementMetadata: [String: Any]?,
        replacementEmbeddedThumbnailPhotoFormat: [String: Any]?,
        replacementEmbeddedThumbnailPixelBuffer: CVPixelBuffer?,
        replacementDepthData: AVDepthData?
    ) -> Data? {
        var thumbnail: PhotoThumbnail?
        if let format = replacementEmbeddedThumbnailPhotoFormat.map(PhotoThumbnailFormat.init) {
            thumbnail =
                if let pixels = replacementEmbeddedThumbnailPixelBuffer {
                    PhotoProcessor.thumbnail(of: pixels, format: format)
                } else {
                    values.thumbnail
                }
        }
        return fileData(metadata: Dictionary(photoMetadata: replacementMetadata ?? [:]), thumbnail: thumbnail)
    }

    private func fileData(metadata: [String: PhotoMetadataValue], thumbnail: PhotoThumbnail?) -> Data? {
        switch (values.image, thumbnail) {
        case (.jpeg(let bytes), nil): PhotoFile.jpeg(bytes, metadata: metadata, thumbnail: nil)
        case (.jpeg(let bytes), .jpeg(let small)?): PhotoFile.jpeg(bytes, metadata: metadata, thumbnail: small)
        case (.heic(let image), _): PhotoFile.heic(image, metadata: metadata, thumbnail: thumbnail)
        case (.jpeg, .hevc?), (.pixels, _), (.none, _): nil
        }
    }
}
