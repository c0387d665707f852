import AVFoundation

/// A movie that was captured.
struct CapturedMovie: Sendable {
    let url: URL
    let duration: Double
    /// Why the recording ended, unless it was stopped.
    let interruption: AVError.Code?
}

enum MovieCaptureError: Error {
    case microphoneNotAuthorized
    case cannotAdd
    case notRecording
    case unusable(AVError.Code)
}

/// Records movies with camera and microphone on a serial queue of its own.
actor MovieCapture {
    enum Progress: Sendable, Equatable {
        case started
        case paused
        case resumed
    }

    nonisolated let progress: AsyncStream<Progress>
    private let listener: Listener
    private let session = AVCaptureSession()
    private let output = AVCaptureMovieFileOutput()

    private let queue = DispatchSerialQueue(label: "com.example.movies.sessionQueue")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Progress.self)
        progress = stream
        listener = Listener(progress: continuation)
    }

    func setUp(preset: AVCaptureSession.Preset, rotationAngle: CGFloat) async throws {
        guard await AVCaptureDevice.requestAccess(for: .audio) else { throw MovieCaptureError.microphoneNotAuthorized }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = preset
        for mediaType in [AVMediaType.video, .audio] {
            guard let device = AVCaptureDevice.default(for: mediaType) else { throw MovieCaptureError.cannotAdd }
            let input = try AVCaptureDeviceInput(device: device)
            guard session.canAddInput(input) else { throw MovieCaptureError.cannotAdd }
            session.addInput(input)
        }
        guard session.canAddOutput(output) else { throw MovieCaptureError.cannotAdd }
        session.addOutput(output)
        output.movieFragmentInterval = .invalid
        guard let connection = output.connection(with: .video) else { throw MovieCaptureError.cannotAdd }
        if connection.isVideoRotationAngleSupported(rotationAngle) { connection.videoRotationAngle = rotationAngle }
        if connection.isVideoStabilizationSupported { connection.preferredVideoStabilizationMode = .auto }
    }

    func run() { session.startRunning() }
    func halt() { session.stopRunning() }

    var isRecording: Bool { output.isRecording }
    var recordedSeconds: Double { output.recordedDuration.seconds }

    func start(to url: URL, title: String, longest: CMTime = .invalid) {
        guard !output.isRecording else { return }
        if let connection = output.connection(with: .video), output.availableVideoCodecTypes.contains(.h264) {
            let keys = output.supportedOutputSettingsKeys(for: connection)
            guard keys.contains(AVVideoCodecKey) else { return }
            output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.h264], for: connection)
        }
        let item = AVMutableMetadataItem()
        item.identifier = .quickTimeMetadataTitle
        item.value = title as NSString
        output.metadata = [item]
        output.maxRecordedDuration = longest
        output.startRecording(to: url, recordingDelegate: listener)
    }

    @available(iOS 18.0, *)
    func pause() { output.pauseRecording() }

    @available(iOS 18.0, *)
    func resume() { output.resumeRecording() }

    /// Stops, and returns when the file can be used.
    func stop() async throws -> CapturedMovie {
        guard output.isRecording else { throw MovieCaptureError.notRecording }
        output.stopRecording()
        return try await ended()
    }

    /// Returns when a recording has ended, whoever ended it.
    func ended() async throws -> CapturedMovie {
        try await withCheckedThrowingContinuation { listener.await($0) }
    }

    /// Turns the delegate's calls into one answer.
    private final class Listener: NSObject, AVCaptureFileOutputRecordingDelegate, @unchecked Sendable {
        // @unchecked: guarded by the lock.
        private let lock = NSLock()
        private var answer: Result<CapturedMovie, any Error>?
        private var waiter: CheckedContinuation<CapturedMovie, any Error>?
        private let progress: AsyncStream<Progress>.Continuation

        init(progress: AsyncStream<Progress>.Continuation) {
            self.progress = progress
        }

        func await(_ continuation: CheckedContinuation<CapturedMovie, any Error>) {
            lock.withLock {
                if let answer {
                    self.answer = nil
                    continuation.resume(with: answer)
                } else {
                    waiter = continuation
                }
            }
        }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didStartRecordingTo fileURL: URL,
            startPTS: CMTime,
            from connections: [AVCaptureConnection]
        ) {
            progress.yield(.started)
        }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didPauseRecordingTo fileURL: URL,
            from connections: [AVCaptureConnection]
        ) {
            progress.yield(.paused)
        }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didResumeRecordingTo fileURL: URL,
            from connections: [AVCaptureConnection]
        ) {
            progress.yield(.resumed)
        }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didFinishRecordingTo outputFileURL: URL,
            from connections: [AVCaptureConnection],
            error: (any Error)?
        ) {
            let failure = error as? AVError
            let isUsable =
                failure.map { $0.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false } ?? (error == nil)
            let result: Result<CapturedMovie, any Error> =
                isUsable
                ? .success(
                    CapturedMovie(
                        url: outputFileURL,
                        duration: output.recordedDuration.seconds,
                        interruption: failure?.code
                    )
                )
                : .failure(MovieCaptureError.unusable(failure?.code ?? .unknown))
            lock.withLock {
                if let waiter {
                    self.waiter = nil
                    waiter.resume(with: result)
                } else {
                    answer = result
                }
            }
        }
    }
}
