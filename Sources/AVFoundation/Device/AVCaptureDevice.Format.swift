import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation

extension AVCaptureDevice {
    /// A format that a device delivers. Immutable (S-42); two formats are the same only if they are the same object.
    open class Format: NSObject {
        // Safe on any thread: immutable after initialisation.

        /// The format as the driver lists it.
        let captureFormat: CaptureFormat
        let hardware: CaptureDeviceDescription

        /// What kind of medium it is.
        public let mediaType: AVMediaType
        /// Pixel format or codec, and size.
        public let formatDescription: CMFormatDescription
        /// The frame rates that the format supports; empty for sound.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]
        /// The depth formats that can be delivered along with this format; the usual one is the last.
        public let supportedDepthDataFormats: [AVCaptureDevice.Format]

        init(_ format: CaptureFormat, of hardware: CaptureDeviceDescription) {
            captureFormat = format
            self.hardware = hardware
            mediaType = hardware.medium.mediaType
            formatDescription = Self.describe(format)
            videoSupportedFrameRateRanges =
                hardware.medium == .video ? format.frameDurations.map(AVFrameRateRange.init) : []
            supportedDepthDataFormats = format.traits.depthFormats.map { Format($0, depthOf: hardware) }
            super.init()
        }

        /// What depth maps look like that come with a format's frames. It is no member of `formats`.
        private init(_ format: CaptureFormat, depthOf hardware: CaptureDeviceDescription) {
            captureFormat = format
            self.hardware = hardware
            mediaType = .depthData
            formatDescription = Self.describe(format)
            videoSupportedFrameRateRanges = format.frameDurations.map(AVFrameRateRange.init)
            supportedDepthDataFormats = []
            super.init()
        }

        /// What a microphone delivers. It is no member of `formats`, as nobody can choose it (S-210).
        init(_ description: CMFormatDescription, audioOf hardware: CaptureDeviceDescription) {
            captureFormat = CaptureFormat(
                mediaSubType: CMFormatDescriptionGetMediaSubType(description),
                dimensions: CaptureDimensions(width: 0, height: 0),
                frameDurations: []
            )
            self.hardware = hardware
            mediaType = .audio
            formatDescription = description
            videoSupportedFrameRateRanges = []
            supportedDepthDataFormats = []
            super.init()
        }

        /// A format in Core Media's words.
        static func describe(_ format: CaptureFormat) -> CMFormatDescription {
            var description: CMFormatDescription?
            let status = CMVideoFormatDescriptionCreate(
                allocator: kCFAllocatorDefault,
                codecType: format.mediaSubType,
                width: format.dimensions.width,
                height: format.dimensions.height,
                extensions: nil,
                formatDescriptionOut: &description
            )
            guard status == noErr, let description else {
                preconditionFailure("a driver lists a format without a size: \(format)")
            }
            return description
        }

        /// The horizontal field of view in degrees; 0 when unknown (S-42).
        public var videoFieldOfView: Float { captureFormat.traits.fieldOfView }

        /// Whether the sensor combines neighbouring pixels.
        public var isVideoBinned: Bool { captureFormat.traits.isBinned }

        // MARK: Stabilisation

        /// Whether video can be stabilised in a mode; without stabilisation always.
        public func isVideoStabilizationModeSupported(_ videoStabilizationMode: AVCaptureVideoStabilizationMode) -> Bool
        {
            videoStabilizationMode == .off
        }

        /// Whether video can be stabilised.
        @available(swift, deprecated: 5.0, renamed: "isVideoStabilizationModeSupported(_:)")
        public var isVideoStabilizationSupported: Bool { false }

        // MARK: Zoom

        /// The highest zoom factor, inclusive. Cameras that cannot zoom are cropped in software, up to 4.
        public var videoMaxZoomFactor: CGFloat { CGFloat(hardware.maximumZoomFactor(in: captureFormat)) }

