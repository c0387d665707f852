import Foundation

/// A photo for the queue, apart from its bytes.
public struct ScanPhotoInfo: Sendable, Hashable {
    /// When it was taken.
    public var capturedAt: Date
    /// Its media type, for example `image/jpeg`.
    public var contentType: String
    /// What people and exports call it; `nil` for its id.
    public var name: String?
    /// Its pixels in a row, if known.
    public var width: Int?
    /// Its rows, if known.
    public var height: Int?
    /// What makes it comparable with other photos, if known (R-SCAN-6).
    public var imageHash: ImageHash?

    /// A photo.
    public init(
        capturedAt: Date,
        contentType: String = "image/jpeg",
        name: String? = nil,
        width: Int? = nil,
        height: Int? = nil,
        imageHash: ImageHash? = nil
    ) {
        self.capturedAt = capturedAt
        self.contentType = contentType
        self.name = name
        self.width = width
        self.height = height
        self.imageHash = imageHash
    }

    private static let extensions = [
        "image/jpeg": "jpg", "image/png": "png", "image/heic": "heic", "image/webp": "webp",
    ]

    var pathExtension: String { Self.extensions[contentType] ?? "img" }

    static func contentType(pathExtension: String) -> String {
        extensions.first { $0.value == pathExtension }?.key ?? "application/octet-stream"
    }
}
