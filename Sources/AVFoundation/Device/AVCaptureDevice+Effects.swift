import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Synchronization

/// What a program has chosen about Center Stage on its capture system.
private final class CenterStage: CaptureSystemPart {
    let selection = Mutex((mode: AVCaptureDevice.CenterStageControlMode.user, isEnabled: false))
}

// Effects that Apple's systems draw over pictures. No device here has any; the answers say so.
extension AVCaptureDevice {
    // MARK: Center Stage

    private static var centerStage: CenterStage { CaptureSystem.current.part { _ in CenterStage() }.part }

    /// Who switches Center Stage; the user at first.
    public class var centerStageControlMode: CenterStageControlMode {
        get { centerStage.selection.withLock { $0.mode } }
        set { centerStage.selection.withLock { $0.mode = newValue } }
    }

    /// Whether Center Stage is on for devices that have it. Stops the program when set while the user alone decides.
    public class var isCenterStageEnabled: Bool {
        get { centerStage.selection.withLock { $0.isEnabled } }
        set {
            let isAllowed = centerStage.selection.withLock { center in
                guard center.mode != .user else { return false }
                center.isEnabled = newValue
                return true
            }
            guard !isAllowed else { return }
            programmerError(
                .invalidArgument,
                "*** +[AVCaptureDevice setCenterStageEnabled:] May not be set while centerStageControlMode is "
                    + "AVCaptureCenterStageControlModeUser"
            )
        }
    }

    /// Whether Center Stage is at work; no format has it.
    public var isCenterStageActive: Bool { false }

    /// Where Center Stage may look; the whole picture. Setting it stops the program, as no device supports it.
    public var centerStageRectOfInterest: CGRect {
        get { CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            requireLock("setCenterStageRectOfInterest:")
            refuse("setCenterStageRectOfInterest:", "Not supported unless Center Stage is active")
        }
    }

    // MARK: Effects that the user switches

    /// Whether the user wants a blurred background.
    public class var isPortraitEffectEnabled: Bool { false }
    /// Whether the background is blurred.
    public var isPortraitEffectActive: Bool { false }
    /// Whether the user wants studio light.
    public class var isStudioLightEnabled: Bool { false }
    /// Whether studio light is drawn.
    public var isStudioLightActive: Bool { false }
    /// Whether the user wants the screen's edges as light.
    public class var isEdgeLightEnabled: Bool { false }
    /// Whether the screen's edges serve as light.
    public class var isEdgeLightActive: Bool { false }
    /// Whether the user wants another background.
    public class var isBackgroundReplacementEnabled: Bool { false }
    /// Whether the background is replaced.
    public var isBackgroundReplacementActive: Bool { false }
    /// What the user wants the microphone to pick out.
    public class var preferredMicrophoneMode: MicrophoneMode { .standard }
    /// What the microphone picks out.
    public class var activeMicrophoneMode: MicrophoneMode { .standard }

    // MARK: Reactions

    /// Whether the user wants reactions.
    public class var reactionEffectsEnabled: Bool { false }
    /// Whether gestures start reactions.
    public class var reactionEffectGesturesEnabled: Bool { false }
    /// Whether reactions can be drawn now.
    public var canPerformReactionEffects: Bool { false }
    /// The reactions that can be drawn.
    public var availableReactionTypes: Set<AVCaptureReactionType> { [] }
    /// The reactions that are being drawn.
    public var reactionEffectsInProgress: [AVCaptureReactionEffectState] { [] }

    /// Draws a reaction. Stops the program, since `canPerformReactionEffects` is false.
    public func performEffect(for reactionType: AVCaptureReactionType) {
        refuse("performEffectForReaction:", "Not supported - use canPerformReactionEffects")
    }

    // MARK: Geometry

    /// Whether the distortion of wide lenses can be corrected.
    public var isGeometricDistortionCorrectionSupported: Bool { false }

    /// Whether distortion is corrected. Switching it on stops the program, as no device supports it (S-78).
    public var isGeometricDistortionCorrectionEnabled: Bool {
        get { false }
        set {
            requireLock("setGeometricDistortionCorrectionEnabled:")
            require(
                !newValue,
                "setGeometricDistortionCorrectionEnabled:",
                "Not supported - use geometricDistortionCorrectionSupported"
            )
        }
    }

    /// The aspect ratio chosen from the format's dynamic ones; `nil` without any.
    public var dynamicAspectRatio: AspectRatio? { nil }

    /// The size of pictures at the dynamic aspect ratio: the active format's.
    public var dynamicDimensions: CMVideoDimensions {
        read(\.activeFormat)?.captureFormat.dimensions.videoDimensions ?? CMVideoDimensions(width: 0, height: 0)
    }

    /// What frames the picture by itself; `nil` without smart framing.
    public var smartFramingMonitor: AVCaptureSmartFramingMonitor? { nil }

    /// Changes the aspect ratio. Stops the program, as no format has dynamic ones.
    @preconcurrency
    public func setDynamicAspectRatio(
        _ dynamicAspectRatio: AspectRatio,
        completionHandler handler: (@Sendable (CMTime, (any Error)?) -> Void)? = nil
    ) {
        requireLock("setDynamicAspectRatio:completionHandler:")
        refuse(
            "setDynamicAspectRatio:completionHandler:",
            "Not supported by the active format - use activeFormat.supportedDynamicAspectRatios"
        )
    }

    // MARK: Scene

    /// Why spatial video would be unpleasant to watch now.
    public var spatialCaptureDiscomfortReasons: Set<AVSpatialCaptureDiscomfortReason> { [] }

    /// What is wrong with the scene for cinematic video.
    public var cinematicVideoCaptureSceneMonitoringStatuses: Set<AVCaptureSceneMonitoringStatus> { [] }

    /// Whether dirt on the lens is looked for.
    public var isCameraLensSmudgeDetectionEnabled: Bool { false }

    /// How often dirt on the lens is looked for; invalid while it is not.
    public var cameraLensSmudgeDetectionInterval: CMTime { .invalid }

    /// Whether the lens is dirty.
    public var cameraLensSmudgeDetectionStatus: AVCaptureCameraLensSmudgeDetectionStatus { .disabled }

    /// Looks for dirt on the lens. Switching it on stops the program, as no format supports it.
    public func setCameraLensSmudgeDetectionEnabled(
        _ cameraLensSmudgeDetectionEnabled: Bool,
        detectionInterval: CMTime
    ) {
        requireLock("setCameraLensSmudgeDetectionEnabled:detectionInterval:")
        require(
            !cameraLensSmudgeDetectionEnabled,
            "setCameraLensSmudgeDetectionEnabled:detectionInterval:",
            "Not supported by the active format - use activeFormat.cameraLensSmudgeDetectionSupported"
        )
    }
}
