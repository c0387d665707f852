import Foundation
import Synchronization

/// What is known of a type.
struct TypeRecord {
    let identifier: String
    let parents: [String]
    let extensions: [String]
    let mimeTypes: [String]
    let summary: String

    init(
        _ identifier: String,
        _ parents: [String],
        _ extensions: [String] = [],
        _ mimeTypes: [String] = [],
        _ summary: String
    ) {
        self.identifier = identifier
        self.parents = parents
        self.extensions = extensions
        self.mimeTypes = mimeTypes
        self.summary = summary
    }

    func tags(_ tagClass: UTTagClass) -> [String] {
        switch tagClass {
        case .filenameExtension: extensions
        case .mimeType: mimeTypes
        default: []
        }
    }

    static let table: [String: TypeRecord] = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

    /// All types; of two with the same tag the more usual one comes first.
    static let all: [TypeRecord] = base + images + movies + audio + texts + archives

    private static let base: [TypeRecord] = [
        TypeRecord("public.item", [], "item"),
        TypeRecord("public.content", [], "content"),
        TypeRecord("public.composite-content", ["public.content"], "compound content"),
        TypeRecord("public.data", ["public.item"], [], ["application/octet-stream"], "data"),
        TypeRecord("public.directory", ["public.item"], "directory"),
        TypeRecord("public.folder", ["public.directory"], "folder"),
        TypeRecord("com.apple.package", ["public.directory"], "package"),
        TypeRecord("com.apple.bundle", ["public.directory"], "bundle"),
        TypeRecord("public.url", ["public.data"], "URL"),
        TypeRecord("public.file-url", ["public.url"], "file URL"),
        TypeRecord("public.database", [], "database"),
        TypeRecord("public.contact", [], "contact"),
        TypeRecord("public.message", [], "message"),
    ]

    private static let images: [TypeRecord] = [
        TypeRecord("public.image", ["public.data", "public.content"], "image"),
        TypeRecord(
            "public.jpeg",
            ["public.image"],
            ["jpeg", "jpg", "jpe"],
            ["image/jpeg", "image/jpg"],
            "JPEG image"
        ),
        TypeRecord("public.png", ["public.image"], ["png"], ["image/png"], "PNG image"),
        TypeRecord("public.heif-standard", ["public.image"], ["heif"], ["image/heif"], "HEIF Image"),
        TypeRecord("public.heic", ["public.heif-standard"], ["heic"], ["image/heic"], "HEIC Image"),
        TypeRecord("public.heics", ["public.heif-standard"], ["heics"], ["image/heic-sequence"], "HEIC sequence"),
        TypeRecord("public.avif", ["public.image"], ["avif"], ["image/avif"], "AVIF image"),
        TypeRecord("public.jpeg-xl", ["public.image"], ["jxl"], ["image/jxl"], "JPEG XL image"),
        TypeRecord(
            "public.jpeg-2000",
            ["public.image"],
            ["jp2", "jpf", "jpx", "j2k"],
            ["image/jp2"],
            "JPEG 2000 image"
        ),
        TypeRecord("public.tiff", ["public.image"], ["tiff", "tif"], ["image/tiff"], "TIFF image"),
        TypeRecord("com.compuserve.gif", ["public.image"], ["gif"], ["image/gif"], "GIF image"),
        TypeRecord("com.microsoft.bmp", ["public.image"], ["bmp", "dib"], ["image/bmp"], "Windows bitmap image"),
        TypeRecord("com.microsoft.ico", ["public.image"], ["ico"], ["image/vnd.microsoft.icon"], "Windows icon image"),
        TypeRecord("com.apple.icns", ["public.image"], ["icns"], [], "Apple icon image"),
        TypeRecord("org.webmproject.webp", ["public.image"], ["webp"], ["image/webp"], "WebP Image"),
        TypeRecord(
            "public.svg-image",
            ["public.image", "public.xml"],
            ["svg", "svgz"],
            ["image/svg+xml"],
            "SVG image"
        ),
        TypeRecord("public.camera-raw-image", ["public.image"], "digital camera RAW image"),
        TypeRecord("com.adobe.raw-image", ["public.camera-raw-image"], ["dng"], ["image/x-adobe-dng"], "DNG image"),
        TypeRecord("com.apple.live-photo", [], "Live Photo"),
    ]

