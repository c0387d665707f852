import AVFoundation
import CameraEngine
import CameraLifecycle
import Foundation
import LiveText
import Synchronization

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

/// The layers that show the cameras' pictures now, by the camera's index.
@MainActor
final class PreviewLayers {
    /// Has the engine show a camera in a layer; in none for `nil`.
    typealias Show = @MainActor (AVCaptureVideoPreviewLayer?, Int) -> Void

    private struct WeakLayer {
        weak var layer: AVCaptureVideoPreviewLayer?
    }

    private let show: Show
    private var layers: [Int: WeakLayer] = [:]

    init(show: @escaping Show) {
        self.show = show
    }

    /// Shows a camera in a layer that is on the screen.
    func attach(_ layer: AVCaptureVideoPreviewLayer, to camera: Int) {
        guard layers[camera]?.layer !== layer else { return }
        layers[camera] = WeakLayer(layer: layer)
        show(layer, camera)
    }

    /// The layer has left the screen. Another one that has taken its place meanwhile stays.
    func detach(_ layer: AVCaptureVideoPreviewLayer, from camera: Int) {
        guard layers[camera]?.layer === layer else { return }
        layers[camera] = nil
        show(nil, camera)
    }

    /// A point of a camera's picture on its sensor; `nil` if the picture is not shown.
    func devicePoint(_ point: CGPoint, of camera: Int) -> CGPoint? {
        layers[camera]?.layer?.captureDevicePointConverted(fromLayerPoint: point)
    }
}

/// Who looks at the cameras' frames: the counters of the performance overlay, and the search for text.
struct FrameTaps: Sendable {
    /// What is counted of each camera, by its index.
    let statistics = [FrameStatistics(), FrameStatistics()]
    let liveText = LiveTextFeed()

    /// Has an engine deliver its frames.
    func attach(to engine: CameraEngine) async {
        for (camera, counter) in statistics.enumerated() {
            let liveText = camera == 0 ? liveText : nil
            await engine.deliverFrames(ofCamera: camera) { frame, _ in
                counter.count(frame)
                liveText?.receive(frame)
            } drops: { _ in
                counter.countDrop()
            }
        }
    }
}

/// Looks for text in the live picture, as long as somebody wants to know.
final class LiveTextFeed: Sendable {
    private let detector: LiveTextDetector
    private let size: FrameSize
    /// What was seen, the latest only.
    let boxes: AsyncStream<TextBoxes>

    private final class FrameSize: Sendable {
        let value = Mutex((width: 0, height: 0))
    }

    init() {
        let (boxes, continuation) = AsyncStream.makeStream(of: TextBoxes.self, bufferingPolicy: .bufferingNewest(1))
        let size = FrameSize()
        self.boxes = boxes
        self.size = size
        detector = LiveTextDetector { outcome in
            switch outcome {
            case .success(let observation):
                let (width, height) = size.value.withLock { $0 }
                continuation.yield(TextBoxes(observation, width: width, height: height))
            // Without a detector there are no boxes; scans are taken nevertheless.
            case .failure(let error):
                AppLog.scanner.error("no live text: \(String(describing: error), privacy: .public)")
            }
        }
    }

    /// Begins to look, or ends it.
    func turn(on isOn: Bool) { detector.turn(on: isOn) }

    /// A frame has come; returns at once.
    func receive(_ frame: CMSampleBuffer) {
        if let pixels = CMSampleBufferGetImageBuffer(frame) {
            let dimensions = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels))
            size.value.withLock { $0 = dimensions }
        }
        detector.receive(frame)
    }
}
