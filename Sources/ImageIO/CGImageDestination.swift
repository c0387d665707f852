import CoreGraphics
import Foundation
import FoundationExtras
import ImageProcessing

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are constants.

/// From 0, small, to 1, as good as possible. Without it: 0.85 (UNKNOWN: Apple does not tell its own).
nonisolated(unsafe) public let kCGImageDestinationLossyCompressionQuality: CFString =
    "kCGImageDestinationLossyCompressionQuality"
/// What lies behind an image with alpha in a file without: a `CGColor`, white without it.
nonisolated(unsafe) public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The most pixels of the longer side; larger images are made smaller.
nonisolated(unsafe) public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"

/// Writes an image to data, a file, or a consumer: JPEG, PNG or HEIC, with its properties.
///
/// Not thread-safe.
public final class CGImageDestination: CFTypeIdentified {
    /// An image on its way.
    private enum Item {
        case image(CGImage)
        case source(CGImageSource.Content, ImageHeader)
    }

    private let consumer: CGDataConsumer
    private let codec: any ImageCodec
    private var item: (content: Item, properties: [String: Any])?
    private var common: [String: Any] = [:]
    private var isFinished = false
    private var isFaulty = false

    init?(_ consumer: CGDataConsumer?, _ type: CFString, _ count: Int) {
        let codec = ImageCodecs.codec(type: type as String)
        guard let consumer, count == 1, let codec, codec.isWritable else { return nil }
        self.consumer = consumer
        self.codec = codec
    }

    func add(_ image: CGImage, _ properties: CFDictionary?) {
        add(.image(image), properties)
    }

    func add(_ source: CGImageSource, _ index: Int, _ properties: CFDictionary?) {
        let content = source.content
        guard index == 0, content.isFinal, let header = content.header else {
            isFaulty = true
            return
        }
        add(.source(content, header), properties)
    }

    /// There is room for one image: another is one too many.
    private func add(_ content: Item, _ properties: CFDictionary?) {
        if item != nil { isFaulty = true }
        item = (content, stringDictionary(properties) ?? [:])
    }

    func set(_ properties: CFDictionary?) {
        common = stringDictionary(properties) ?? [:]
    }

    func finalize() -> Bool {
        guard !isFinished, !isFaulty, let item else { return false }
        isFinished = true
        let properties = common.merging(item.properties) { $1 }
        return file(item.content, properties).map(consumer.write) ?? false
    }

    private func file(_ content: Item, _ properties: [String: Any]) -> Data? {
        switch content {
        case .image(let image): encode(image, ImageMetadata(), properties)
        case .source(let content, let header): copy(content, header, properties)
        }
    }

    /// An image of a file that stays of the same type, size and quality is not compressed again, and keeps its other bytes.
    private func copy(_ content: CGImageSource.Content, _ header: ImageHeader, _ properties: [String: Any]) -> Data? {
        let metadata = ImageMetadata(payload: header.exif)
        let isEncoded = [kCGImageDestinationLossyCompressionQuality, kCGImageDestinationImageMaxPixelSize]
            .contains { properties[$0 as String] != nil }
        if !isEncoded, content.codec?.type == codec.type {
            var changed = metadata
            changed.merge(properties)
            if changed == metadata { return content.file }
            let copy = TIFFWriter.payload(changed).flatMap { codec.replacingExif($0, in: content.file) }
            if let copy { return copy }
        }
        let decoded = content.codec?.decode(content.file, header, longestSide: nil)
        let image = decoded.flatMap { PixelBufferImage.image(adopting: $0.pixels, hasAlpha: $0.hasAlpha) }
        return image.flatMap { encode($0, metadata, properties) }
    }

