public import Foundation

/// A photo in the photo folder.
public struct PhotoRecord: Codable, Equatable, Sendable {
    /// The file's name, without any folder.
    public var name: String
    /// Where the server gives the file out, relative to the page.
    public var url: String
    /// Where the server gives out a small JPEG of it.
    public var thumbnail: String
    /// Where the server gives out a JPEG of the photo; nil when browsers show the file itself.
    public var preview: String?
    /// Width in pixels as shown, that is after the EXIF orientation; nil when it is not known.
    public var width: Int?
    /// Height in pixels as shown; nil when it is not known.
    public var height: Int?
    /// The file's size in bytes.
    public var bytes: Int
    /// When the photo was taken.
    public var date: Date

    /// Makes the record of a photo; the address follows from the name.
    public init(name: String, width: Int? = nil, height: Int? = nil, bytes: Int, date: Date) {
        self.name = name
        let url = MediaAddress.address(of: name, in: "photos")
        self.url = url
        thumbnail = "\(url)?\(MediaThumbnails.query)"
        preview = PhotoPreviews.isNeeded(for: name) ? "\(url)?\(PhotoPreviews.query)" : nil
        self.width = width
        self.height = height
        self.bytes = bytes
        self.date = date
    }
}

/// Where the server gives files out.
enum MediaAddress {
    private static let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))

    /// An address relative to the page.
    static func address(of name: String, in place: String) -> String {
        "\(place)/\(name.addingPercentEncoding(withAllowedCharacters: allowed) ?? name)"
    }
}
