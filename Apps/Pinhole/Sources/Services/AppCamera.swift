import CameraEngine
import CameraLifecycle
import Foundation

/// What the app's models need of a camera: `CameraModel` in the app, a scripted one in tests.
@MainActor
protocol AppCamera: AnyObject, Sendable {
    var status: CameraStatus { get }
    var cameras: [CameraInfo] { get }
    var camera: CameraInfo? { get }
    var lenses: [CameraLens] { get }
    var controls: CameraControls? { get }
    var photoFeatures: PhotoFeatures { get }
    var shutter: ShutterReadiness { get }
    var pressure: CameraPressure { get }
    var recording: RecordingStatus { get }
    var movieFormat: MovieFormatStatus { get }
    var mode: CaptureMode { get }
    var scanSize: PhotoSize { get }
    var audioInput: String? { get }
    var multiCam: MultiCamStatus { get }
    var hardwareControlsCoverTheScreen: Bool { get }
    var controlsAreEnabled: Bool { get }
    var canTakePhoto: Bool { get }
    var canRecord: Bool { get }
    var audioLevels: [Float] { get }

    func prewarm()
    func start()
    func restartCamera()
    func enterBackground()
    func enterForeground()
    func select(_ selection: CameraSelection)
    func setMode(_ mode: CaptureMode)
    func setScanSize(_ size: PhotoSize)
    func setCameraCount(_ count: Int)
    func setArrangement(_ arrangement: CameraArrangement)
    func swapCameras()

    func photo(_ request: PhotoRequest) async throws(PhotoFailure) -> TakenPhoto
    func scan() async throws(PhotoFailure) -> TakenPhoto

    func setMovieFormat(_ format: MovieFormat?) async throws(MovieFormatFailure)
    func startRecording(_ request: RecordingRequest) async throws(RecordingFailure)
    func pauseRecording() async throws(RecordingFailure)
    func resumeRecording() async throws(RecordingFailure)
    func stopRecording() async throws(RecordingFailure) -> RecordedMovie
    func recordings() -> AsyncStream<RecordedMovie>

    func setZoom(_ factor: Double, ramped: Bool) async throws(CameraControlError)
    func setTorch(_ isOn: Bool) async throws(CameraControlError)
    func focusAndExpose(at devicePoint: CGPoint) async throws(CameraControlError)
    func lockFocusAndExposure(at devicePoint: CGPoint?) async throws(CameraControlError)
    func unlockFocusAndExposure() async throws(CameraControlError)
    func setExposureBias(_ bias: Double) async throws(CameraControlError)
}

/// A photo as the app keeps it.
struct TakenPhoto: Sendable {
    /// The movie of a Live Photo: returns its file when it is finished, to be moved away, or throws why there is none.
    typealias Movie = @Sendable () async throws -> URL

    /// The file with its metadata.
    var data: Data
    /// The kind of file.
    var format = PhotoFormat.jpeg
    /// When it was taken.
    var date: Date
    /// The size of the stored picture, in pixels.
    var size: PhotoSize
    /// What belongs to a Live Photo; `nil` for a photo alone.
    var movie: Movie?
}

extension TakenPhoto {
    init(_ photo: CapturedPhoto) {
        self.init(data: photo.data, format: photo.format, date: photo.date, size: photo.size)
        if let movie = photo.livePhotoMovie { self.movie = { try await movie.file() } }
    }
}

extension CameraModel: AppCamera {
    func photo(_ request: PhotoRequest) async throws(PhotoFailure) -> TakenPhoto {
        TakenPhoto(try await takePhoto(request))
    }

    func scan() async throws(PhotoFailure) -> TakenPhoto { TakenPhoto(try await takeScan()) }
}
