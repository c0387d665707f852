import CaptureDriver
import CoreMedia
import FoundationExtras

extension AVCapturePhotoOutput {
    /// Stops the program when a feature that isn't supported is switched on.
    func require(_ isAllowed: Bool, _ selector: String, _ condition: String) {
        guard !isAllowed else { return }
        refuse(selector, "Cannot be set to YES when \(condition) is NO")
    }

    /// Brings the pipeline in line with the options.
    func configurePipeline() {
        let (options, capabilities) = configuration.withLock { ($0.options, $0.committed) }
        pipeline.configure(
            overlaps: options.isResponsiveEnabled,
            holdsFrames: options.isZeroShutterLagEnabled(capabilities)
        )
    }

    private func edit(_ change: (inout PhotoOutputOptions) -> Void) {
        let (capabilities, outbox) = (currentCapabilities, outbox)
        configuration.withLock { configuration in
            let old = configuration.options
            change(&configuration.options)
            configuration.options.revert(to: capabilities)
            reportSpeedChanges(
                from: (capabilities, old),
                to: (capabilities, configuration.options),
                through: outbox
            )
        }
        configurePipeline()
        outbox.deliver()
    }

    // MARK: Quality

    /// The highest quality that requests may ask for (S-153). At first balanced, and in an `AVCaptureMultiCamSession` speed
    /// (S-109). Requests that ask for none get no more than this.
    public var maxPhotoQualityPrioritization: QualityPrioritization {
        get {
            let chosen = configuration.withLock { $0.options.maxQuality }
            return chosen ?? (session is AVCaptureMultiCamSession ? .speed : .balanced)
        }
        set { configuration.withLock { $0.options.maxQuality = newValue } }
    }

    // MARK: Size

    /// The largest size that requests may ask for: one of the active format's `supportedMaxPhotoDimensions`; anything else
    /// stops the program (S-155). At first, and again when the format changes, the smallest of them; 0 x 0 without a camera.
    public var maxPhotoDimensions: CMVideoDimensions {
        get {
            let chosen = configuration.withLock { $0.options.maxDimensions }
            let size = chosen ?? currentCapabilities.source?.photoDimensions[0]
            return size?.videoDimensions ?? CMVideoDimensions(width: 0, height: 0)
        }
        set {
            let size = CaptureDimensions(newValue)
            guard currentCapabilities.source?.photoDimensions.contains(size) == true else {
                refuse(
                    "setMaxPhotoDimensions:",
                    "maxPhotoDimensions must match one of the AVVideoDimension found in the video source device's active "
                        + "format's supportedMaxPhotoDimensions"
                )
            }
            configuration.withLock { $0.options.maxDimensions = size }
        }
    }

    /// Whether requests may ask for the format's largest size (S-158); false at first.
    @available(*, deprecated, message: "Use maxPhotoDimensions instead.")
    public var isHighResolutionCaptureEnabled: Bool {
        get { configuration.withLock { $0.options.isHighResolutionEnabled } }
        set { configuration.withLock { $0.options.isHighResolutionEnabled = newValue } }
    }

    // MARK: Speed

    /// Whether the newest frame can stand for the moment of a request; true with a camera. Key-value observable.
    public var isZeroShutterLagSupported: Bool { currentCapabilities.isZeroShutterLagSupported }

    /// Whether requests with balanced priorities or for quality get the newest frame instead of the next one; on when
    /// supported (S-159). Costs one of the camera's buffers. Switching it on when unsupported stops the program.
    public var isZeroShutterLagEnabled: Bool {
        get {
            let capabilities = currentCapabilities
            return configuration.withLock { $0.options.isZeroShutterLagEnabled(capabilities) }
        }
        set {
            require(!newValue || isZeroShutterLagSupported, "setZeroShutterLagEnabled:", "zeroShutterLagSupported")
            edit { $0.isZeroShutterLagDeclined = !newValue }
        }
    }

    /// Whether captures may overlap with processing: when zero shutter lag is enabled (S-160). Key-value observable.
    public var isResponsiveCaptureSupported: Bool { isZeroShutterLagEnabled }

