import Foundation
import FoundationExtras

/// Requests for what hardly any camera here offers. They may be made, as on Apple's platforms, where settings don't know the output
/// that they will be used with; `capturePhoto(with:delegate:)` then stops the program, as documented for each.
struct UnsupportedRequests {
    var suppressesShutterSound = false
    var depth = false
    var embedsDepth = true
    var filtersDepth = true
    var calibration = false
    var portraitMatte = false
    var embedsPortraitMatte = true
    var segmentationMattes: [AVSemanticSegmentationMatte.MatteType] = []
    var embedsSegmentationMattes = true
    var constituents: [AVCaptureDevice] = []
    var distortionCorrection = false
    var constantColor = false
    var constantColorFallback = false
    var lensStabilization = false
    var redEyeReduction = true
    var fusion = true
    var stabilization = true

    /// Tells the validator what is asked for.
    func enter(into request: inout PhotoCaptureRequest) {
        request.suppressesShutterSound = suppressesShutterSound
        request.wantsDepth = depth
        request.filtersDepth = filtersDepth
        request.wantsCalibration = calibration
        request.wantsPortraitMatte = portraitMatte
        request.wantsSegmentationMattes = !segmentationMattes.isEmpty
        request.wantsConstituents = !constituents.isEmpty
        request.wantsDistortionCorrection = distortionCorrection
        request.wantsConstantColor = constantColor
        request.wantsLensStabilization = lensStabilization
    }
}

extension AVCapturePhotoSettings {
    // MARK: RAW

    /// The RAW file's format. No camera here gives RAW.
    public var rawFileFormat: [String: Any]? {
        get { values.rawFileFormat }
        set { values.rawFileFormat = newValue }
    }

    /// Codecs for a thumbnail in a RAW file: none, as no camera here gives RAW.
    public var availableRawEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [] }

    /// A thumbnail to be put into the RAW file. No camera here gives RAW.
    public var rawEmbeddedThumbnailPhotoFormat: [String: Any]? {
        get { values.rawThumbnailFormat }
        set { values.rawThumbnailFormat = newValue }
    }

    // MARK: Depth, mattes and constituents

    /// Whether depth data are wanted; stops the program at capture unless the output's `isDepthDataDeliveryEnabled` is on (S-165).
    public var isDepthDataDeliveryEnabled: Bool {
        get { values.unsupported.depth }
        set { values.unsupported.depth = newValue }
    }

    /// Whether depth data are put into the file; true at first. `DEVIATION`: no file here has room for them; they are in
    /// `AVCapturePhoto.depthData` only.
    public var embedsDepthDataInPhoto: Bool {
        get { values.unsupported.embedsDepth }
        set { values.unsupported.embedsDepth = newValue }
    }

    /// Whether holes in depth data are filled; true at first, ignored without depth data.
    public var isDepthDataFiltered: Bool {
        get { values.unsupported.filtersDepth }
        set { values.unsupported.filtersDepth = newValue }
    }

    /// Whether calibration data are wanted; stops the program at capture, as no camera here gives them.
    public var isCameraCalibrationDataDeliveryEnabled: Bool {
        get { values.unsupported.calibration }
        set { values.unsupported.calibration = newValue }
    }

    /// Whether a portrait effects matte is wanted; stops the program at capture, as no camera here gives one.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { values.unsupported.portraitMatte }
        set { values.unsupported.portraitMatte = newValue }
    }

    /// Whether the matte is put into the file; true at first, ignored without a matte.
    public var embedsPortraitEffectsMatteInPhoto: Bool {
        get { values.unsupported.embedsPortraitMatte }
        set { values.unsupported.embedsPortraitMatte = newValue }
    }

    /// The segmentation mattes wanted; any stop the program at capture, as no camera here gives them.
    public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
        get { values.unsupported.segmentationMattes }
        set { values.unsupported.segmentationMattes = newValue }
    }

    /// Whether the mattes are put into the file; true at first, ignored without mattes.
    public var embedsSemanticSegmentationMattesInPhoto: Bool {
        get { values.unsupported.embedsSegmentationMattes }
        set { values.unsupported.embedsSegmentationMattes = newValue }
    }

    /// Constituents of a virtual camera whose photos are wanted too; any stop the program at capture, as no output here
    /// delivers them (S-165).
    public var virtualDeviceConstituentPhotoDeliveryEnabledDevices: [AVCaptureDevice] {
        get { values.unsupported.constituents }
        set { values.unsupported.constituents = newValue }
    }

    // MARK: Processing

    /// Whether red eyes may be corrected; only applied where the output's `isAutoRedEyeReductionSupported` is true, which it
    /// is nowhere here.
    public var isAutoRedEyeReductionEnabled: Bool {
        get { values.unsupported.redEyeReduction }
        set { values.unsupported.redEyeReduction = newValue }
    }

    /// Whether the pictures of a virtual camera's constituents may be fused; only applied where the output's
    /// `isVirtualDeviceFusionSupported` is true, which it is nowhere here.
    public var isAutoVirtualDeviceFusionEnabled: Bool {
        get { values.unsupported.fusion }
        set { values.unsupported.fusion = newValue }
    }

    /// The older name of `isAutoVirtualDeviceFusionEnabled`.
    @available(*, deprecated, renamed: "isAutoVirtualDeviceFusionEnabled")
    public var isAutoDualCameraFusionEnabled: Bool {
        get { values.unsupported.fusion }
        set { values.unsupported.fusion = newValue }
    }

    /// Whether several pictures may be fused against shake; only applied where the output's
    /// `isStillImageStabilizationSupported` is true, which it is nowhere here.
    @available(*, deprecated, message: "Use photoQualityPrioritization instead.")
    public var isAutoStillImageStabilizationEnabled: Bool {
        get { values.unsupported.stabilization }
        set { values.unsupported.stabilization = newValue }
    }

    /// Whether distortion may be corrected by content; stops the program at capture, as no output here can.
    public var isAutoContentAwareDistortionCorrectionEnabled: Bool {
        get { values.unsupported.distortionCorrection }
        set { values.unsupported.distortionCorrection = newValue }
    }

    /// Whether colours are to be freed of the light's; stops the program at capture, as no output here can.
    public var isConstantColorEnabled: Bool {
        get { values.unsupported.constantColor }
        set { values.unsupported.constantColor = newValue }
    }

    /// Whether an ordinary photo is delivered too; ignored without constant colour.
    public var isConstantColorFallbackPhotoDeliveryEnabled: Bool {
        get { values.unsupported.constantColorFallback }
        set { values.unsupported.constantColorFallback = newValue }
    }

    /// Whether the shutter sound is to be left out. There is none; setting it stops the program at capture, because
    /// `isShutterSoundSuppressionSupported` is false on every platform but iOS (S-171).
    public var isShutterSoundSuppressionEnabled: Bool {
        get { values.unsupported.suppressesShutterSound }
        set { values.unsupported.suppressesShutterSound = newValue }
    }
}
