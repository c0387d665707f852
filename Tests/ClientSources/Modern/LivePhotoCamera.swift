import AVFoundation

/// A photo and the movie that belongs to it.
struct CapturedLivePhoto: Sendable {
    let photo: Data
    /// `nil` if no movie was asked for, or if it failed.
    let movie: URL?
    let duration: CMTime
    let photoDisplayTime: CMTime
}

enum LivePhotoCameraError: Error {
    case noCamera
    case cannotAdd
    case noPhoto
}

/// Takes Live Photos, as many at a time as the user presses the shutter, on a serial queue of its own.
actor LivePhotoCamera {
    private let session = AVCaptureSession()
    private let output = AVCapturePhotoOutput()
    private var processors: [Int64: LivePhotoProcessor] = [:]

    private let queue = DispatchSerialQueue(label: "com.example.live.sessionQueue")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// How many Live Photos are recorded at present, for a badge.
    private(set) var inProgressCount = 0
    private var isLive = true

    var isLivePhotoSupported: Bool { output.isLivePhotoCaptureSupported }

    /// Whether the next photo is to have a movie.
    func setLive(_ isLive: Bool) { self.isLive = isLive }

    func configure() throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .photo
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) else {
            throw LivePhotoCameraError.noCamera
        }
        let input = try AVCaptureDeviceInput(device: camera)
        guard session.canAddInput(input), session.canAddOutput(output) else { throw LivePhotoCameraError.cannotAdd }
        session.addInput(input)
        // Live Photos have sound if the user allows it, and go without it otherwise.
        if let microphone = AVCaptureDevice.default(for: .audio) {
            let audio = try AVCaptureDeviceInput(device: microphone)
            if session.canAddInput(audio) { session.addInput(audio) }
        }
        session.addOutput(output)
        output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported
    }

    func start() { session.startRunning() }
    func stop() { session.stopRunning() }

    /// Takes a photo, and its movie if it is to have one.
    func capture() async throws -> CapturedLivePhoto {
        let settings =
            if output.availablePhotoCodecTypes.contains(.hevc) {
                AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
            } else {
                AVCapturePhotoSettings()
            }
        if isLive, output.isLivePhotoCaptureEnabled, !output.isLivePhotoCaptureSuspended {
            let name = UUID().uuidString
            let folder = FileManager.default.temporaryDirectory
            settings.livePhotoMovieFileURL = folder.appendingPathComponent("\(name).mov")
            if let codec = output.availableLivePhotoVideoCodecTypes.first { settings.livePhotoVideoCodecType = codec }
        }
        let id = settings.uniqueID
        defer { processors[id] = nil }
        return try await withCheckedThrowingContinuation { continuation in
            let processor = LivePhotoProcessor(continuation) { [weak self] isRecording in
                Task { [weak self] in await self?.recordingChanged(isRecording) }
            }
            processors[id] = processor
            output.capturePhoto(with: settings, delegate: processor)
        }
    }

    private func recordingChanged(_ isRecording: Bool) {
        inProgressCount += isRecording ? 1 : -1
    }
}

/// Gathers what belongs to one photo.
private final class LivePhotoProcessor: NSObject, AVCapturePhotoCaptureDelegate {
    private let continuation: CheckedContinuation<CapturedLivePhoto, any Error>
    private let onRecording: @Sendable (Bool) -> Void
    private var photo: Data?
    private var movie: URL?
    private var duration = CMTime.zero
    private var displayTime = CMTime.zero

    init(
        _ continuation: CheckedContinuation<CapturedLivePhoto, any Error>,
        onRecording: @escaping @Sendable (Bool) -> Void
    ) {
        self.continuation = continuation
        self.onRecording = onRecording
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        let size = resolvedSettings.livePhotoMovieDimensions
        if size.width > 0 && size.height > 0 { onRecording(true) }
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        if error == nil { self.photo = photo.fileDataRepresentation() }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        onRecording(false)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
        duration: CMTime,
        photoDisplayTime: CMTime,
        resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: Error?
    ) {
        guard error == nil else { return }
        movie = outputFileURL
        self.duration = duration
        displayTime = photoDisplayTime
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: Error?
    ) {
        guard let photo else {
            continuation.resume(throwing: error ?? LivePhotoCameraError.noPhoto)
            return
        }
        continuation.resume(
            returning: CapturedLivePhoto(
                photo: photo,
                movie: movie,
                duration: duration,
                photoDisplayTime: displayTime
            )
        )
    }
}
