import CameraEngine
import CameraLifecycle

extension CameraState {
    /// What an engine shows that has a status, and all else as before its start but for what is given.
    init(
        status: CameraStatus,
        cameras: [CameraInfo] = [],
        camera: CameraInfo? = nil,
        lenses: [CameraLens] = [],
        controls: CameraControls? = nil,
        shutter: ShutterReadiness = .unavailable,
        hardwareControlsCoverTheScreen: Bool = false,
        pressure: CameraPressure = CameraPressure(),
        recording: RecordingStatus = RecordingStatus(),
        movieFormat: MovieFormatStatus = MovieFormatStatus(),
        audioInput: String? = nil,
        multiCam: MultiCamStatus = MultiCamStatus()
    ) {
        self.init()
        self.status = status
        self.cameras = cameras
        self.camera = camera
        self.lenses = lenses
        self.controls = controls
        self.shutter = shutter
        self.hardwareControlsCoverTheScreen = hardwareControlsCoverTheScreen
        self.pressure = pressure
        self.recording = recording
        self.movieFormat = movieFormat
        self.audioInput = audioInput
        self.multiCam = multiCam
    }
}