        /// The zoom factor above which pictures are scaled up rather than read from a smaller part of the sensor.
        public var videoZoomFactorUpscaleThreshold: CGFloat {
            hardware.has(.zoom) ? CGFloat(captureFormat.traits.zoomUpscaleThreshold) : 1
        }

        /// The range that a zoom control should offer; `nil` for a device that cannot zoom. `UNKNOWN`: Apple does not publish
        /// its recommendations; here it is up to 10, beyond which phones' pictures are mostly scaled up.
        public var systemRecommendedVideoZoomRange: ClosedRange<CGFloat>? {
            videoMaxZoomFactor > 1 ? 1...min(videoMaxZoomFactor, 10) : nil
        }

        /// Zoom factors, besides 1, at which pictures have the sensor's full resolution; none are known.
        public var secondaryNativeResolutionZoomFactors: [CGFloat] { [] }

        // MARK: Exposure

        /// The shortest exposure; zero when unknown.
        public var minExposureDuration: CMTime { hardware.exposureDurations(in: captureFormat)?.shortest ?? .zero }

        /// The longest exposure; zero when unknown.
        public var maxExposureDuration: CMTime { hardware.exposureDurations(in: captureFormat)?.longest ?? .zero }

        /// The lowest ISO speed; 0 when unknown.
        public var minISO: Float { hardware.isoSpeeds(in: captureFormat)?.lowerBound ?? 0 }

        /// The highest ISO speed; 0 when unknown.
        public var maxISO: Float { hardware.isoSpeeds(in: captureFormat)?.upperBound ?? 0 }

        /// The range that an exposure control should offer, in EV; `nil` for a device without one. `UNKNOWN`: Apple does not
        /// publish its recommendations; here it is two stops either way, as far as the device goes.
        public var systemRecommendedExposureBiasRange: ClosedRange<Float>? {
            guard let range = hardware.range(.exposureBias), range.overlaps(-2...2) else { return nil }
            let recommended = range.clamped(to: -2...2)
            guard recommended.lowerBound < recommended.upperBound else { return nil }
            return Float(recommended.lowerBound)...Float(recommended.upperBound)
        }

        /// Whether brightness can be mapped for the picture as a whole.
        public var isGlobalToneMappingSupported: Bool { false }

        /// Whether video can have high dynamic range.
        public var isVideoHDRSupported: Bool { captureFormat.traits.isHDRSupported && hardware.has(.videoHDR) }

        /// The colour spaces that pictures can have.
        public var supportedColorSpaces: [AVCaptureColorSpace] {
            captureFormat.traits.colorSpaces.compactMap(AVCaptureColorSpace.init(rawValue:))
        }

        /// How the format focuses.
        public var autoFocusSystem: AutoFocusSystem {
            AutoFocusSystem(rawValue: captureFormat.traits.autoFocusSystem) ?? .none
        }

        /// Whether the frame rate can follow the light by itself.
        public var isAutoVideoFrameRateSupported: Bool { false }

        // MARK: Photos

        /// The photo sizes, smallest first (S-155).
        public var supportedMaxPhotoDimensions: [CMVideoDimensions] {
            let sizes = captureFormat.traits.photoDimensions
            return (sizes.isEmpty ? [captureFormat.dimensions] : sizes).map(\.videoDimensions)
        }

        /// The largest photo size.
        @available(swift, deprecated: 5.0, renamed: "supportedMaxPhotoDimensions")
        public var highResolutionStillImageDimensions: CMVideoDimensions {
            supportedMaxPhotoDimensions.last ?? captureFormat.dimensions.videoDimensions
        }

        /// Whether photos can be of better quality than video frames.
        public var isHighPhotoQualitySupported: Bool {
            captureFormat.traits.isPhotoFormat || isHighestPhotoQualitySupported
        }

        /// Whether photos can be of the highest quality.
        public var isHighestPhotoQualitySupported: Bool { captureFormat.traits.isHighestPhotoQualitySupported }

        /// Whether photos can come with a matte of the person in front.
        public var isPortraitEffectsMatteStillImageDeliverySupported: Bool { false }

