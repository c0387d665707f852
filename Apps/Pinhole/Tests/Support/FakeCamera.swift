import CameraEngine
import CameraLifecycle
import Foundation
import Observation

@testable import PinholeApp

/// A camera that does what a test says, and writes down what it is told.
@MainActor
@Observable
final class FakeCamera: AppCamera {
    var status = CameraStatus.live
    var cameras = [FakeCamera.back, FakeCamera.front]
    var camera: CameraInfo? = FakeCamera.back
    var lenses: [CameraLens] = []
    var controls: CameraControls? = CameraControls(
        zoom: CameraZoom(factor: 1, range: 1...10),
        torch: CameraTorch(isOn: false, isAvailable: true),
        canFocusAtPoint: true,
        canExposeAtPoint: true,
        canLockFocusAndExposure: true,
        exposureBias: CameraExposureBias(value: 0, range: -2...2),
        hasFlash: true,
        photoSizes: [PhotoSize(width: 4032, height: 3024), PhotoSize(width: 1920, height: 1440)]
    )
    var photoFeatures = PhotoFeatures()
    var shutter = ShutterReadiness.ready
    var pressure = CameraPressure()
    var recording = RecordingStatus()
    var movieFormat = MovieFormatStatus()
    var mode = CaptureMode.photo
    var scanSize = PhotoSize.scanning
    var audioInput: String?
    var multiCam = MultiCamStatus(isOffered: true)
    /// Whether it is slow to arrange two pictures: it does so when `hearOfArrangement` is called.
    var arrangesLate = false
    private var lateArrangement: CameraArrangement?
    var hardwareControlsCoverTheScreen = false
    var controlsAreEnabled: Bool {
        switch status {
        case .failed, .denied, .restricted, .askingForPermission, .inBackground: false
        default: true
        }
    }
    var canTakePhoto: Bool { status == .live && shutter != .unavailable }
    var canRecord: Bool { status == .live && recording.phase == .idle }
    var audioLevels: [Float] = []

    static let back = CameraInfo(id: "back", name: "Back Camera", position: .back)
    static let front = CameraInfo(id: "front", name: "Front Camera", position: .front)

    /// What it was told, in order.
    private(set) var commands: [String] = []
    /// What the next photos and scans are; a photo when there are no more.
    var photoFailures: [PhotoFailure] = []
    /// What comes with Live Photos; none for any photo, if `nil`.
    var livePhotoMovie: TakenPhoto.Movie?
    var controlFailure: CameraControlError?
    var recordingFailure: RecordingFailure?
    /// What the next choices of a size and rate are refused with.
    var movieFormatFailures: [MovieFormatFailure] = []
    /// What happens once while the camera is told of a size and rate.
    var duringMovieFormat: (() -> Void)?
    private(set) var requests: [PhotoRequest] = []
    private(set) var recordingRequests: [RecordingRequest] = []
    private var photoCount = 0
    let (movies, movieNews) = AsyncStream.makeStream(of: RecordedMovie.self)

    func prewarm() { commands.append("prewarm") }
    func start() { commands.append("start") }
    func restartCamera() { commands.append("restart") }
    func enterBackground() { commands.append("background") }
    func enterForeground() { commands.append("foreground") }
    func select(_ selection: CameraSelection) {
        commands.append("select \(selection.uniqueID ?? (selection.position == .front ? "any front" : "any back"))")
    }
    func setMode(_ mode: CaptureMode) {
        commands.append("mode \(mode)")
        self.mode = mode
    }
    func setScanSize(_ size: PhotoSize) {
        commands.append("scan size \(size)")
        scanSize = size
    }
    func setCameraCount(_ count: Int) { commands.append("cameras \(count)") }
    func setArrangement(_ arrangement: CameraArrangement) {
        commands.append("arrange")
        if arrangesLate { lateArrangement = arrangement } else { multiCam.arrangement = arrangement }
    }
    /// A slow engine has arranged what was asked for last.
    func hearOfArrangement() {
        if let lateArrangement { multiCam.arrangement = lateArrangement }
    }
    func swapCameras() { commands.append("swap") }

    func photo(_ request: PhotoRequest) async throws(PhotoFailure) -> TakenPhoto {
        requests.append(request)
        var photo = try nextPhoto()
        photo.format = request.format
        if request.isLivePhoto { photo.movie = livePhotoMovie }
        return photo
    }

    func scan() async throws(PhotoFailure) -> TakenPhoto { try nextPhoto() }

    private func nextPhoto() throws(PhotoFailure) -> TakenPhoto {
        if !photoFailures.isEmpty { throw photoFailures.removeFirst() }
        photoCount += 1
        return TakenPhoto(
            data: Data("photo \(photoCount)".utf8),
            date: Date(timeIntervalSince1970: 1_000_000 + Double(photoCount)),
            size: PhotoSize(width: 4032, height: 3024)
        )
    }

    func setMovieFormat(_ format: MovieFormat?) async throws(MovieFormatFailure) {
        commands.append("movie \(format?.description ?? "automatic")")
        let meanwhile = duringMovieFormat
        duringMovieFormat = nil
        meanwhile?()
        if !movieFormatFailures.isEmpty { throw movieFormatFailures.removeFirst() }
        movieFormat.wanted = format
    }
    func startRecording(_ request: RecordingRequest) async throws(RecordingFailure) {
        if let recordingFailure { throw recordingFailure }
        recordingRequests.append(request)
        recording.phase = .recording
        recording.url = request.url
    }
    func pauseRecording() async throws(RecordingFailure) { recording.phase = .paused }
    func resumeRecording() async throws(RecordingFailure) { recording.phase = .recording }
    func stopRecording() async throws(RecordingFailure) -> RecordedMovie {
        guard let url = recording.url else { throw .notRecording }
        recording = RecordingStatus()
        let movie = RecordedMovie(url: url)
        movieNews.yield(movie)
        return movie
    }
    func recordings() -> AsyncStream<RecordedMovie> { movies }

    func setZoom(_ factor: Double, ramped: Bool) async throws(CameraControlError) {
        try refuse()
        commands.append("zoom \(ZoomModel.label(factor))\(ramped ? " ramped" : "")")
        controls?.zoom?.factor = factor
    }
    func setTorch(_ isOn: Bool) async throws(CameraControlError) {
        try refuse()
        controls?.torch?.isOn = isOn
    }
    func focusAndExpose(at devicePoint: CGPoint) async throws(CameraControlError) {
        try refuse()
        commands.append("focus \(devicePoint.x) \(devicePoint.y)")
        controls?.focusAndExposure = .atPoint
    }
    func lockFocusAndExposure(at devicePoint: CGPoint?) async throws(CameraControlError) {
        try refuse()
        commands.append("lock")
        controls?.focusAndExposure = .locked
    }
    func unlockFocusAndExposure() async throws(CameraControlError) {
        try refuse()
        commands.append("unlock")
        controls?.focusAndExposure = .automatic
    }
    func setExposureBias(_ bias: Double) async throws(CameraControlError) {
        try refuse()
        controls?.exposureBias?.value = bias
    }

    private func refuse() throws(CameraControlError) {
        if let controlFailure { throw controlFailure }
    }
}
