import CaptureCore
import CaptureDriver
import CoreMedia
@preconcurrency import CoreVideo
import Foundation
import ImageProcessing

/// A photo in memory, exactly as Apple's class of the same name. Immutable, so it may be used on any thread.
open class AVCapturePhoto: NSObject {
    // Safe on any thread: nothing changes after initialisation; a client that writes into the pixel buffer synchronises that.

    /// The image itself.
    enum ImageContent: Sendable {
        /// A JPEG file without our metadata.
        case jpeg(Data)
        /// What HEIC files are made of.
        case heic(HEVCImage)
        /// Pixels.
        case pixels(CVPixelBuffer)
        /// There is none, because of an error.
        case none
    }

    /// All that a photo consists of.
    struct Values: @unchecked Sendable {
        // @unchecked: settings of brackets do not change.

        var image = ImageContent.none
        var timestamp = CMTime.invalid
        var preview: CVPixelBuffer?
        var thumbnail: PhotoThumbnail?
        var metadata: [String: PhotoMetadataValue] = [:]
        var depth: DepthRecord?
        /// From one.
        var photoCount = 1
        var sourceDeviceType: AVCaptureDevice.DeviceType?
        var bracketSettings: AVCaptureBracketedStillImageSettings?
    }

    let values: Values
    private let resolved: AVCaptureResolvedPhotoSettings

    init(_ values: Values, resolved: AVCaptureResolvedPhotoSettings) {
        self.values = values
        self.resolved = resolved
        super.init()
    }

    // MARK: The picture

    /// When the photo was taken, on the session's `synchronizationClock`; invalid after an error (S-168).
    open var timestamp: CMTime { values.timestamp }

    /// Whether it is a RAW photo: never.
    open var isRawPhoto: Bool { false }

    /// The pixels, as the sensor gave them: apply the orientation of `metadata`. `nil` for a compressed photo.
    open var pixelBuffer: CVPixelBuffer? {
        switch values.image {
        case .pixels(let buffer): buffer
        case .jpeg, .heic, .none: nil
        }
    }

    /// The preview; `nil` if none was asked for.
    open var previewPixelBuffer: CVPixelBuffer? { values.preview }

    /// The format of the thumbnail in the file, with its size; `nil` if none was asked for.
    open var embeddedThumbnailPhotoFormat: [String: Any]? {
        guard let thumbnail = values.thumbnail else { return nil }
        let size = resolved.embeddedThumbnailDimensions
        return [
            AVVideoCodecKey: thumbnail.codec,
            AVVideoWidthKey: NSNumber(value: size.width),
            AVVideoHeightKey: NSNumber(value: size.height),
        ]
    }

    /// Metadata with the keys of `CGImageProperties`.
    open var metadata: [String: Any] { values.metadata.photoMetadataObjects }

    // MARK: The request

    /// The settings that the request came down to.
    open var resolvedSettings: AVCaptureResolvedPhotoSettings { resolved }

    /// Which of the request's photos it is, from one to `resolvedSettings.expectedPhotoCount`.
    open var photoCount: Int { values.photoCount }

    /// The type of the camera that took it.
    open var sourceDeviceType: AVCaptureDevice.DeviceType? { values.sourceDeviceType }

    /// Its exposure, if it is part of a bracket.
    open var bracketSettings: AVCaptureBracketedStillImageSettings? { values.bracketSettings }

    /// Its place in the bracket, from one; zero if it is not part of one.
    open var sequenceCount: Int { values.bracketSettings == nil ? 0 : values.photoCount }

    /// How the lens was held steady: not at all, no camera here can.
    open var lensStabilizationStatus: AVCaptureDevice.LensStabilizationStatus { .unsupported }

    /// How far away everything is, as the sensor saw it: apply the orientation of `metadata`. `nil` unless it was asked for.
    open var depthData: AVDepthData? { values.depth.map(AVDepthData.init) }

    // MARK: What no camera here gives

    /// Always `nil`: no camera here gives mattes.
    open var portraitEffectsMatte: AVPortraitEffectsMatte? { nil }

    /// Always `nil`: no camera here gives mattes.
    open func semanticSegmentationMatte(
        for semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
    ) -> AVSemanticSegmentationMatte? { nil }

    /// Always `nil`: only photos of a virtual camera's constituents have it. Depth data have their own.
    open var cameraCalibrationData: AVCameraCalibrationData? { nil }

    /// Always `nil`: constant colour is not supported.
    open var constantColorConfidenceMap: CVPixelBuffer? { nil }

    /// Always zero, the documented default: constant colour is not supported.
    open var constantColorCenterWeightedMeanConfidenceLevel: Float { 0 }

    /// Always false: constant colour is not supported.
    open var isConstantColorFallbackPhoto: Bool { false }
}