    /// Whether the next capture begins before the last one is processed; false at first, and again when it is not supported
    /// any more (S-160). Switching it on when unsupported stops the program.
    public var isResponsiveCaptureEnabled: Bool {
        get { configuration.withLock { $0.options.isResponsiveEnabled } }
        set {
            require(
                !newValue || isResponsiveCaptureSupported,
                "setResponsiveCaptureEnabled:",
                "responsiveCaptureSupported"
            )
            edit { $0.isResponsiveEnabled = newValue }
        }
    }

    /// Whether quality can be lowered to keep up: when responsive capture is enabled (S-160). Key-value observable.
    ///
    /// DEVIATION: Apple's header has a setter too, which no documentation explains; here the property can only be read.
    public var isFastCapturePrioritizationSupported: Bool { isResponsiveCaptureEnabled }

    /// Whether the quality of a request is lowered while others are unfinished; false at first, and again when it is not
    /// supported any more (S-160). Switching it on when unsupported stops the program.
    public var isFastCapturePrioritizationEnabled: Bool {
        get { configuration.withLock { $0.options.isFastEnabled } }
        set {
            require(
                !newValue || isFastCapturePrioritizationSupported,
                "setFastCapturePrioritizationEnabled:",
                "fastCapturePrioritizationSupported"
            )
            edit { $0.isFastEnabled = newValue }
        }
    }

    // MARK: Depth

    /// Whether photos can come with depth data: when the camera's active format has depth formats (S-165). Key-value observable.
    public var isDepthDataDeliverySupported: Bool { currentCapabilities.isDepthSupported }

    /// Whether photos may come with depth data; false at first, and again when it is not supported any more (S-165). The camera makes
    /// depth maps all the time while it is on, and is started anew when it is switched in a running session. Switching it on when
    /// unsupported stops the program.
    public var isDepthDataDeliveryEnabled: Bool {
        get { configuration.withLock { $0.options.isDepthEnabled } }
        set {
            require(
                !newValue || isDepthDataDeliverySupported,
                "setDepthDataDeliveryEnabled:",
                "depthDataDeliverySupported"
            )
            edit { $0.isDepthEnabled = newValue }
            session?.replanUnlessConfiguring()
        }
    }

    // MARK: Flash

    /// Flash modes that requests may ask for: off, and with a flash that can be switched on and automatic too; empty
    /// without a camera. Key-value observable. `AVCaptureDevice.flashMode` has no effect on photos (S-71).
    public var supportedFlashModes: [AVCaptureDevice.FlashMode] { currentCapabilities.flashModes }

    /// ``supportedFlashModes`` as numbers: the Objective-C form, which Swift hides behind two underscores.
    public var __supportedFlashModes: [NSNumber] { supportedFlashModes.map { NSNumber(value: $0.rawValue) } }

    /// Whether the scene is dark enough for the flash; false unless `photoSettingsForSceneMonitoring` asks for the flash.
    public var isFlashScene: Bool {
        guard let source = currentCapabilities.source, source.hasFlash,
            let monitoring = configuration.withLock({ $0.monitoring }), monitoring.request.flashMode != .off
        else { return false }
        return PhotoPlan.isDark(pipeline.latestExposure, source)
    }

    /// What `isFlashScene` is to consider; `nil` at first. Copied when set and when read.
    public var photoSettingsForSceneMonitoring: AVCapturePhotoSettings? {
        get { configuration.withLock { $0.monitoring }?.copy }
        set {
            let frozen = newValue.map(FrozenPhotoSettings.init)
            configuration.withLock { $0.monitoring = frozen }
        }
    }

    // MARK: Brackets

    /// The number of photos that a bracket may have (S-166). Key-value observable.
    public var maxBracketedCapturePhotoCount: Int { currentCapabilities.maxBracketCount }
}

// What no camera or output here offers. The answers are honest: `...Supported` is false, and switching the feature on
// nevertheless stops the program, as documented.
extension AVCapturePhotoOutput {
    // MARK: Deferred delivery