        // MARK: Use

        /// Whether the format can be used in a multi-camera session (S-98).
        public var isMultiCamSupported: Bool { captureFormat.traits.isMultiCamSupported }

        /// The classes of output that the format cannot feed (S-43): none.
        public var unsupportedCaptureOutputClasses: [AnyClass] { [] }

        /// `<AVCaptureDeviceFormat: 0x... 'vide'/'420v' 1920x1080, { 1- 30 fps}>`, as Apple's.
        open override var description: String {
            let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
            let rates = videoSupportedFrameRateRanges.map {
                String(format: "{%g-%g fps}", $0.minFrameRate, $0.maxFrameRate)
            }
            let subType = String(
                decoding: (0..<4).map { UInt8(captureFormat.mediaSubType >> (24 - 8 * $0) & 0xff) },
                as: UTF8.self
            )
            return "<AVCaptureDeviceFormat: 0x\(address) '\(mediaType.rawValue)'/'\(subType)' "
                + "\(captureFormat.dimensions), \(rates.joined(separator: ", "))>"
        }
    }
}

// What hardly any format here offers. The answers are what Apple documents for a format without the feature.
extension AVCaptureDevice.Format {
    // MARK: Depth

    /// The lowest zoom factor with depth; 1 without.
    @available(swift, deprecated: 5.0, renamed: "supportedVideoZoomRangesForDepthDataDelivery")
    public var videoMinZoomFactorForDepthDataDelivery: CGFloat { 1 }

    /// The highest zoom factor with depth; 1 without.
    @available(swift, deprecated: 5.0, renamed: "supportedVideoZoomRangesForDepthDataDelivery")
    public var videoMaxZoomFactorForDepthDataDelivery: CGFloat {
        supportedVideoZoomRangesForDepthDataDelivery.last?.upperBound ?? 1
    }

    /// The only zoom factors with depth; empty where depth can be had in whole ranges.
    @available(swift, deprecated: 5.0, renamed: "supportedVideoZoomRangesForDepthDataDelivery")
    public var supportedVideoZoomFactorsForDepthDataDelivery: [CGFloat] { [] }

    /// The zoom ranges with depth: all factors, as depth maps are enlarged with the picture; none without depth.
    public var supportedVideoZoomRangesForDepthDataDelivery: [ClosedRange<CGFloat>] {
        supportedDepthDataFormats.isEmpty ? [] : [1...videoMaxZoomFactor]
    }

    /// Whether zoom factors outside those ranges may be set while depth is delivered.
    public var zoomFactorsOutsideOfVideoZoomRangesForDepthDeliverySupported: Bool { false }

    // MARK: Geometry

    /// Whether spatial video can be captured.
    public var isSpatialVideoCaptureSupported: Bool { false }

    /// The field of view after distortion is corrected; nothing is corrected, so it is `videoFieldOfView`.
    public var geometricDistortionCorrectedVideoFieldOfView: Float { videoFieldOfView }

    /// The aspect ratios between which the format can change while it runs.
    public var supportedDynamicAspectRatios: [AVCaptureDevice.AspectRatio] { [] }

    /// The horizontal field of view at an aspect ratio; 0, since no other ratio is supported.
    public func videoFieldOfView(
        for aspectRatio: AVCaptureDevice.AspectRatio,
        geometricDistortionCorrected: Bool
    ) -> Float { 0 }

    // MARK: Center Stage and smart framing

    /// Whether Center Stage can follow people.
    public var isCenterStageSupported: Bool { false }

    /// The lowest zoom factor with Center Stage; 1 without.
    public var videoMinZoomFactorForCenterStage: CGFloat { 1 }

    /// The highest zoom factor with Center Stage; without, the format's own.
    public var videoMaxZoomFactorForCenterStage: CGFloat { videoMaxZoomFactor }

    /// The frame rates with Center Stage.
    public var videoFrameRateRangeForCenterStage: AVFrameRateRange? { nil }