    private func encode(_ image: CGImage, _ metadata: ImageMetadata, _ properties: [String: Any]) -> Data? {
        let limit = properties[kCGImageDestinationImageMaxPixelSize as String].flatMap(PropertyValue.integers)?.first
        guard let image = limit.map({ Self.reduced(image, to: $0) }) ?? image else { return nil }
        var metadata = metadata
        metadata.merge(properties)
        if !metadata.exif.isEmpty { Self.complete(&metadata, image) }
        let quality = properties[kCGImageDestinationLossyCompressionQuality as String].flatMap(PropertyValue.reals)
        let options = ImageEncodingOptions(
            quality: min(max(quality?.first ?? 0.85, 0), 1),
            background: properties[kCGImageDestinationBackgroundColor as String] as? CGColor ?? .white,
            exif: TIFFWriter.payload(metadata)
        )
        return codec.encode(image, options)
    }

    /// EXIF's own size is that of the image, and its version that of what is written.
    private static func complete(_ metadata: inout ImageMetadata, _ image: CGImage) {
        metadata.exif[kCGImagePropertyExifPixelXDimension as String] = .integer(image.width)
        metadata.exif[kCGImagePropertyExifPixelYDimension as String] = .integer(image.height)
        let version = kCGImagePropertyExifVersion as String
        metadata.exif[version] = metadata.exif[version] ?? .integers([2, 3, 2])
    }

    private static func reduced(_ image: CGImage, to side: Int) -> CGImage? {
        let stored = PixelDimensions(width: image.width, height: image.height)
        let size = JPEGCodec.size(of: stored, longestSide: side)
        guard size != stored else { return image }
        let context = CGContext(
            data: nil,
            width: size.width,
            height: size.height,
            bitsPerComponent: 8,
            bytesPerRow: 0,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(
                alpha: image.hasAlpha ? .premultipliedFirst : .noneSkipFirst,
                byteOrder: .order32Little
            ).rawValue
        )
        context?.draw(image, in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
        return context?.makeImage()
    }
}

extension CGImageDestination: Hashable {
    /// Destinations are equal when they are the same object.
    public static func == (left: CGImageDestination, right: CGImageDestination) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The number of the type ``CGImageDestination``.
public func CGImageDestinationGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CGImageDestination.self))
}

/// The types that can be written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
    ImageCodecs.all.filter(\.isWritable).map { $0.type as NSString } as NSArray
}

/// Makes a destination that appends to data.
///
/// - Parameters:
///   - data: what the file is appended to.
///   - type: the file's type: `public.jpeg`, `public.png` or `public.heic`.
///   - count: the number of images: 1, as these types have no more.
///   - options: none are known.
/// - Returns: nil for other types and numbers.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(CGDataConsumer(data: data), type, count)
}

/// As with data, for a file, which is replaced when the destination is finalized.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(CGDataConsumer(url: url), type, count)
}

/// As with data, for a consumer.
public func CGImageDestinationCreateWithDataConsumer(
    _ consumer: CGDataConsumer,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(consumer, type, count)
}

/// Sets properties of all images; those of an image itself count more.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
    idst.set(properties)
}

/// Adds an image.
///
/// - Parameters:
///   - idst: where to.
///   - image: the image.
///   - properties: how to write it (`kCGImageDestinationLossyCompressionQuality` and those beside it), and what to say of it:
///     `kCGImagePropertyOrientation`, and the dictionaries of TIFF, EXIF and GPS values. Values that do not fit are left out.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    idst.add(image, properties)
}

/// Adds an image of a source, with its properties.
///
/// If type, size and quality stay, the picture is not compressed again.
///
/// - Parameters:
///   - idst: where to.
///   - isrc: where from.
///   - index: which image.
///   - properties: as with an image; they replace the source's own, and `NSNull` removes them.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination,
    _ isrc: CGImageSource,
    _ index: Int,
    _ properties: CFDictionary?
) {
    idst.add(isrc, index, properties)
}

/// Writes the file.
///
/// - Returns: false if there is not exactly one image, if it cannot be written, and when called again.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finalize() }
