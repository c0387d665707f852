import CoreGraphics
import CoreVideo
import Foundation
import FoundationExtras
import ImageProcessing
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

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are constants.

/// What the file's type probably is. Not needed: the file itself tells.
nonisolated(unsafe) public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether decoded pixels are kept. Each call decodes here, and the image keeps its pixels.
nonisolated(unsafe) public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether an image is decoded when it is made. It always is.
nonisolated(unsafe) public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Whether samples may be floating-point numbers. They never are.
nonisolated(unsafe) public let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// Whether a thumbnail is made of the image if the file has none.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
    "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether a thumbnail is made of the image even if the file has one.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
    "kCGImageSourceCreateThumbnailFromImageAlways"
/// The most pixels of a thumbnail's longer side; without it, it can be as large as the image.
nonisolated(unsafe) public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Whether a thumbnail is turned upright.
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailWithTransform: CFString =
    "kCGImageSourceCreateThumbnailWithTransform"
/// By how much an image is made smaller while it is decoded: 2, 4 or 8. Only for JPEG.
nonisolated(unsafe) public let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"

/// A client's options.
struct ImageSourceOptions {
    private let options: [String: Any]

    init(_ options: CFDictionary?) {
        self.options = stringDictionary(options) ?? [:]
    }

    func flag(_ key: CFString) -> Bool {
        options[key as String].flatMap(PropertyValue.reals)?.first.map { $0 != 0 } ?? false
    }

    /// A whole number above zero.
    func count(_ key: CFString) -> Int? {
        let number = options[key as String].flatMap(PropertyValue.integers)?.first
        return number.flatMap { $0 > 0 ? $0 : nil }
    }
}

/// Decodes an image, as it is stored: its orientation is among its properties.
///
/// - Parameters:
///   - isrc: a source.
///   - index: which image.
///   - options: `kCGImageSourceSubsampleFactor` counts.
/// - Returns: nil if there is no such image, not yet all of it, or if it is damaged. DEVIATION: of a damaged image nothing is shown.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    let content = isrc.content
    guard index == 0, content.isFinal, let header = content.header else { return nil }
    let factor = ImageSourceOptions(options).count(kCGImageSourceSubsampleFactor)
    let side = factor.map { max(1, max(header.width, header.height) / $0) }
    let decoded = content.codec?.decode(content.file, header, longestSide: side)
    return decoded.flatMap { PixelBufferImage.image(adopting: $0.pixels, hasAlpha: $0.hasAlpha) }
}

/// Makes a thumbnail.
///
/// - Parameters:
///   - isrc: a source.
///   - index: of which image.
///   - options: see `kCGImageSourceThumbnailMaxPixelSize` and those beside it. Without them it is the thumbnail that the file has.
/// - Returns: nil if there is no such image, no thumbnail, or if it is damaged.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    let content = isrc.content
    guard index == 0, content.isFinal, let header = content.header else { return nil }
    return ThumbnailMaker(content: content, header: header, options: ImageSourceOptions(options)).make()
}

/// Depth data, mattes and the like of an image: there are none.
public func CGImageSourceCopyAuxiliaryDataInfoAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ auxiliaryImageDataType: CFString
) -> CFDictionary? { nil }

/// Makes a thumbnail of an image, or of the one that the file has.
private struct ThumbnailMaker {
    let content: CGImageSource.Content
    let header: ImageHeader
    let options: ImageSourceOptions

    func make() -> CGImage? {
        let metadata = ImageMetadata(payload: header.exif)
        let side = options.count(kCGImageSourceThumbnailMaxPixelSize)
        var decoded: DecodedImage?
        if !options.flag(kCGImageSourceCreateThumbnailFromImageAlways), let thumbnail = metadata.thumbnail {
            decoded = embedded(thumbnail, side)
        }
        let isMade =
            options.flag(kCGImageSourceCreateThumbnailFromImageAlways)
            || options.flag(kCGImageSourceCreateThumbnailFromImageIfAbsent)
        if decoded == nil, isMade { decoded = content.codec?.decode(content.file, header, longestSide: side) }
        let isTurned = options.flag(kCGImageSourceCreateThumbnailWithTransform)
        return decoded.flatMap { finish($0, side, orientation: isTurned ? metadata.orientation ?? 1 : 1) }
    }

    private func embedded(_ thumbnail: Data, _ side: Int?) -> DecodedImage? {
        let codec = JPEGCodec()
        return codec.header(of: thumbnail).flatMap { codec.decode(thumbnail, $0, longestSide: side) }
    }

    /// Scales and turns in one step.
    private func finish(_ decoded: DecodedImage, _ side: Int?, orientation: Int) -> CGImage? {
        let pixels = decoded.pixels
        let stored = PixelDimensions(of: pixels)
        let turn = UprightTurn(exifOrientation: orientation)
        let size = side.map { JPEGCodec.size(of: stored, longestSide: $0) } ?? stored
        let turned =
            turn.exchangesAxes ? PixelDimensions(width: size.height, height: size.width) : size
        let transformer = try? PixelTransformer(
            pixelFormat: CVPixelBufferGetPixelFormatType(pixels),
            dimensions: turned
        )
        let result = try? transformer?.transform(pixels, rotation: turn.rotation, mirrored: turn.isMirrored)
        return result.flatMap { PixelBufferImage.image(adopting: $0, hasAlpha: decoded.hasAlpha) }
    }
}
