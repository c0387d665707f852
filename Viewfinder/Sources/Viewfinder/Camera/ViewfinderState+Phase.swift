public import CameraEngine

extension ViewfinderState {
    /// What the camera is doing.
    public enum Phase: String, Codable, CaseIterable, Sendable {
        /// The user has stopped the camera, or not started it.
        case stopped
        /// The app is in the background; the camera comes back with it.
        case inBackground
        /// The user is being asked for permission.
        case askingForPermission
        /// The system or the user does not let this program use the camera.
        case permissionDenied
        /// The user may not decide about it.
        case restricted
        /// No camera is attached.
        case noCamera
        /// The camera in use was unplugged, and there is no other.
        case disconnected
        /// The camera has been asked to run and no frame has come yet.
        case starting
        /// Frames are coming.
        case live
        /// Something else has the camera for a while; it comes back by itself.
        case interrupted
        /// The camera failed and is being brought back.
        case recovering
        /// The camera failed for good; the user has to restart it.
        case failed
    }

    /// Why the system has interrupted the camera.
    public enum Interruption: String, Codable, CaseIterable, Sendable {
        /// The app is in the background.
        case background
        /// A call, or another app, has the microphone.
        case microphoneInUse
        /// Another app has the camera.
        case cameraInUse
        /// Several apps share the screen.
        case severalAppsOnScreen
        /// The device is too hot, or its battery too weak.
        case systemPressure
        /// Sensitive content was seen.
        case sensitiveContent
    }

    /// Whether a photo can be taken now.
    public enum Shutter: String, Codable, CaseIterable, Sendable {
        /// Yes.
        case ready
        /// Not before the blink of an eye.
        case notReadyMomentarily
        /// Not before the photo that is being taken is taken.
        case notReadyWaitingForCapture
        /// Not before the photos that were taken are worked off.
        case notReadyWaitingForProcessing
        /// No.
        case unavailable
    }
}

/// A phase in words: what is the matter, and what the user can do.
public struct PhaseMessages: Codable, Equatable, Sendable {
    /// A few words, without a full stop.
    public var title: MessageText
    /// One or two sentences that say what to do.
    public var advice: MessageText
    /// The native error, for whoever has to look it up; nil when there is none.
    public var detail: String?

    /// Makes the words for a phase.
    public init(title: MessageText, advice: MessageText, detail: String? = nil) {
        self.title = title
        self.advice = advice
        self.detail = detail
    }

    /// What the engine says.
    public init(_ message: CameraMessage) {
        self.init(title: message.titleText, advice: message.adviceText)
    }
}

/// How hard heat and power press on the camera, and what is done about it.
public struct ViewfinderPressure: Codable, Equatable, Sendable {
    /// The levels, rising.
    public enum Level: String, Codable, CaseIterable, Sendable {
        /// All is well.
        case nominal
        /// Slightly raised.
        case fair
        /// The camera runs slower, to cool down.
        case serious
        /// The camera runs much slower.
        case critical
        /// The camera had to stop.
        case shutdown
    }

    /// The level.
    public var level: Level
    /// The most frames a second that the camera may take now; nil without a limit.
    public var frameRateLimit: Double?

    /// Makes a pressure; none, unless told otherwise.
    public init(level: Level = .nominal, frameRateLimit: Double? = nil) {
        self.level = level
        self.frameRateLimit = frameRateLimit
    }
}
