import CoreGraphics
import Foundation
import FoundationExtras
import Synchronization

/// How far the reading of an image has come.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The file ends too early.
    case statusUnexpectedEOF = -5
    /// The file is damaged.
    case statusInvalidData = -4
    /// The file is of no type that can be read.
    case statusUnknownType = -3
    /// There is not yet enough of it to know its type.
    case statusReadingHeader = -2
    /// There is not yet all of it.
    case statusIncomplete = -1
    /// All of it is there.
    case statusComplete = 0
}

/// Reads images of a file, of data, or of a provider: JPEG, PNG and HEIC, of one image each.
///
/// Its functions may be called on any thread. UNKNOWN: whether Apple's class is Sendable; this one is not.
public final class CGImageSource: CFTypeIdentified {
    /// The file, as far as it has come.
    struct Content: Sendable {
        var file = Data()
        var isFinal = false
        var codec: (any ImageCodec)?
        var header: ImageHeader?

        init(_ file: Data, isFinal: Bool) {
            self.file = file
            self.isFinal = isFinal
            codec = ImageCodecs.codec(for: file)
            header = codec?.header(of: file)
        }

        var status: CGImageSourceStatus {
            if header != nil { return isFinal ? .statusComplete : .statusIncomplete }
            if !isFinal { return .statusReadingHeader }
            return codec == nil ? .statusUnknownType : .statusInvalidData
        }
    }

    private let storage: Mutex<Content>

    init(_ file: Data, isFinal: Bool = true) {
        storage = Mutex(Content(file, isFinal: isFinal))
    }

    var content: Content { storage.withLock { $0 } }

    func update(_ file: Data, isFinal: Bool) {
        let content = Content(file, isFinal: isFinal)
        storage.withLock { $0 = content }
    }
}

extension CGImageSource: Hashable {
    /// Sources are equal when they are the same object.
    public static func == (left: CGImageSource, right: CGImageSource) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The number of the type ``CGImageSource``.
public func CGImageSourceGetTypeID() -> CFTypeID { CFTypeID(bitPattern: ObjectIdentifier(CGImageSource.self)) }

/// The types that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
    ImageCodecs.all.map { $0.type as NSString } as NSArray
}

// MARK: Making sources

/// Makes a source of a whole file's bytes.
///
/// - Returns: nil if there are none. Bytes that are no image give a source without images.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    data.length == 0 ? nil : CGImageSource(data as Data)
}

/// Makes a source of a file; nil if it cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    // Not mapped: a file that somebody cuts off meanwhile must not end the process.
    guard let data = try? Data(contentsOf: url as URL), !data.isEmpty else { return nil }
    return CGImageSource(data)
}

/// Makes a source of a provider's bytes; nil if there are none.
public func CGImageSourceCreateWithDataProvider(
    _ provider: CGDataProvider,
    _ options: CFDictionary?
) -> CGImageSource? {
    provider.bytes.isEmpty ? nil : CGImageSource(provider.bytes)
}

/// Makes a source whose file comes bit by bit.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
    CGImageSource(Data(), isFinal: false)
}

/// Gives a source what has come of its file.
///
/// - Parameters:
///   - isrc: a source that was made to be given its file.
///   - data: everything that has come, what was given earlier included.
///   - final: whether that is all. Images are decoded when everything has come.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.update(data as Data, isFinal: final)
}

/// As with data.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
    isrc.update(provider.bytes, isFinal: final)
}

// MARK: Asking sources

/// The file's type; nil if it is none that can be read.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
    isrc.content.codec.map { $0.type as NSString }
}

/// The number of images.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.content.header == nil ? 0 : 1 }

/// Which image is the main one.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// How far the file has come.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.content.status }

/// How far an image has come.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
    index == 0 ? isrc.content.status : .statusReadingHeader
}

/// The properties of the file: its size.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    let content = isrc.content
    guard content.codec != nil else { return nil }
    return [kCGImagePropertyFileSize as String: NSNumber(value: content.file.count)] as NSDictionary
}

/// The properties of an image.
///
/// - Returns: size, depth, colour model, orientation, and the dictionaries `{TIFF}`, `{Exif}` and `{GPS}` as far as the file has them;
///   nil if there is no such image.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard index == 0, let header = isrc.content.header else { return nil }
    var properties = ImageMetadata(payload: header.exif).properties()
    properties[kCGImagePropertyPixelWidth as String] = NSNumber(value: header.width)
    properties[kCGImagePropertyPixelHeight as String] = NSNumber(value: header.height)
    properties[kCGImagePropertyDepth as String] = NSNumber(value: header.depth)
    properties[kCGImagePropertyColorModel as String] =
        header.isGray ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB
    if header.hasAlpha { properties[kCGImagePropertyHasAlpha as String] = NSNumber(value: true) }
    let tiff = properties[kCGImagePropertyTIFFDictionary as String] as? [String: Any]
    for (key, tiffKey) in [
        (kCGImagePropertyDPIWidth, kCGImagePropertyTIFFXResolution),
        (kCGImagePropertyDPIHeight, kCGImagePropertyTIFFYResolution),
    ] {
        properties[key as String] = tiff?[tiffKey as String]
    }
    return properties as NSDictionary
}
