public import CameraEngine
public import Foundation
import Glibc

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

/// A movie in the movie folder.
public struct MovieRecord: Codable, Equatable, Sendable {
    /// The file's name, without any folder.
    public var name: String
    /// Where the server gives the file out, relative to the page.
    public var url: String
    /// Where the server gives out a small JPEG of it.
    public var thumbnail: String
    /// How long it plays, in seconds; nil when that is not known.
    public var seconds: Double?
    /// The file's size in bytes.
    public var bytes: Int
    /// When the recording ended.
    public var date: Date
    /// Whether it has sound; nil when that is not known.
    public var hasAudio: Bool?
    /// Frames that were lost while it was recorded; nil when that is not known.
    public var droppedFrames: Int?
    /// Whether there is anything to play: not if a recording ended before anything was in it.
    public var isPlayable: Bool
    /// Why the recording ended; nil for a movie about which that is not known any more.
    public var end: MovieEnd?

    /// Makes the record of a movie; the address follows from the name.
    public init(
        name: String,
        seconds: Double? = nil,
        bytes: Int,
        date: Date,
        hasAudio: Bool? = nil,
        droppedFrames: Int? = nil,
        isPlayable: Bool = true,
        end: MovieEnd? = nil
    ) {
        self.name = name
        let url = MediaAddress.address(of: name, in: "movies")
        self.url = url
        thumbnail = "\(url)?\(MediaThumbnails.query)"
        self.seconds = seconds
        self.bytes = bytes
        self.date = date
        self.hasAudio = hasAudio
        self.droppedFrames = droppedFrames
        self.isPlayable = isPlayable
        self.end = end
    }
}

/// Why a recording ended.
public struct MovieEnd: Codable, Equatable, Sendable {
    /// Whether the user asked for it, or for what had to end it: then nothing has to be explained.
    public var wasRequested: Bool
    /// What happened, in a few words without a full stop.
    public var title: MessageText
    /// What that means for the movie, and what the user can do.
    public var advice: MessageText

    /// Makes the end of a recording.
    public init(wasRequested: Bool, title: MessageText = "", advice: MessageText = "") {
        self.wasRequested = wasRequested
        self.title = title
        self.advice = advice
    }
}

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

/// When a file was written, as the file system tells it: any 64-bit number of seconds, whatever sense that makes.
struct FileTime: Hashable, Sendable {
    /// Seconds since 1970.
    let seconds: Int
    /// The part below one second.
    let nanoseconds: Int

    init(_ time: timespec) {
        seconds = time.tv_sec
        nanoseconds = time.tv_nsec
    }

    /// The time as a date; times before the year 1 and after the year 9999, which no calendar and no format here can express,
    /// become the first and the last moment of these years.
    var date: Date {
        let bounded = min(max(seconds, Self.writableSeconds.lowerBound), Self.writableSeconds.upperBound)
        return Date(timeIntervalSince1970: Double(bounded) + (bounded == seconds ? Double(nanoseconds) / 1e9 : 0))
    }

    /// The time as HTTP writes it, in whole seconds: `Sat, 21 Nov 2026 14:25:30 GMT`. Nil where HTTP can not express it.
    var httpText: String? {
        guard Self.writableSeconds.contains(seconds) else { return nil }
        var seconds = seconds
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return nil }
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(Self.days[Int(parts.tm_wday)]), \(Self.padded(parts.tm_mday, 2)) \(Self.months[Int(parts.tm_mon)]) "
            + "\(Self.padded(parts.tm_year + 1900, 4)) \(time) GMT"
    }

    /// The years 1 to 9999.
    private static let writableSeconds = -62_135_596_800...253_402_300_799
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func padded(_ value: Int32, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
