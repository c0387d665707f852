import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras

/// What a client wants of one photo, exactly as Apple's class of the same name.
///
/// Settings are used once (S-148): make new ones for each photo, or renew some with `init(from:)`. Little is checked
/// while they are filled in; `AVCapturePhotoOutput.capturePhoto(with:delegate:)` checks them all. Not thread safe: fill
/// them in on one thread; the output takes a copy.
open class AVCapturePhotoSettings: NSObject, NSCopying {
    let identity: PhotoSettingsIdentity
    var values: Values

    /// Everything that copies have in common.
    struct Values {
        var format: [String: Any]?
        var processedFileType: AVFileType?
        var rawPixelFormat: OSType = 0
        var rawFileType: AVFileType?
        var flashMode = AVCaptureDevice.FlashMode.off
        var quality: AVCapturePhotoOutput.QualityPrioritization?
        var maxDimensions = CMVideoDimensions(width: 0, height: 0)
        var isHighResolution = false
        var previewFormat: [String: Any]?
        var thumbnailFormat: [String: Any]?
        var rawThumbnailFormat: [String: Any]?
        var rawFileFormat: [String: Any]?
        var metadata: [String: Any] = [:]
        var unsupported = UnsupportedRequests()
        var livePhoto = LivePhotoValues()
        var bracket: [AVCaptureBracketedStillImageSettings] = []

        /// The file that the format's codec is for; `nil` for pixels, and codecs that photos do not come in.
        var file: PhotoFileFormat? {
            format.map(ProcessedPhotoFormat.init)?.codec.flatMap(PhotoFileFormat.init(codec:))
        }
    }

    /// Settings for a JPEG with balanced priorities, `processedFileType` JPEG (S-174).
    public override init() {
        identity = PhotoSettingsIdentity()
        values = Values()
        values.format = Self.standardFormat
        values.processedFileType = .jpg
        super.init()
    }

    init(values: Values, identity: PhotoSettingsIdentity) {
        self.values = values
        self.identity = identity
        super.init()
    }

    /// Settings for a photo in a format of the client's choice.
    ///
    /// - Parameter format: `kCVPixelBufferPixelFormatTypeKey` for pixels, or `AVVideoCodecKey` for a compressed photo, with
    ///   a compressed one also `AVVideoCompressionPropertiesKey` with `AVVideoQualityKey`. `nil` is as `init()`.
    public convenience init(format: [String: Any]?) {
        self.init(rawPixelFormatType: 0, rawFileType: nil, processedFormat: format, processedFileType: nil)
    }

    /// Settings for a RAW photo alone. No camera here gives RAW: capturing with such settings stops the program, as
    /// `availableRawPhotoPixelFormatTypes` is empty.
    public convenience init(rawPixelFormatType: OSType) {
        self.init(
            rawPixelFormatType: rawPixelFormatType,
            rawFileType: nil,
            processedFormat: nil,
            processedFileType: nil
        )
    }

    /// Settings for a RAW photo and a processed one. See `init(rawPixelFormatType:)`.
    public convenience init(rawPixelFormatType: OSType, processedFormat: [String: Any]?) {
        self.init(
            rawPixelFormatType: rawPixelFormatType,
            rawFileType: nil,
            processedFormat: processedFormat,
            processedFileType: nil
        )
    }

    /// Settings for a RAW photo, a processed one, or both, with the files they are meant for.
    ///
    /// - Parameters:
    ///   - rawPixelFormatType: zero for no RAW photo.
    ///   - rawFileType: `nil` for the default.
    ///   - processedFormat: `nil` for no processed photo; if there's no RAW photo either, JPEG.
    ///   - processedFileType: `nil` for the default: HEIC for HEVC, JPEG for the JPEG codec, none for pixels.
    public convenience init(
        rawPixelFormatType: OSType,
        rawFileType: AVFileType?,
        processedFormat: [String: Any]?,
        processedFileType: AVFileType?
    ) {
        self.init(
            values: Self.values(
                rawPixelFormatType: rawPixelFormatType,
                rawFileType: rawFileType,
                processedFormat: processedFormat,
                processedFileType: processedFileType
            ),
            identity: PhotoSettingsIdentity()
        )
    }

