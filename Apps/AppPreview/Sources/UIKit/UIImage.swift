import Foundation

/// An encoded image, kept as the bytes that it came in. The page decodes it.
///
/// DEVIATION: it has no `cgImage`, and bytes that are neither JPEG, PNG, GIF nor WebP make none.
open class UIImage: NSObject, @unchecked Sendable {
    // @unchecked: all fields are constants.
    /// The bytes, as a file has them.
    @_spi(Rendering) public let encoded: Data
    /// `image/jpeg` and so on.
    @_spi(Rendering) public let mediaType: String

    /// Makes an image of an encoded one; nil for bytes that are no image.
    public init?(data: Data) {
        guard let type = Self.mediaType(of: data) else { return nil }
        encoded = data
        mediaType = type
    }

    /// Reads an image's file; nil where that fails.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    private static func mediaType(of data: Data) -> String? {
        if data.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if data.starts(with: Data("GIF8".utf8)) { return "image/gif" }
        if data.starts(with: Data("RIFF".utf8)), data.dropFirst(8).starts(with: Data("WEBP".utf8)) { return "image/webp" }
        return nil
    }
}