    private static let movies: [TypeRecord] = [
        TypeRecord("public.audiovisual-content", ["public.data", "public.content"], "audiovisual content"),
        TypeRecord("public.movie", ["public.audiovisual-content"], "video"),
        TypeRecord("public.video", ["public.movie"], "video without sound"),
        TypeRecord(
            "com.apple.quicktime-movie",
            ["public.movie"],
            ["mov", "qt"],
            ["video/quicktime"],
            "QuickTime movie"
        ),
        TypeRecord("public.mpeg-4", ["public.movie"], ["mp4", "mpg4"], ["video/mp4", "video/mpeg4"], "MPEG-4 movie"),
        TypeRecord("com.apple.m4v-video", ["public.movie"], ["m4v"], ["video/x-m4v"], "Apple MPEG-4 movie"),
        TypeRecord(
            "com.apple.protected-mpeg-4-video",
            ["public.movie"],
            ["m4v"],
            ["video/x-m4v"],
            "Apple protected MPEG-4 movie"
        ),
        TypeRecord("public.mpeg", ["public.movie"], ["mpg", "mpeg", "m75", "m15"], ["video/mpeg"], "MPEG movie"),
        TypeRecord("public.mpeg-2-video", ["public.video"], ["mp2v", "m2v"], ["video/mpeg2"], "MPEG-2 video"),
        TypeRecord(
            "public.mpeg-2-transport-stream",
            ["public.movie"],
            ["ts"],
            ["video/mp2t"],
            "MPEG-2 transport stream"
        ),
        TypeRecord("public.3gpp", ["public.movie"], ["3gp", "3gpp"], ["video/3gpp"], "3GPP movie"),
        TypeRecord("public.3gpp2", ["public.movie"], ["3g2", "3gp2"], ["video/3gpp2"], "3GPP2 movie"),
        TypeRecord("public.avi", ["public.movie"], ["avi", "vfw"], ["video/avi", "video/x-msvideo"], "AVI movie"),
        TypeRecord("public.m3u-playlist", ["public.text"], ["m3u"], ["audio/mpegurl"], "M3U playlist"),
    ]

    private static let audio: [TypeRecord] = [
        TypeRecord("public.audio", ["public.audiovisual-content"], "audio"),
        TypeRecord(
            "public.mpeg-4-audio",
            ["public.mpeg-4", "public.audio"],
            ["mp4", "mpg4"],
            ["audio/mp4"],
            "MPEG-4 audio"
        ),
        TypeRecord("com.apple.m4a-audio", ["public.audio"], ["m4a"], ["audio/x-m4a"], "Apple MPEG-4 audio"),
        TypeRecord(
            "com.apple.protected-mpeg-4-audio",
            ["public.audio"],
            ["m4p"],
            ["audio/x-m4p"],
            "Apple protected MPEG-4 audio"
        ),
        TypeRecord("public.mp3", ["public.audio"], ["mp3", "mpga"], ["audio/mpeg", "audio/mp3"], "MP3 audio"),
        TypeRecord(
            "com.microsoft.waveform-audio",
            ["public.audio"],
            ["wav", "wave"],
            ["audio/vnd.wave", "audio/wav"],
            "Waveform audio"
        ),
        TypeRecord("public.aiff-audio", ["public.aifc-audio"], ["aiff", "aif"], ["audio/aiff"], "AIFF audio"),
        TypeRecord("public.aifc-audio", ["public.audio"], ["aifc"], ["audio/aiff"], "AIFF-C audio"),
        TypeRecord("com.apple.coreaudio-format", ["public.audio"], ["caf"], ["audio/x-caf"], "CAF audio"),
        TypeRecord("public.midi-audio", ["public.audio"], ["midi", "mid"], ["audio/midi"], "MIDI audio"),
        TypeRecord("org.xiph.flac", ["public.audio"], ["flac"], ["audio/flac"], "FLAC audio"),
    ]

    private static let texts: [TypeRecord] = [
        TypeRecord("public.text", ["public.data", "public.content"], "text"),
        TypeRecord("public.plain-text", ["public.text"], ["txt", "text"], ["text/plain"], "text"),
        TypeRecord("public.utf8-plain-text", ["public.plain-text"], "Unicode text"),
        TypeRecord("public.source-code", ["public.plain-text"], "source code"),
        TypeRecord("public.rtf", ["public.text"], ["rtf"], ["text/rtf"], "RTF document"),
        TypeRecord("public.html", ["public.text"], ["html", "htm", "shtml"], ["text/html"], "HTML text"),
        TypeRecord("public.xml", ["public.text"], ["xml"], ["application/xml", "text/xml"], "XML text"),
        TypeRecord("public.json", ["public.text"], ["json"], ["application/json"], "JSON file"),
        TypeRecord("public.yaml", ["public.text"], ["yml", "yaml"], ["application/x-yaml"], "YAML document"),
        TypeRecord("public.delimited-values-text", ["public.text"], "delimited text"),
        TypeRecord(
            "public.comma-separated-values-text",
            ["public.delimited-values-text"],
            ["csv"],
            ["text/csv"],
            "CSV document"
        ),
        TypeRecord("public.log", ["public.plain-text"], ["log"], [], "log"),
        TypeRecord(
            "com.adobe.pdf",
            ["public.data", "public.composite-content"],
            ["pdf"],
            ["application/pdf"],
            "PDF document"
        ),
        TypeRecord("com.apple.property-list", ["public.data"], ["plist"], [], "property list"),
    ]