    /// Whether smart framing can be had.
    public var isSmartFramingSupported: Bool { false }

    // MARK: Effects

    /// Whether the background can be blurred.
    public var isPortraitEffectSupported: Bool { false }

    /// The frame rates with a blurred background.
    public var videoFrameRateRangeForPortraitEffect: AVFrameRateRange? { nil }

    /// Whether studio light can be had.
    public var isStudioLightSupported: Bool { false }

    /// The frame rates with studio light.
    public var videoFrameRateRangeForStudioLight: AVFrameRateRange? { nil }

    /// Whether reactions can be drawn.
    public var reactionEffectsSupported: Bool { false }

    /// The frame rates while reactions are drawn.
    public var videoFrameRateRangeForReactionEffectsInProgress: AVFrameRateRange? { nil }

    /// Whether the background can be replaced.
    public var isBackgroundReplacementSupported: Bool { false }

    /// The frame rates with a replaced background.
    public var videoFrameRateRangeForBackgroundReplacement: AVFrameRateRange? { nil }

    /// Whether the edges of the screen can serve as light.
    public var isEdgeLightSupported: Bool { false }

    /// Whether dirt on the lens can be detected.
    public var isCameraLensSmudgeDetectionSupported: Bool { false }

    // MARK: Cinematic video

    /// Whether cinematic video can be captured.
    public var isCinematicVideoCaptureSupported: Bool { false }

    /// The simulated aperture of cinematic video; 0 without.
    public var defaultSimulatedAperture: Float { 0 }

    /// The lowest simulated f-number; 0 without cinematic video.
    public var minSimulatedAperture: Float { 0 }

    /// The highest simulated f-number; 0 without cinematic video.
    public var maxSimulatedAperture: Float { 0 }

    /// The lowest zoom factor with cinematic video; 0 without.
    public var videoMinZoomFactorForCinematicVideo: CGFloat { 0 }

    /// The highest zoom factor with cinematic video; 0 without.
    public var videoMaxZoomFactorForCinematicVideo: CGFloat { 0 }

    /// The frame rates with cinematic video.
    public var videoFrameRateRangeForCinematicVideo: AVFrameRateRange? { nil }
}

extension AVCaptureDevice.Format {
    /// How a format focuses.
    public enum AutoFocusSystem: Int, Sendable, CaseIterable {
        /// It has a fixed focus.
        case none = 0
        /// By contrast.
        case contrastDetection = 1
        /// By phase.
        case phaseDetection = 2
    }
}

/// A range of frame rates that a format supports. Documented: S-41.
open class AVFrameRateRange: NSObject {
    // Safe on any thread: immutable after initialisation.

    /// The duration of a frame at the highest rate; the reciprocal of `maxFrameRate`.
    public let minFrameDuration: CMTime
    /// The duration of a frame at the lowest rate; the reciprocal of `minFrameRate`.
    public let maxFrameDuration: CMTime

    init(_ range: CaptureFormat.FrameDurationRange) {
        minFrameDuration = range.shortest
        maxFrameDuration = range.longest
        super.init()
    }

    /// The lowest rate in frames per second.
    public var minFrameRate: Float64 { Self.rate(maxFrameDuration) }

    /// The highest rate in frames per second.
    public var maxFrameRate: Float64 { Self.rate(minFrameDuration) }

    private static func rate(_ duration: CMTime) -> Float64 {
        duration.value == 0 ? 0 : Float64(duration.timescale) / Float64(duration.value)
    }

    /// `<AVFrameRateRange: 0x... 1 - 30>`, as in Apple's messages.
    open override var description: String {
        let address = UInt(bitPattern: ObjectIdentifier(self).hashValue)
        return
            "<AVFrameRateRange: 0x\(String(address, radix: 16)) \(Self.text(minFrameRate)) - \(Self.text(maxFrameRate))>"
    }

    private static func text(_ rate: Float64) -> String {
        rate == rate.rounded() ? String(Int(rate)) : String(format: "%.2f", rate)
    }
}
