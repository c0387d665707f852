public import CameraEngine

/// Everything the page shows, but for the picture itself.
public struct ViewfinderState: Codable, Equatable, Sendable {
    /// What the camera is doing.
    public var phase: Phase
    /// The same in words, and what the user can do about it.
    public var message: PhaseMessages
    /// Why the camera is interrupted; nil in every other phase, and until the reason is known.
    public var interruption: Interruption?
    /// Whether a start takes so long that it has to be shown. Without meaning in any phase but `.starting`.
    public var showsProgress: Bool
    /// Whether the controls of the camera do anything. When not, only the way out that the words tell is open.
    public var controlsAreEnabled: Bool
    /// Whether a photo can be taken now.
    public var shutter: Shutter
    /// How hard heat and power press on the camera.
    public var pressure: ViewfinderPressure
    /// All cameras that can be chosen, in the order in which the switch button visits them.
    public var cameras: [ViewfinderCameraInfo]
    /// Whether the picture has to be mirrored when it is shown. Each frame also says so for itself.
    public var isMirrored: Bool
    /// The zoom, or nil when this camera has none.
    public var zoom: ViewfinderZoom?
    /// Whether ``ViewfinderCamera/focusAndExpose(at:)`` has an effect on this camera.
    public var canFocusAtPoint: Bool
    /// Whether focus and exposure are kept as they are.
    public var focusLock: FocusLock
    /// How much brighter or darker pictures are to be, or nil when this camera cannot be told.
    public var exposure: ViewfinderExposure?
    /// The torch, or nil when this camera has none.
    public var torch: ViewfinderTorch?
    /// What can be wanted of a photo.
    public var photo: ViewfinderPhotoFeatures
    /// What each camera that runs measures about itself, by the camera's index; at least one.
    public var metrics: [ViewfinderMetrics]
    /// The folder where photos are written, as the user would type it.
    public var photoFolder: String
    /// The newest photo, or nil before the first.
    public var lastPhoto: PhotoRecord?
    /// What the big button is for.
    public var mode: ViewfinderMode
    /// The recording of movies.
    public var recording: ViewfinderRecording
    /// The newest movie that this program has recorded, and how its recording ended; nil before the first.
    public var lastMovie: MovieRecord?
    /// Two cameras at once.
    public var dual: ViewfinderDual
    /// The control on the device's edge; nil when it has none.
    public var hardware: ViewfinderHardware?
    /// How the controls behave.
    public var rules: ControlRules

    /// Makes a state; all but the phase has the value of a camera about which nothing is known yet.
    public init(
        phase: Phase,
        message: PhaseMessages = PhaseMessages(title: "", advice: ""),
        interruption: Interruption? = nil,
        showsProgress: Bool = false,
        controlsAreEnabled: Bool = true,
        shutter: Shutter = .unavailable,
        pressure: ViewfinderPressure = ViewfinderPressure(),
        cameras: [ViewfinderCameraInfo] = [],
        isMirrored: Bool = false,
        zoom: ViewfinderZoom? = nil,
        canFocusAtPoint: Bool = false,
        focusLock: FocusLock = .unavailable,
        exposure: ViewfinderExposure? = nil,
        torch: ViewfinderTorch? = nil,
        photo: ViewfinderPhotoFeatures = ViewfinderPhotoFeatures(),
        metrics: [ViewfinderMetrics] = [ViewfinderMetrics()],
        photoFolder: String = "",
        lastPhoto: PhotoRecord? = nil,
        mode: ViewfinderMode = .photo,
        recording: ViewfinderRecording = ViewfinderRecording(),
        lastMovie: MovieRecord? = nil,
        dual: ViewfinderDual = ViewfinderDual(),
        hardware: ViewfinderHardware? = nil,
        rules: ControlRules = ControlRules()
    ) {
        self.phase = phase
        self.message = message
        self.interruption = interruption
        self.showsProgress = showsProgress
        self.controlsAreEnabled = controlsAreEnabled
        self.shutter = shutter
        self.pressure = pressure
        self.cameras = cameras
        self.isMirrored = isMirrored
        self.zoom = zoom
        self.canFocusAtPoint = canFocusAtPoint
        self.focusLock = focusLock
        self.exposure = exposure
        self.torch = torch
        self.photo = photo
        self.metrics = metrics
        self.photoFolder = photoFolder
        self.lastPhoto = lastPhoto
        self.mode = mode
        self.recording = recording
        self.lastMovie = lastMovie
        self.dual = dual
        self.hardware = hardware
        self.rules = rules
    }
}