    /// Always false: photos are processed at once. Documented: S-163.
    public var isAutoDeferredPhotoDeliverySupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isAutoDeferredPhotoDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "setAutoDeferredPhotoDeliveryEnabled:", "autoDeferredPhotoDeliverySupported") }
    }

    // MARK: Mattes, calibration, constituents

    /// Always false: nothing here makes mattes.
    public var isPortraitEffectsMatteDeliverySupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "setPortraitEffectsMatteDeliveryEnabled:", "portraitEffectsMatteDeliverySupported") }
    }

    /// Always empty: nothing here makes mattes.
    public var availableSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] { [] }

    /// Always empty; any type stops the program, as none is available.
    public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
        get { [] }
        set {
            guard !newValue.isEmpty else { return }
            refuse(
                "setEnabledSemanticSegmentationMatteTypes:",
                "enabledSemanticSegmentationMatteTypes may only contain values present in "
                    + "availableSemanticSegmentationMatteTypes"
            )
        }
    }

    /// Always false: no camera here knows its calibration.
    public var isCameraCalibrationDataDeliverySupported: Bool { false }

    /// Always false. Documented: S-165.
    public var isVirtualDeviceConstituentPhotoDeliverySupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isVirtualDeviceConstituentPhotoDeliveryEnabled: Bool {
        get { false }
        set {
            require(
                !newValue,
                "setVirtualDeviceConstituentPhotoDeliveryEnabled:",
                "virtualDeviceConstituentPhotoDeliverySupported"
            )
        }
    }

    /// The older name of `isVirtualDeviceConstituentPhotoDeliverySupported`.
    @available(*, deprecated, renamed: "isVirtualDeviceConstituentPhotoDeliverySupported")
    public var isDualCameraDualPhotoDeliverySupported: Bool { false }

    /// The older name of `isVirtualDeviceConstituentPhotoDeliveryEnabled`.
    @available(*, deprecated, renamed: "isVirtualDeviceConstituentPhotoDeliveryEnabled")
    public var isDualCameraDualPhotoDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "setDualCameraDualPhotoDeliveryEnabled:", "dualCameraDualPhotoDeliverySupported") }
    }

    // MARK: Processing

    /// Always false: nothing here fuses pictures.
    public var isVirtualDeviceFusionSupported: Bool { false }

    /// The older name of `isVirtualDeviceFusionSupported`.
    @available(*, deprecated, renamed: "isVirtualDeviceFusionSupported")
    public var isDualCameraFusionSupported: Bool { false }

    /// Always false: nothing here fuses pictures.
    @available(*, deprecated, message: "Use maxPhotoQualityPrioritization instead.")
    public var isStillImageStabilizationSupported: Bool { false }

    /// Always false: nothing here fuses pictures.
    @available(*, deprecated, message: "Use maxPhotoQualityPrioritization instead.")
    public var isStillImageStabilizationScene: Bool { false }

    /// Always false: nothing here finds red eyes.
    public var isAutoRedEyeReductionSupported: Bool { false }

    /// Always false: no lens here is stabilized.
    public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

    /// Always false: nothing here corrects distortion by content.
    public var isContentAwareDistortionCorrectionSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isContentAwareDistortionCorrectionEnabled: Bool {
        get { false }
        set {
            require(
                !newValue,
                "setContentAwareDistortionCorrectionEnabled:",
                "contentAwareDistortionCorrectionSupported"
            )
        }
    }

    /// Always false: nothing here takes the light's colour out of photos.
    public var isConstantColorSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isConstantColorEnabled: Bool {
        get { false }
        set { require(!newValue, "setConstantColorEnabled:", "constantColorSupported") }
    }

    /// Always false, as documented for every platform but iOS (S-171): there is no shutter sound to suppress.
    public var isShutterSoundSuppressionSupported: Bool { false }

    /// Always false: pixels stay as the sensor gave them, and EXIF tells the orientation.
    public var isCameraSensorOrientationCompensationSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isCameraSensorOrientationCompensationEnabled: Bool {
        get { false }
        set {
            require(
                !newValue,
                "setCameraSensorOrientationCompensationEnabled:",
                "cameraSensorOrientationCompensationSupported"
            )
        }
    }
}

/// Apple's deprecated way to take photos; it can't be in one session with a photo output (S-15).
@available(*, unavailable, message: "Use AVCapturePhotoOutput.")
public final class AVCaptureStillImageOutput: AVCaptureOutput {
    // Safe on any thread: adds nothing to its superclass.
}
