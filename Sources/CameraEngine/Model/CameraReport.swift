import CameraLifecycle

/// All that a user sees of the camera at one moment.
struct CameraReport: Sendable, Hashable {
    var status = CameraStatus.off
    /// All cameras that are connected.
    var cameras: [CameraInfo] = []
    /// The one in use.
    var camera: CameraInfo?
    /// The lenses on its side, if each is a camera of its own.
    var lenses: [CameraLens] = []
    /// What the camera in use can do.
    var controls: CameraControls?
    /// What its photos can be.
    var photoFeatures = PhotoFeatures()
    /// Whether a photo would be taken soon.
    var shutter = ShutterReadiness.unavailable
    /// Whether hardware controls cover the screen.
    var controlsCoverTheScreen = false
    var pressure = CameraPressure()
    var recording = RecordingStatus()
    /// What the user is going to capture.
    var mode = CaptureMode.photo
    /// The size that scans are to have.
    var scanSize = PhotoSize.scanning
    /// The size and rate of movies.
    var movieFormat = MovieFormatStatus()
    /// The microphone that is used, as the system names it.
    var audioInput: String?
    var multiCam = MultiCamStatus()
}