    private static let archives: [TypeRecord] = [
        TypeRecord("public.archive", ["public.data"], "archive"),
        TypeRecord("public.zip-archive", ["public.archive"], ["zip"], ["application/zip"], "ZIP archive"),
        TypeRecord(
            "org.gnu.gnu-zip-archive",
            ["public.archive"],
            ["gz", "gzip"],
            ["application/gzip"],
            "gzip archive"
        ),
        TypeRecord("public.usd", ["public.3d-content"], ["usd"], [], "Universal Scene Description"),
        TypeRecord(
            "com.pixar.universal-scene-description-mobile",
            ["public.3d-content"],
            ["usdz"],
            ["model/vnd.usdz+zip"],
            "USDZ"
        ),
        TypeRecord("public.3d-content", ["public.content"], "3D content"),
    ]
}

extension TypeRecord {
    /// A type that only others conform to.
    fileprivate init(_ identifier: String, _ parents: [String], _ summary: String) {
        self.init(identifier, parents, [], [], summary)
    }
}

/// Types that the program declares and this module does not know.
final class DeclaredTypes: Sendable {
    static let shared = DeclaredTypes()

    private let parents = Mutex<[String: UTType]>([:])

    /// Remembers what a type conforms to; the first word counts.
    func declare(_ identifier: String, parent: UTType) {
        guard parent.identifier != identifier else { return }
        parents.withLock { if $0[identifier] == nil { $0[identifier] = parent } }
    }

    /// What a type conforms to.
    func parent(of identifier: String) -> UTType? {
        parents.withLock { $0[identifier] }
    }
}

/// A type for a tag that no known type has. Its identifier holds all there is to know: the tag in hexadecimal digits, its class, and what it
/// conforms to. UNKNOWN: Apple's coding is not documented; programs can only compare and keep identifiers.
struct DynamicType {
    private static let prefix = "dyn.pinhole."
    private static let classes: [(name: String, tagClass: UTTagClass)] = [
        ("e", .filenameExtension), ("m", .mimeType),
    ]

    let tag: String
    let tagClass: UTTagClass
    let supertype: UTType?

    init(tag: String, tagClass: UTTagClass, supertype: UTType?) {
        self.tag = tag
        self.tagClass = tagClass
        self.supertype = supertype
    }

    /// - Returns: nil if the identifier is not one of a dynamic type.
    init?(identifier: String) {
        guard identifier.hasPrefix(Self.prefix) else { return nil }
        let parts = identifier.dropFirst(Self.prefix.count).split(separator: ".", maxSplits: 2)
        guard
            parts.count >= 2, let tag = Self.decode(parts[1]),
            let tagClass = Self.classes.first(where: { $0.name == parts[0] })?.tagClass
        else { return nil }
        self.tag = tag
        self.tagClass = tagClass
        let supertype = parts.count == 3 ? String(parts[2]) : nil
        // A dynamic type conforms to known ones only: an identifier cannot name one within another without end.
        self.supertype = supertype.flatMap { TypeRecord.table[$0] == nil ? nil : UTType(known: $0) }
    }

    /// The type's identifier.
    var identifier: String {
        let name = Self.classes.first { $0.tagClass == tagClass }?.name ?? "e"
        let digits = tag.utf8.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        return Self.prefix + name + "." + digits + (supertype.map { "." + $0.identifier } ?? "")
    }

    private static func decode(_ digits: Substring) -> String? {
        let values = digits.map(\.hexDigitValue)
        guard values.count % 2 == 0, !values.contains(nil) else { return nil }
        let numbers = values.compactMap { $0 }
        let bytes = stride(from: 0, to: numbers.count, by: 2).map { UInt8(numbers[$0] << 4 | numbers[$0 + 1]) }
        return String(validating: bytes, as: UTF8.self)
    }
}
