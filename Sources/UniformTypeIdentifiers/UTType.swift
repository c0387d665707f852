import Foundation

/// A type of files and data, named by an identifier.
///
/// The types here are those of what cameras, photo apps and their neighbours write and read, with the identifiers, extensions, MIME types
/// and relations that Apple documents. An extension or MIME type that no type here has gives a dynamic type, as it does there.
public struct UTType: Hashable, Sendable {
    /// The type's identifier, such as `public.jpeg`.
    public let identifier: String

    init(known identifier: String) {
        self.identifier = identifier
    }

    /// The type of an identifier.
    ///
    /// - Returns: nil if the type is neither known nor dynamic.
    public init?(_ identifier: String) {
        let identifier = identifier.lowercased()
        guard TypeRecord.table[identifier] != nil || DynamicType(identifier: identifier) != nil else { return nil }
        self.identifier = identifier
    }

    /// The type of files whose names end in a way.
    ///
    /// - Parameters:
    ///   - filenameExtension: without the dot; capital letters do not count.
    ///   - supertype: what the type must conform to.
    /// - Returns: a dynamic type if none is known; nil if the extension cannot be one.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The type of a MIME type.
    ///
    /// - Parameters:
    ///   - mimeType: such as `image/jpeg`; capital letters do not count.
    ///   - supertype: what the type must conform to.
    /// - Returns: a dynamic type if none is known.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The type that something else names.
    ///
    /// - Returns: a dynamic type if none is known; nil for an empty tag.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        let tag = tag.lowercased()
        let isPlain = !tag.contains { $0.isWhitespace || ($0 == "." && tagClass == .filenameExtension) }
        guard !tag.isEmpty, tag.utf8.count <= 255, isPlain else { return nil }
        let found = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first
        self = found ?? UTType(known: DynamicType(tag: tag, tagClass: tagClass, supertype: supertype).identifier)
    }

    /// A type that the app declares.
    ///
    /// DEVIATION: what a program's Info.plist says of its types is not read: a type that is not known here conforms to `parentType`, or to
    /// data, and has no extension.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(declared: identifier, parentType)
    }

    /// A type that another app declares; as with ``init(exportedAs:conformingTo:)``.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(declared: identifier, parentType)
    }

    private init(declared identifier: String, _ parentType: UTType?) {
        let identifier = identifier.lowercased()
        self.identifier = identifier
        guard TypeRecord.table[identifier] == nil else { return }
        DeclaredTypes.shared.declare(identifier, parent: parentType ?? .data)
    }

    /// All known types that something else names, the most usual first.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let tag = tag.lowercased()
        return TypeRecord.all.filter { $0.tags(tagClass).contains(tag) }
            .map { UTType(known: $0.identifier) }
            .filter { type in supertype.map { type.conforms(to: $0) } ?? true }
    }

    // MARK: Names

    /// How names of the type's files usually end, without the dot.
    public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }

    /// The type's usual MIME type.
    public var preferredMIMEType: String? { tags[.mimeType]?.first }

    /// What else names the type.
    public var tags: [UTTagClass: [String]] {
        if let dynamic = DynamicType(identifier: identifier) { return [dynamic.tagClass: [dynamic.tag]] }
        guard let record = TypeRecord.table[identifier] else { return [:] }
        var tags: [UTTagClass: [String]] = [:]
        for tagClass in [UTTagClass.filenameExtension, .mimeType] where !record.tags(tagClass).isEmpty {
            tags[tagClass] = record.tags(tagClass)
        }
        return tags
    }

    /// What the type is called, in English.
    public var localizedDescription: String? { TypeRecord.table[identifier]?.summary }

    /// The type's version: never known.
    public var version: Int? { nil }

    /// Where the type is described: never known.
    public var referenceURL: URL? { nil }

    /// Whether the type stands for a tag that no known type has.
    public var isDynamic: Bool { DynamicType(identifier: identifier) != nil }

    /// Whether the type is known.
    public var isDeclared: Bool { !isDynamic }

    /// Whether the type belongs to nobody.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    // MARK: Relations

    /// All types that this one conforms to, not counting itself.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var waiting = parents
        while let type = waiting.popLast() {
            guard found.insert(type).inserted else { continue }
            waiting += type.parents
        }
        return found
    }

    /// Whether the type is another, or conforms to it.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

    /// Whether the type conforms to another.
    public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }

    /// Whether another type conforms to this one.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    private var parents: [UTType] {
        if let dynamic = DynamicType(identifier: identifier) { return dynamic.supertype.map { [$0] } ?? [] }
        if let record = TypeRecord.table[identifier] { return record.parents.map(UTType.init(known:)) }
        return DeclaredTypes.shared.parent(of: identifier).map { [$0] } ?? []
    }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }

    /// The identifier, and what kind of type it is.
    public var debugDescription: String { "\(identifier)\(isDynamic ? " (dynamic)" : "")" }
}

