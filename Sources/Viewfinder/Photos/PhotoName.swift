/// The name of a file in the photo folder, known to be harmless: one path component, no hidden file, an image's ending.
struct PhotoName: Hashable, Sendable {
    /// The name.
    let text: String
    /// The media type that follows from the ending.
    let mediaType: String

    private static let mediaTypes = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "heic": "image/heic", "png": "image/png", "dng": "image/x-adobe-dng",
        "tif": "image/tiff", "tiff": "image/tiff",
    ]

    /// - Returns: nil unless the text is a plain file name: ASCII letters, digits, `.`, `-`, `_`, space and parentheses,
    ///   not starting with a dot, at most 255 bytes, with an ending that images have.
    init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), !text.hasPrefix("."), text.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        guard let dot = text.lastIndex(of: "."),
            let mediaType = Self.mediaTypes[text[text.index(after: dot)...].lowercased()]
        else { return nil }
        self.text = text
        self.mediaType = mediaType
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")"):
            true
        default:
            false
        }
    }
}
