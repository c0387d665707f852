import CameraLifecycle

/// All that a user sees of the camera at one moment, for a user interface in this process or another one.
///
/// It is ``CameraModel``'s, whose properties tell each part of it by itself.
public struct CameraState: Sendable, Hashable, Codable {
    /// What the camera does.
    public var status = CameraStatus.off
    /// All cameras that are connected.
    public var cameras: [CameraInfo] = []
    /// The one in use; `nil` when there is none, as in the background.
    public var camera: CameraInfo?
    /// The lenses on its side, if each is a camera of its own.
    public var lenses: [CameraLens] = []
    /// What the camera in use can do, and how it is set; `nil` when there is none.
    public var controls: CameraControls?
    /// What its photos can be.
    public var photoFeatures = PhotoFeatures()
    /// Whether a photo would be taken soon.
    public var shutter = ShutterReadiness.unavailable
    /// Whether hardware controls cover the screen.
    public var hardwareControlsCoverTheScreen = false
    /// Heat and power, and what is done about them.
    public var pressure = CameraPressure()
    /// The recording that is under way.
    public var recording = RecordingStatus()
    /// What the user is going to capture.
    public var mode = CaptureMode.photo
    /// The size that scans are to have.
    public var scanSize = PhotoSize.scanning
    /// The size and rate of movies.
    public var movieFormat = MovieFormatStatus()
    /// The microphone that is used, as the system names it.
    public var audioInput: String?
    /// Two cameras at once.
    public var multiCam = MultiCamStatus()

    /// The state of an engine that nobody has started.
    public init() {}

    /// Whether anything but the way out is of use: while the camera has failed, or is not allowed, nothing else is (R-LIFE-6).
    /// What the camera in use can do is told by ``controls``, and whether a photo can be taken, apart from this.
    public var controlsAreEnabled: Bool { Self.controlsAreEnabled(status) }

    /// Whether the shutter is enabled: the picture is live, and the camera takes photos.
    public var canTakePhoto: Bool { Self.canTakePhoto(status, shutter) }

    static func controlsAreEnabled(_ status: CameraStatus) -> Bool {
        switch status {
        case .failed, .denied, .restricted, .askingForPermission, .inBackground: false
        case .off, .noCamera, .starting, .live, .interrupted, .recovering: true
        }
    }

    static func canTakePhoto(_ status: CameraStatus, _ shutter: ShutterReadiness) -> Bool {
        status == .live && shutter != .unavailable
    }
}
