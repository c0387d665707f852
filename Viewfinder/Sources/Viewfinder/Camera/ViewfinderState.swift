public import CameraEngine
public import CameraLifecycle

/// Everything the page shows, but for the picture itself.
public struct ViewfinderState: Codable, Equatable, Sendable {
    /// What the camera is doing.
    public var phase: Phase
    /// The same in words, and what the user can do about it.
    public var message: CameraMessage
    /// Why the camera is interrupted; nil in every other phase, and until the reason is known.
    public var interruption: CameraInterruption?
    /// Whether a start takes so long that it has to be shown. Without meaning in any phase but `.starting`.
    public var showsProgress: Bool
    /// Whether the controls of the camera do anything. When not, only the way out that the words tell is open.
    public var controlsAreEnabled: Bool
    /// Whether a photo can be taken now.
    public var shutter: ShutterReadiness
    /// How hard heat and power press on the camera.
    public var pressure: CameraPressure
    /// All cameras that can be chosen, in the order in which the switch button visits them.
    public var cameras: [CameraInfo]
    /// The identifier of the one that is in use, or was last; nil when it is none of these.
    public var selectedCamera: String?
    /// Whether the picture has to be mirrored when it is shown. Each frame also says so for itself.
    public var isMirrored: Bool
    /// What the camera in use can do, and how it is set; nil when there is none.
    public var controls: CameraControls?
    /// What its photos can be, besides their sizes, which the controls tell.
    public var photoFeatures: PhotoFeatures
    /// What each camera that runs measures about itself, by the camera's index; at least one.
    public var metrics: [ViewfinderMetrics]
    /// The folder where photos are written, as the user would type it.
    public var photoFolder: String
    /// The newest photo, or nil before the first.
    public var lastPhoto: PhotoRecord?
    /// What the big button is for.
    public var mode: CaptureMode
    /// The recording of movies.
    public var recording: ViewfinderRecording
    /// The newest movie that this program has recorded, and how its recording ended; nil before the first.
    public var lastMovie: MovieRecord?
    /// Two cameras at once.
    public var dual: MultiCamStatus
    /// In words, why only one camera runs although several are wanted, and what can be done about it; nil when nothing is in the way.
    public var dualObstacle: CameraMessage?
    /// The control on the device's edge; nil when it has none.
    public var hardware: ViewfinderHardware?
    /// How the controls behave.
    public var rules: ControlRules

    /// Makes a state; all but the phase has the value of a camera about which nothing is known yet.
    public init(
        phase: Phase,
        message: CameraMessage = CameraMessage(title: ""),
        interruption: CameraInterruption? = nil,
        showsProgress: Bool = false,
        controlsAreEnabled: Bool = true,
        shutter: ShutterReadiness = .unavailable,
        pressure: CameraPressure = CameraPressure(),
        cameras: [CameraInfo] = [],
        selectedCamera: String? = nil,
        isMirrored: Bool = false,
        controls: CameraControls? = nil,
        photoFeatures: PhotoFeatures = PhotoFeatures(),
        metrics: [ViewfinderMetrics] = [ViewfinderMetrics()],
        photoFolder: String = "",
        lastPhoto: PhotoRecord? = nil,
        mode: CaptureMode = .photo,
        recording: ViewfinderRecording = ViewfinderRecording(),
        lastMovie: MovieRecord? = nil,
        dual: MultiCamStatus = MultiCamStatus(),
        dualObstacle: CameraMessage? = nil,
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
        self.selectedCamera = selectedCamera
        self.isMirrored = isMirrored
        self.controls = controls
        self.photoFeatures = photoFeatures
        self.metrics = metrics
        self.photoFolder = photoFolder
        self.lastPhoto = lastPhoto
        self.mode = mode
        self.recording = recording
        self.lastMovie = lastMovie
        self.dual = dual
        self.dualObstacle = dualObstacle
        self.hardware = hardware
        self.rules = rules
    }

    /// The camera that is in use, or was last.
    public var camera: CameraInfo? { cameras.first { $0.id == selectedCamera } }
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
}