    /// The same settings with a new `uniqueID`, ready to be used (S-148).
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(values: photoSettings.values, identity: PhotoSettingsIdentity())
    }

    static var standardFormat: [String: Any] { [AVVideoCodecKey: AVVideoCodecType.jpeg] }

    static func values(
        rawPixelFormatType: OSType,
        rawFileType: AVFileType?,
        processedFormat: [String: Any]?,
        processedFileType: AVFileType?
    ) -> Values {
        var values = Values()
        values.rawPixelFormat = rawPixelFormatType
        values.rawFileType = rawFileType
        values.format = processedFormat ?? (rawPixelFormatType == 0 ? standardFormat : nil)
        values.processedFileType = processedFileType ?? values.file?.fileType
        return values
    }

    /// A copy with the same `uniqueID`.
    open func copy(with zone: NSZone? = nil) -> Any {
        AVCapturePhotoSettings(values: values, identity: identity)
    }

    // MARK: What was asked for at the beginning

    /// Identifies the settings; unique for the life of the process. Later settings have greater ids.
    open var uniqueID: Int64 { identity.uniqueID }

    /// The processed photo's format; `nil` for RAW alone.
    open var format: [String: Any]? { values.format }

    /// The file that the processed photo is meant for; `nil` for pixels without a file.
    open var processedFileType: AVFileType? { values.processedFileType }

    /// The RAW photo's pixel format; zero for none.
    open var rawPhotoPixelFormatType: OSType { values.rawPixelFormat }

    /// The file that the RAW photo is meant for.
    open var rawFileType: AVFileType? { values.rawFileType }

    // MARK: Light and quality

    /// Whether the flash fires; off at first. Must be in the output's `supportedFlashModes` (S-154).
    open var flashMode: AVCaptureDevice.FlashMode {
        get { values.flashMode }
        set { values.flashMode = newValue }
    }

    /// Quality against speed; balanced at first. May not be set to more than the output's `maxPhotoQualityPrioritization`
    /// (S-153).
    ///
    /// `OBSERVED`: settings that nobody has set it of are not refused by an output that allows for speed only, as outputs in an
    /// `AVCaptureMultiCamSession` do at first (S-109); apps take photos like that. The photo then is taken for speed.
    open var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
        get { values.quality ?? .balanced }
        set { values.quality = newValue }
    }

    // MARK: Size

    /// The largest size wanted: one of the active format's `supportedMaxPhotoDimensions`, not above the output's
    /// `maxPhotoDimensions` (S-156). 0 x 0, the value at first, stands for the smallest of the format's.
    open var maxPhotoDimensions: CMVideoDimensions {
        get { values.maxDimensions }
        set { values.maxDimensions = newValue }
    }

    /// Whether the photo is to have the format's largest size; needs the output's `isHighResolutionCaptureEnabled` (S-158).
    @available(*, deprecated, message: "Use maxPhotoDimensions instead.")
    open var isHighResolutionPhotoEnabled: Bool {
        get { values.isHighResolution }
        set { values.isHighResolution = newValue }
    }

    // MARK: Pictures that go with the photo

    /// Pixel formats that `previewPhotoFormat` may have, cheapest first.
    open var availablePreviewPhotoPixelFormatTypes: [OSType] { PhotoCapabilities.convertiblePixelFormats }

    /// A preview to be delivered with the photo: `kCVPixelBufferPixelFormatTypeKey`, and if wanted both
    /// `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`. The photo's shape is kept.
    open var previewPhotoFormat: [String: Any]? {
        get { values.previewFormat }
        set { values.previewFormat = newValue }
    }

    /// Codecs that `embeddedThumbnailPhotoFormat` may have, the most compatible one first as documented: JPEG, for HEIC files
    /// also HEVC. UNKNOWN: whether Apple's list depends on the format.
    open var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] {
        (values.file ?? .jpeg).thumbnailCodecs
    }

    /// A thumbnail to be put into the photo's file: `AVVideoCodecKey`, and if wanted both `AVVideoWidthKey` and
    /// `AVVideoHeightKey`. The photo's shape is kept; EXIF has room for about 64 kilobytes.
    open var embeddedThumbnailPhotoFormat: [String: Any]? {
        get { values.thumbnailFormat }
        set { values.thumbnailFormat = newValue }
    }

    // MARK: Metadata

    /// Metadata to write into each photo, with the keys of `CGImageProperties`; replaces what the output writes itself.
    /// Other keys stop the program (S-175).
    ///
    /// DEVIATION: the file gets the dictionaries for EXIF, TIFF and GPS and the orientation, for which there is a writer;
    /// `AVCapturePhoto.metadata` has all of them.
    open var metadata: [String: Any] {
        get { values.metadata }
        set {
            if let foreign = newValue.keys.sorted().first(where: { !PhotoMetadataKeys.allowed.contains($0) }) {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCapturePhotoSettings setMetadata:] \(foreign) is not a key found in CGImageProperties.h"
                )
            }
            values.metadata = newValue
        }
    }
}

extension AVCapturePhotoSettings {
    /// The settings as a value.
    var request: PhotoCaptureRequest {
        var request = PhotoCaptureRequest(uniqueID: uniqueID)
        request.isUsed = identity.isUsed
        request.format = values.format.map(ProcessedPhotoFormat.init)
        request.fileType = values.processedFileType
        request.rawPixelFormat = values.rawPixelFormat
        request.rawFileType = values.rawFileType
        request.flashMode = values.flashMode
        request.chosenQuality = values.quality
        let size = CaptureDimensions(values.maxDimensions)
        request.maxDimensions = size.area == 0 ? nil : size
        request.isHighResolution = values.isHighResolution
        request.preview = values.previewFormat.map(PhotoPreviewFormat.init)
        request.thumbnail = values.thumbnailFormat.map(PhotoThumbnailFormat.init)
        request.metadata = Dictionary(photoMetadata: values.metadata)
        request.bracket = values.bracket.map(\.step)
        values.unsupported.enter(into: &request)
        request.livePhoto = values.livePhoto.request
        return request
    }
}

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