extension ViewfinderState {
    /// Whether focus and exposure follow the picture.
    public enum FocusLock: String, Codable, Sendable {
        /// This camera cannot keep them.
        case unavailable
        /// They follow it.
        case open
        /// They stay as they are.
        case locked
    }
}

/// How much brighter or darker pictures are to be than the camera would make them, in EV.
public struct ViewfinderExposure: Codable, Equatable, Sendable {
    /// The bias in force.
    public var bias: Double
    /// The least bias that the camera takes.
    public var minimum: Double
    /// The greatest bias that the camera takes.
    public var maximum: Double

    /// Makes the description of an exposure.
    public init(bias: Double, minimum: Double, maximum: Double) {
        self.bias = bias
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// A camera that can be chosen.
public struct ViewfinderCameraInfo: Codable, Equatable, Sendable {
    /// Where the camera looks, seen from the device that carries it.
    public enum Position: String, Codable, Sendable {
        /// Away from the user.
        case back
        /// At the user.
        case front
        /// Not built in, or not known.
        case external
    }

    /// The device's unique identifier.
    public var id: String
    /// The name to show.
    public var name: String
    /// Where the camera looks.
    public var position: Position
    /// Whether it is the one in use.
    public var isSelected: Bool

    /// Makes the description of a camera.
    public init(id: String, name: String, position: Position, isSelected: Bool) {
        self.id = id
        self.name = name
        self.position = position
        self.isSelected = isSelected
    }
}

/// The zoom of the camera in use.
public struct ViewfinderZoom: Codable, Equatable, Sendable {
    /// A factor that deserves a button.
    public struct Mark: Codable, Equatable, Sendable {
        /// The factor, in the device's unit.
        public var factor: Double
        /// What the button shows, for example "0.5" or "2".
        public var label: String

        /// Makes a mark.
        public init(factor: Double, label: String) {
            self.factor = factor
            self.label = label
        }
    }

    /// The factor in use, in the device's unit (`videoZoomFactor`).
    public var factor: Double
    /// The least factor that the camera takes.
    public var minimum: Double
    /// The greatest factor that the camera takes.
    public var maximum: Double
    /// What a factor is multiplied by to get the number that users know (`displayVideoZoomFactorMultiplier`).
    public var displayMultiplier: Double
    /// The factors that deserve a button, rising.
    public var marks: [Mark]

    /// Makes the description of a zoom.
    public init(factor: Double, minimum: Double, maximum: Double, displayMultiplier: Double = 1, marks: [Mark] = []) {
        self.factor = factor
        self.minimum = minimum
        self.maximum = maximum
        self.displayMultiplier = displayMultiplier
        self.marks = marks
    }
}

/// The torch of the camera in use.
public struct ViewfinderTorch: Codable, Equatable, Sendable {
    /// Whether it shines.
    public var isOn: Bool

    /// Makes the description of a torch.
    public init(isOn: Bool) {
        self.isOn = isOn
    }
}

/// What the camera measures about itself, over about the last second unless told otherwise.
public struct ViewfinderMetrics: Codable, Equatable, Sendable {
    /// Frames published per second.
    public var framesPerSecond: Double
    /// Frames lost since the start, by the reason's name.
    public var drops: [String: Int]
    /// Median time from a frame's capture to its publication, in milliseconds; nil before the first frame.
    public var latencyMilliseconds: Double?
    /// The picture's width in pixels; zero before the first frame.
    public var width: Int
    /// The picture's height in pixels; zero before the first frame.
    public var height: Int

    /// Makes a set of metrics.
    public init(
        framesPerSecond: Double = 0,
        drops: [String: Int] = [:],
        latencyMilliseconds: Double? = nil,
        width: Int = 0,
        height: Int = 0
    ) {
        self.framesPerSecond = framesPerSecond
        self.drops = drops
        self.latencyMilliseconds = latencyMilliseconds
        self.width = width
        self.height = height
    }
}

/// A place in the picture, as the frames carry it: before the page mirrors, crops or scales anything.
public struct ViewfinderPoint: Codable, Equatable, Sendable {
    /// 0 at the left edge, 1 at the right.
    public var x: Double
    /// 0 at the top edge, 1 at the bottom.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

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
