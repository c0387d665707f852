/// What lies in the gallery.
enum MediaKind: String, Codable, CaseIterable, Sendable {
    case photo
    case movie

    /// The media types of the files, by the endings of their names in small letters.
    var mediaTypes: [String: String] {
        switch self {
        case .photo:
            [
                "jpg": "image/jpeg", "jpeg": "image/jpeg", "heic": "image/heic", "heif": "image/heif",
                "png": "image/png", "dng": "image/x-adobe-dng", "tif": "image/tiff", "tiff": "image/tiff",
            ]
        case .movie:
            ["mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime"]
        }
    }
}
