import CaptureDriver
import CoreMedia
import Foundation

/// What a request's settings came down to, the same for all callbacks of the request, exactly as Apple's class of the same
/// name. Immutable, so it may be used on any thread.
open class AVCaptureResolvedPhotoSettings: NSObject {
    // Safe on any thread: nothing changes after initialisation.

    /// What can turn out one way or another.
    struct Values: Sendable {
        var uniqueID: Int64
        var photo: CaptureDimensions
        var preview: CaptureDimensions?
        var thumbnail: CaptureDimensions?
        var livePhotoMovie: CaptureDimensions?
        var isFlashEnabled = false
        var isFast = false
        var expectedPhotoCount = 1
        var processingTimeRange = CMTimeRange(start: .zero, duration: .zero)
    }

    let values: Values

    init(_ values: Values) {
        self.values = values
        super.init()
    }

    /// Photo outputs make these.
    @available(*, unavailable)
    public override init() {
        values = Values(uniqueID: 0, photo: CaptureDimensions(width: 0, height: 0))
        super.init()
    }

    private static let nothing = CMVideoDimensions(width: 0, height: 0)

    /// The `uniqueID` of the settings that were passed to `capturePhoto(with:delegate:)`.
    open var uniqueID: Int64 { values.uniqueID }

    /// The size of the photo, unturned. When a frame turns out smaller than the camera promised, so does the photo.
    open var photoDimensions: CMVideoDimensions { values.photo.videoDimensions }

    /// 0 x 0, as there is no RAW photo (S-170).
    open var rawPhotoDimensions: CMVideoDimensions { Self.nothing }

    /// The size of the preview; 0 x 0 if none was asked for (S-170).
    open var previewDimensions: CMVideoDimensions { values.preview?.videoDimensions ?? Self.nothing }

    /// The size of the thumbnail in the file; 0 x 0 if none was asked for (S-170).
    open var embeddedThumbnailDimensions: CMVideoDimensions { values.thumbnail?.videoDimensions ?? Self.nothing }

    /// 0 x 0, as there is no RAW photo (S-170).
    open var rawEmbeddedThumbnailDimensions: CMVideoDimensions { Self.nothing }

    /// 0 x 0, as there is no matte (S-170).
    open var portraitEffectsMatteDimensions: CMVideoDimensions { Self.nothing }

    /// 0 x 0, as there is no matte (S-170).
    open func dimensionsForSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
    ) -> CMVideoDimensions { Self.nothing }

    /// The size of a Live Photo's movie, unturned; 0 x 0 if none was asked for (S-170).
    open var livePhotoMovieDimensions: CMVideoDimensions { values.livePhotoMovie?.videoDimensions ?? Self.nothing }

    /// 0 x 0, as no photo is delivered later (S-170).
    open var deferredPhotoProxyDimensions: CMVideoDimensions { Self.nothing }

    /// Whether the flash fires (S-154).
    open var isFlashEnabled: Bool { values.isFlashEnabled }

    /// Whether red eyes are corrected: never, it is not supported.
    open var isRedEyeReductionEnabled: Bool { false }

    /// Whether several pictures are fused against shake: never, it is not supported.
    @available(*, deprecated, message: "Use photoProcessingTimeRange instead.")
    open var isStillImageStabilizationEnabled: Bool { false }

    /// Whether the pictures of several cameras are fused: never, it is not supported.
    open var isVirtualDeviceFusionEnabled: Bool { false }

    /// The older name of `isVirtualDeviceFusionEnabled`.
    @available(*, deprecated, renamed: "isVirtualDeviceFusionEnabled")
    open var isDualCameraFusionEnabled: Bool { false }

    /// How often `photoOutput(_:didFinishProcessingPhoto:error:)` will be called (S-169).
    open var expectedPhotoCount: Int { values.expectedPhotoCount }

    /// How long processing takes at least (`start`) and at most (`end`). UNKNOWN: Apple's way to find out; here the
    /// shortest and longest of the output's latest photos, zero before the first one.
    open var photoProcessingTimeRange: CMTimeRange { values.processingTimeRange }

    /// Whether distortion is corrected by content: never, it is not supported.
    open var isContentAwareDistortionCorrectionEnabled: Bool { false }

    /// Whether quality was lowered to keep up with rapid requests.
    open var isFastCapturePrioritizationEnabled: Bool { values.isFast }
}
