import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation

/// What one call of `capturePhoto` asks for: the settings as a value.
struct PhotoCaptureRequest: Sendable {
    /// One exposure of a bracket.
    enum BracketStep: Sendable, Hashable {
        /// Automatic exposure, off by so many EV.
        case automatic(bias: Float)
        /// Exposure by hand.
        case manual(duration: CMTime, iso: Float)
    }

    /// Identifies the settings.
    var uniqueID: Int64
    /// Whether settings with this id have been used before.
    var isUsed = false
    /// The processed photo's format; `nil` for RAW alone.
    var format: ProcessedPhotoFormat? = .standard
    /// The processed photo's file type.
    var fileType: AVFileType? = .jpg
    /// The RAW pixel format; zero for none.
    var rawPixelFormat: OSType = 0
    /// The RAW file type.
    var rawFileType: AVFileType?
    /// What the client wants of the flash.
    var flashMode = AVCaptureDevice.FlashMode.off
    /// What the client has chosen, of quality against speed; `nil` for nothing.
    var chosenQuality: AVCapturePhotoOutput.QualityPrioritization?
    /// The largest size wanted; `nil` for the smallest of the format's.
    var maxDimensions: CaptureDimensions?
    /// The deprecated way to ask for the format's largest size.
    var isHighResolution = false
    /// A preview to deliver with the photo.
    var preview: PhotoPreviewFormat?
    /// A thumbnail to put into the file.
    var thumbnail: PhotoThumbnailFormat?
    /// Metadata that the client adds or replaces.
    var metadata: [String: PhotoMetadataValue] = [:]
    /// The exposures of a bracket; empty for a single photo.
    var bracket: [BracketStep] = []

    /// The movie of a Live Photo; `nil` for a photo alone.
    var livePhoto: LivePhotoRequest?
    /// Whether the shutter sound is to be suppressed.
    var suppressesShutterSound = false
    /// Whether depth data are wanted.
    var wantsDepth = false
    /// Whether holes in them are filled.
    var filtersDepth = true
    /// Whether a portrait effects matte is wanted.
    var wantsPortraitMatte = false
    /// Whether segmentation mattes are wanted.
    var wantsSegmentationMattes = false
    /// Whether calibration data are wanted.
    var wantsCalibration = false
    /// Whether photos from the constituents of a virtual camera are wanted.
    var wantsConstituents = false
    /// Whether distortion correction is wanted.
    var wantsDistortionCorrection = false
    /// Whether constant colour is wanted.
    var wantsConstantColor = false
    /// Whether lens stabilization during a bracket is wanted.
    var wantsLensStabilization = false

    /// Quality against speed.
    var quality: AVCapturePhotoOutput.QualityPrioritization {
        get { chosenQuality ?? .balanced }
        set { chosenQuality = newValue }
    }

    /// Takes the photo for no more than an output allows, where the client has left that open.
    mutating func limitQuality(to most: AVCapturePhotoOutput.QualityPrioritization) {
        if quality.rawValue > most.rawValue { quality = most }
    }

    /// Whether it takes long enough to be shown to the user: flash, best quality, brackets.
    var takesLong: Bool { flashMode == .on || quality == .quality || !bracket.isEmpty }

    /// The number of frames that the request takes.
    var photoCount: Int { max(1, bracket.count) }
}

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
