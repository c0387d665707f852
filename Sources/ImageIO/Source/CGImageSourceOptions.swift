import CoreGraphics
import Foundation

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
