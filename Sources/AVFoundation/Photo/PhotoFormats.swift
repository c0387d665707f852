import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation

/// A number in a settings dictionary, whichever type the client used.
func photoSettingsNumber(_ value: Any?) -> NSNumber? {
    value as? NSNumber
}

/// A processed photo's format, read from a client's dictionary.
struct ProcessedPhotoFormat: Sendable, Hashable {
    /// The pixel format, when pixels are wanted.
    var pixelFormat: OSType?
    /// The codec, when a compressed photo is wanted.
    var codec: AVVideoCodecType?
    /// The compression quality 0...1 that the client chose.
    var quality: Double?

    /// JPEG at the quality that the request's prioritization stands for (S-174).
    static let standard = ProcessedPhotoFormat(pixelFormat: nil, codec: .jpeg, quality: nil)

    init(pixelFormat: OSType?, codec: AVVideoCodecType?, quality: Double?) {
        self.pixelFormat = pixelFormat
        self.codec = codec
        self.quality = quality
    }

    /// Reads `kCVPixelBufferPixelFormatTypeKey`, `AVVideoCodecKey` and, in `AVVideoCompressionPropertiesKey`,
    /// `AVVideoQualityKey`.
    init(_ dictionary: [String: Any]) {
        pixelFormat = photoSettingsNumber(dictionary[kCVPixelBufferPixelFormatTypeKey as String])?.uint32Value
        codec = AVVideoCodecType(settingsValue: dictionary[AVVideoCodecKey])
        let compression = dictionary[AVVideoCompressionPropertiesKey] as? [String: Any]
        quality = photoSettingsNumber(compression?[AVVideoQualityKey])?.doubleValue
    }
}

/// A preview picture's format, read from a client's dictionary.
struct PhotoPreviewFormat: Sendable, Hashable {
    /// The pixel format; `nil` when the dictionary has none, which is not allowed.
    var pixelFormat: OSType?
    /// The size that the preview should fit.
    var dimensions: CaptureDimensions?
    /// Whether only one of width and height is given, which is not allowed.
    var isSizeIncomplete: Bool

    /// Reads `kCVPixelBufferPixelFormatTypeKey`, `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`.
    init(_ dictionary: [String: Any]) {
        pixelFormat = photoSettingsNumber(dictionary[kCVPixelBufferPixelFormatTypeKey as String])?.uint32Value
        let size = PhotoSize(
            width: dictionary[kCVPixelBufferWidthKey as String],
            height: dictionary[kCVPixelBufferHeightKey as String]
        )
        dimensions = size.dimensions
        isSizeIncomplete = size.isIncomplete
    }
}

/// An embedded thumbnail's format, read from a client's dictionary.
struct PhotoThumbnailFormat: Sendable, Hashable {
    /// The codec; `nil` when the dictionary has none, which is not allowed.
    var codec: AVVideoCodecType?
    /// The size that the thumbnail should fit.
    var dimensions: CaptureDimensions?
    /// Whether only one of width and height is given, which is not allowed.
    var isSizeIncomplete: Bool

    /// Reads `AVVideoCodecKey`, `AVVideoWidthKey` and `AVVideoHeightKey`.
    init(_ dictionary: [String: Any]) {
        codec = AVVideoCodecType(settingsValue: dictionary[AVVideoCodecKey])
        let size = PhotoSize(width: dictionary[AVVideoWidthKey], height: dictionary[AVVideoHeightKey])
        dimensions = size.dimensions
        isSizeIncomplete = size.isIncomplete
    }
}

/// The optional pair of width and height in a settings dictionary.
private struct PhotoSize {
    var dimensions: CaptureDimensions?
    var isIncomplete: Bool

    init(width: Any?, height: Any?) {
        switch (photoSettingsNumber(width), photoSettingsNumber(height)) {
        case (let width?, let height?):
            dimensions = CaptureDimensions(width: width.int32Value, height: height.int32Value)
            isIncomplete = false
        case (nil, nil):
            dimensions = nil
            isIncomplete = false
        case (_?, nil), (nil, _?):
            dimensions = nil
            isIncomplete = true
        }
    }
}

extension AVVideoCodecType {
    /// Reads a codec from a settings dictionary; on Apple's platforms the type and its string are the same there.
    fileprivate init?(settingsValue value: Any?) {
        if let codec = value as? AVVideoCodecType {
            self = codec
        } else if let name = value as? String {
            self.init(rawValue: name)
        } else {
            return nil
        }
    }
}
