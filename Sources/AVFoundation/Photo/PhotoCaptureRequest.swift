import CaptureCore
import CaptureDriver
import CoreMedia

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
