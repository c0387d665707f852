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

extension AVCaptureDevice {
    /// Who switches Center Stage.
    public enum CenterStageControlMode: Int, Sendable, CaseIterable {
        /// The user.
        case user = 0
        /// The program.
        case app = 1
        /// Both.
        case cooperative = 2
    }
}

extension AVCaptureDevice {
    /// What the microphone picks out.
    public enum MicrophoneMode: Int, Sendable, CaseIterable {
        /// The usual processing.
        case standard = 0
        /// All sound around.
        case wideSpectrum = 1
        /// The voice alone.
        case voiceIsolation = 2
    }
}

/// An effect drawn over a video call.
public struct AVCaptureReactionType: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A thumb up.
    public static let thumbsUp = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeThumbsUp")
    /// A thumb down.
    public static let thumbsDown = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeThumbsDown")
    /// Balloons.
    public static let balloons = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeBalloons")
    /// A heart.
    public static let heart = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeHeart")
    /// Fireworks.
    public static let fireworks = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeFireworks")
    /// Rain.
    public static let rain = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeRain")
    /// Confetti.
    public static let confetti = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeConfetti")
    /// Lasers.
    public static let lasers = AVCaptureReactionType(rawValue: "AVCaptureReactionTypeLasers")

    /// The name of the symbol for the reaction, for user interfaces; empty for a reaction that is not known. UNKNOWN: Apple
    /// documents no names; these are the symbols of that meaning.
    public var systemImageName: String {
        switch self {
        case .thumbsUp: "hand.thumbsup.fill"
        case .thumbsDown: "hand.thumbsdown.fill"
        case .balloons: "balloon.2.fill"
        case .heart: "heart.fill"
        case .fireworks: "fireworks"
        case .rain: "cloud.rain.fill"
        case .confetti: "party.popper.fill"
        case .lasers: "laser.burst"
        default: ""
        }
    }
}

/// A reaction effect that is being drawn. No camera here draws any, so there are no such objects.
open class AVCaptureReactionEffectState: NSObject {
    // Safe on any thread: immutable.

    /// Which effect it is.
    public let reactionType: AVCaptureReactionType
    /// When it began.
    public let startTime: CMTime
    /// When it ends; invalid while it goes on.
    public let endTime: CMTime

    init(reactionType: AVCaptureReactionType, startTime: CMTime, endTime: CMTime) {
        self.reactionType = reactionType
        self.startTime = startTime
        self.endTime = endTime
        super.init()
    }
}

/// How to frame the picture: its proportions, and the zoom factor; exactly as Apple's class of the same name. Immutable. Smart framing
/// monitors make such objects, and there are none here.
open class AVCaptureFraming: NSObject {
    // Safe on any thread: immutable after initialisation.

    /// The picture's proportions.
    public let aspectRatio: AVCaptureDevice.AspectRatio
    /// The camera's zoom factor.
    public let zoomFactor: Float

    // Keeps clients from making one.
    init(aspectRatio: AVCaptureDevice.AspectRatio, zoomFactor: Float) {
        self.aspectRatio = aspectRatio
        self.zoomFactor = zoomFactor
        super.init()
    }
}

/// What recommends how to frame the picture, exactly as Apple's class of the same name. No camera here has one
/// (`AVCaptureDevice.smartFramingMonitor` is `nil`), so there are no such objects.
open class AVCaptureSmartFramingMonitor: NSObject, KeyValueObservable {
    /// Keeps the observers of the properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureSmartFramingMonitor>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.supportedFramings, \Root.recommendedFraming]
        }
        guard let root = root as? any (AVCaptureSmartFramingMonitor & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    // Keeps clients from making one.
    init(device: AVCaptureDevice) {
        super.init()
    }

    /// The framings that can be recommended: none.
    open var supportedFramings: [AVCaptureFraming] { [] }

    /// The framings that may be recommended: none at first, and none can be. Others than the supported ones stop the program.
    open var enabledFramings: [AVCaptureFraming] {
        get { [] }
        set {
            guard newValue.isEmpty else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureSmartFramingMonitor setEnabledFramings:] Framings must be among supportedFramings"
                )
            }
        }
    }

    /// The framing that is recommended now: none.
    open var recommendedFraming: AVCaptureFraming? { nil }

    /// Whether the scene is being looked at: never.
    open var isMonitoring: Bool { false }

    /// Begins to look at the scene.
    ///
    /// - Throws: `AVError.noSmartFramingsEnabled`, as none can be.
    open func startMonitoring() throws {
        throw AVError(.noSmartFramingsEnabled)
    }

    /// Ends to look at the scene.
    open func stopMonitoring() {}
}

/// What is wrong with a scene for cinematic video.
public struct AVCaptureSceneMonitoringStatus: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is too dark.
    public static let notEnoughLight = AVCaptureSceneMonitoringStatus(
        rawValue: "AVCaptureSceneMonitoringStatusNotEnoughLight"
    )
}

/// Whether the lens is dirty.
public enum AVCaptureCameraLensSmudgeDetectionStatus: Int, Sendable, CaseIterable {
    /// Detection is off.
    case disabled = 0
    /// It is clean.
    case smudgeNotDetected = 1
    /// It is dirty.
    case smudged = 2
    /// Not known yet.
    case unknown = 3
}

/// Why spatial video would be unpleasant to watch.
public struct AVSpatialCaptureDiscomfortReason: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is too dark.
    public static let notEnoughLight = AVSpatialCaptureDiscomfortReason(
        rawValue: "AVSpatialCaptureDiscomfortReasonNotEnoughLight"
    )
    /// The subject is too near.
    public static let subjectTooClose = AVSpatialCaptureDiscomfortReason(
        rawValue: "AVSpatialCaptureDiscomfortReasonSubjectTooClose"
    )
}
