import CoreMedia
import Foundation

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
