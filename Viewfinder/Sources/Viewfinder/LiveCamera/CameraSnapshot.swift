@_spi(Pinhole) import AVFoundation
import CameraEngine
import CameraLifecycle

/// All that the engine shows at one moment.
struct CameraSnapshot: Equatable, Sendable {
    var status = CameraStatus.off
    var cameras: [CameraInfo] = []
    var camera: CameraInfo?
    var controls: CameraControls?
    var photoFeatures = PhotoFeatures()
    var pressure = CameraPressure()
    var shutter = ShutterReadiness.unavailable
    var controlsAreEnabled = true
    var mode = CaptureMode.photo
    var recording = RecordingStatus()
    var movieFormat = MovieFormatStatus()
    var audioInput: String?
    var multiCam = MultiCamStatus()
    var hardware = HardwareControlPanel.State()
    var hardwareControlsCoverTheScreen = false
}

extension CameraSnapshot {
    /// What a model and a control panel show now.
    @MainActor
    init(_ model: CameraModel, _ controlPanel: HardwareControlPanel) {
        self.init(
            status: model.status,
            cameras: model.cameras,
            camera: model.camera,
            controls: model.controls,
            photoFeatures: model.photoFeatures,
            pressure: model.pressure,
            shutter: model.shutter,
            controlsAreEnabled: model.controlsAreEnabled,
            mode: model.mode,
            recording: model.recording,
            movieFormat: model.movieFormat,
            audioInput: model.audioInput,
            multiCam: model.multiCam,
            hardware: controlPanel.state,
            hardwareControlsCoverTheScreen: model.hardwareControlsCoverTheScreen
        )
    }
}
