import CoreMedia
import FoundationExtras

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
