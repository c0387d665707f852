/// The name of a photo or a movie, known to be harmless: one path component, no hidden file, an ending that fits.
struct MediaName: Hashable, Sendable {
    /// The name.
    let text: String
    /// The media type that follows from the ending.
    let mediaType: String

    /// - Returns: nil unless the text is a plain file name: ASCII letters, digits, `.`, `-`, `_`, space and parentheses,
    ///   not starting with a dot, at most 255 bytes, with an ending that files of this kind have.
    init?(_ text: String, kind: MediaKind) {
        guard (1...255).contains(text.utf8.count), !text.hasPrefix("."), text.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        guard let dot = text.lastIndex(of: "."),
            let mediaType = kind.mediaTypes[text[text.index(after: dot)...].lowercased()]
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