extension UTType: Codable {
    /// Reads the identifier.
    public init(from decoder: any Decoder) throws {
        self.init(importedAs: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

extension UTType {
    /// `public.item`
    public static var item: UTType { UTType(known: "public.item") }
    /// `public.content`
    public static var content: UTType { UTType(known: "public.content") }
    /// `public.composite-content`
    public static var compositeContent: UTType { UTType(known: "public.composite-content") }
    /// `public.data`
    public static var data: UTType { UTType(known: "public.data") }
    /// `public.directory`
    public static var directory: UTType { UTType(known: "public.directory") }
    /// `public.folder`
    public static var folder: UTType { UTType(known: "public.folder") }
    /// `com.apple.package`
    public static var package: UTType { UTType(known: "com.apple.package") }
    /// `com.apple.bundle`
    public static var bundle: UTType { UTType(known: "com.apple.bundle") }
    /// `public.url`
    public static var url: UTType { UTType(known: "public.url") }
    /// `public.file-url`
    public static var fileURL: UTType { UTType(known: "public.file-url") }
    /// `public.database`
    public static var database: UTType { UTType(known: "public.database") }
    /// `public.contact`
    public static var contact: UTType { UTType(known: "public.contact") }
    /// `public.message`
    public static var message: UTType { UTType(known: "public.message") }
    /// `public.image`
    public static var image: UTType { UTType(known: "public.image") }
    /// `public.jpeg`
    public static var jpeg: UTType { UTType(known: "public.jpeg") }
    /// `public.png`
    public static var png: UTType { UTType(known: "public.png") }
    /// `public.heif-standard`
    public static var heif: UTType { UTType(known: "public.heif-standard") }
    /// `public.heic`
    public static var heic: UTType { UTType(known: "public.heic") }
    /// `public.heics`
    public static var heics: UTType { UTType(known: "public.heics") }
    /// `public.tiff`
    public static var tiff: UTType { UTType(known: "public.tiff") }
    /// `com.compuserve.gif`
    public static var gif: UTType { UTType(known: "com.compuserve.gif") }
    /// `com.microsoft.bmp`
    public static var bmp: UTType { UTType(known: "com.microsoft.bmp") }
    /// `com.microsoft.ico`
    public static var ico: UTType { UTType(known: "com.microsoft.ico") }
    /// `com.apple.icns`
    public static var icns: UTType { UTType(known: "com.apple.icns") }
    /// `org.webmproject.webp`
    public static var webP: UTType { UTType(known: "org.webmproject.webp") }
    /// `public.svg-image`
    public static var svg: UTType { UTType(known: "public.svg-image") }
    /// `public.camera-raw-image`
    public static var rawImage: UTType { UTType(known: "public.camera-raw-image") }
    /// `com.adobe.raw-image`
    public static var dng: UTType { UTType(known: "com.adobe.raw-image") }
    /// `public.jpeg-xl`
    public static var jpegxl: UTType { UTType(known: "public.jpeg-xl") }
    /// `com.apple.live-photo`
    public static var livePhoto: UTType { UTType(known: "com.apple.live-photo") }
    /// `public.audiovisual-content`
    public static var audiovisualContent: UTType { UTType(known: "public.audiovisual-content") }
    /// `public.movie`
    public static var movie: UTType { UTType(known: "public.movie") }
    /// `public.video`
    public static var video: UTType { UTType(known: "public.video") }
    /// `com.apple.quicktime-movie`
    public static var quickTimeMovie: UTType { UTType(known: "com.apple.quicktime-movie") }
    /// `public.mpeg-4`
    public static var mpeg4Movie: UTType { UTType(known: "public.mpeg-4") }
    /// `com.apple.protected-mpeg-4-video`
    public static var appleProtectedMPEG4Video: UTType { UTType(known: "com.apple.protected-mpeg-4-video") }
    /// `public.mpeg`
    public static var mpeg: UTType { UTType(known: "public.mpeg") }
    /// `public.mpeg-2-video`
    public static var mpeg2Video: UTType { UTType(known: "public.mpeg-2-video") }
    /// `public.mpeg-2-transport-stream`
    public static var mpeg2TransportStream: UTType { UTType(known: "public.mpeg-2-transport-stream") }
    /// `public.avi`
    public static var avi: UTType { UTType(known: "public.avi") }
    /// `public.m3u-playlist`
    public static var m3uPlaylist: UTType { UTType(known: "public.m3u-playlist") }
    /// `public.audio`
    public static var audio: UTType { UTType(known: "public.audio") }
    /// `public.mpeg-4-audio`
    public static var mpeg4Audio: UTType { UTType(known: "public.mpeg-4-audio") }
    /// `com.apple.protected-mpeg-4-audio`
    public static var appleProtectedMPEG4Audio: UTType { UTType(known: "com.apple.protected-mpeg-4-audio") }
    /// `public.mp3`
    public static var mp3: UTType { UTType(known: "public.mp3") }
    /// `com.microsoft.waveform-audio`
    public static var wav: UTType { UTType(known: "com.microsoft.waveform-audio") }
    /// `public.aiff-audio`
    public static var aiff: UTType { UTType(known: "public.aiff-audio") }
    /// `public.midi-audio`
    public static var midi: UTType { UTType(known: "public.midi-audio") }
    /// `public.text`
    public static var text: UTType { UTType(known: "public.text") }
    /// `public.plain-text`
    public static var plainText: UTType { UTType(known: "public.plain-text") }
    /// `public.utf8-plain-text`
    public static var utf8PlainText: UTType { UTType(known: "public.utf8-plain-text") }
    /// `public.source-code`
    public static var sourceCode: UTType { UTType(known: "public.source-code") }
    /// `public.rtf`
    public static var rtf: UTType { UTType(known: "public.rtf") }
    /// `public.html`
    public static var html: UTType { UTType(known: "public.html") }
    /// `public.xml`
    public static var xml: UTType { UTType(known: "public.xml") }
    /// `public.json`
    public static var json: UTType { UTType(known: "public.json") }
    /// `public.yaml`
    public static var yaml: UTType { UTType(known: "public.yaml") }
    /// `public.delimited-values-text`
    public static var delimitedText: UTType { UTType(known: "public.delimited-values-text") }
    /// `public.comma-separated-values-text`
    public static var commaSeparatedText: UTType { UTType(known: "public.comma-separated-values-text") }
    /// `public.log`
    public static var log: UTType { UTType(known: "public.log") }
    /// `com.adobe.pdf`
    public static var pdf: UTType { UTType(known: "com.adobe.pdf") }
    /// `com.apple.property-list`
    public static var propertyList: UTType { UTType(known: "com.apple.property-list") }
    /// `public.archive`
    public static var archive: UTType { UTType(known: "public.archive") }
    /// `public.zip-archive`
    public static var zip: UTType { UTType(known: "public.zip-archive") }
    /// `org.gnu.gnu-zip-archive`
    public static var gzip: UTType { UTType(known: "org.gnu.gnu-zip-archive") }
    /// `public.usd`
    public static var usd: UTType { UTType(known: "public.usd") }
    /// `com.pixar.universal-scene-description-mobile`
    public static var usdz: UTType { UTType(known: "com.pixar.universal-scene-description-mobile") }
    /// `public.3d-content`
    public static var threeDContent: UTType { UTType(known: "public.3d-content") }
}

/// What else than its identifier names a type.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// How names of files end, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// What HTTP and mail call it.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTTagClass: CustomStringConvertible {
    /// The raw value.
    public var description: String { rawValue }
}

extension URL {
    /// The URL with a type's extension, unless it has one of the type's already.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        let own = UTType(filenameExtension: pathExtension, conformingTo: contentType)
        guard own.map({ $0.isDynamic || pathExtension.isEmpty }) ?? true else { return self }
        return contentType.preferredFilenameExtension.map { appendingPathExtension($0) } ?? self
    }

    /// A place in the URL, with a type's extension.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent(partialName).appendingPathExtension(for: contentType)
    }

    /// Adds a type's extension, unless there is one of the type's already.
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }

    /// Adds a place, with a type's extension.
    public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }
}
