import AVFoundation
import CameraLifecycle
import Synchronization

/// A session with its serial queue, on which alone it is configured, started and stopped (R-LIFE-2).
///
/// A call into the session may take seconds, or never return; then the worker is left to itself, and the engine goes on with
/// a new one.
// @unchecked: session and outputs are used on `queue` only; what may be read elsewhere is thread-safe by Apple's promise.
final class SessionWorker: @unchecked Sendable {
    let frames: FrameWatch
    private let queue = DispatchQueue(label: "camera.session", qos: .userInitiated)
    private let frameQueue = DispatchQueue(label: "camera.frames", qos: .userInteractive)
    /// Takes the session's photos.
    let photos: PhotoTaker
    /// Records the session's movies, if the engine is configured for it.
    let movies: MovieRecorder?
    private let session = AVCaptureSession()
    private let configurator: SessionConfigurator
    private let rotation: RotationService
    private let frameForm: FrameFormService
    /// Shows the picture, if one does; used on `queue` only.
    private weak var preview: AVCaptureVideoPreviewLayer?
    private let observer: SessionObserver
    private let tell: @Sendable (CameraEvent) -> Void
    private let tellCamera: @Sendable (AVCaptureDevice?) -> Void
    private let tellSound: @Sendable (SoundState, String?) -> Void
    private let soundMeter: SoundMeter
    /// Whether the session is to have the microphone; used on `queue` only.
    private var wantsMicrophone = false
    /// What is the matter with it; used on `queue` only.
    private var sound = SoundState.off
    private let device = Mutex<AVCaptureDevice?>(nil)
    private let calls = PendingCalls()

    /// - Parameters:
    ///   - configuration: how the session is set up.
    ///   - soundMeter: is to tell how loud the session's microphone is.
    ///   - tell: called with what happens, on any thread.
    ///   - tellCamera: called with the camera that the session has from now on, on the session's queue.
    ///   - tellSound: called with what is the matter with the microphone, and its name if it is used, on the session's queue.
    init(
        configuration: EngineConfiguration,
        soundMeter: SoundMeter,
        tell: @escaping @Sendable (CameraEvent) -> Void,
        tellCamera: @escaping @Sendable (AVCaptureDevice?) -> Void,
        tellSound: @escaping @Sendable (SoundState, String?) -> Void
    ) {
        self.tell = tell
        self.tellCamera = tellCamera
        self.tellSound = tellSound
        self.soundMeter = soundMeter
        let video = AVCaptureVideoDataOutput()
        let frameForm = FrameFormService(output: video, sessionQueue: queue, wanted: configuration.frames)
        let rotation = RotationService(
            session: session,
            sessionQueue: queue,
            mirrorsFrontCamera: configuration.photos.mirrorsFrontCamera,
            onTurn: { frameForm.apply() }
        )
        photos = PhotoTaker(session: session, sessionQueue: queue, wishes: configuration.photos)
        movies = configuration.recordsMovies ? MovieRecorder(session: session, sessionQueue: queue) : nil
        frames = FrameWatch { [queue] ticket in
            tell(.firstFrame(ticket))
            // Should a connection have come late, it is there now.
            queue.async { rotation.apply() }
        }
        video.setSampleBufferDelegate(frames, queue: frameQueue)
        MicrophoneConfigurator.prepare(session, configuration.sound)
        configurator = SessionConfigurator(
            session: session,
            outputs: [photos.output, video] + (movies.map { [$0.output] } ?? []),
            format: FormatChooser(session: session, wanted: configuration.format)
        )
        (self.rotation, self.frameForm) = (rotation, frameForm)
        observer = SessionObserver(session, tell: tell)
    }

    func configure(_ ticket: CameraTicket, _ steps: ConfigurationSteps, _ choice: CameraChoice) {
        queue.async { [self] in
            do throws(SessionConfigurator.Refusal) {
                var sound = SoundState.off
                let camera = try configurator.configure(steps, choice, preview: preview) { camera in
                    photos.configure(for: camera)
                    sound = configurator.microphone.use(wantsMicrophone)
                    prepareConnections(camera)
                }
                show(sound)
                rotation.apply()
                use(camera)
                tell(.configured(ticket))
            } catch {
                tell(.configurationFailed(ticket, error.failure))
            }
        }
    }

    func start(_ ticket: CameraTicket) {
        queue.async { [self] in
            session.startRunning()
            rotation.apply()
            tell(.started(ticket, isRunning: session.isRunning, isInterrupted: session.isInterrupted))
        }
    }

    func tearDown(_ ticket: CameraTicket, _ steps: TeardownSteps) {
        queue.async { [self] in
            configurator.tearDown(steps)
            rotation.stop()
            frameForm.stop()
            show(.off)
            use(nil)
            tell(.tornDown(ticket))
        }
    }

    /// Has the session take the microphone, or leave it; with the camera, or at once if there is one. Only what has to be changed
    /// is, and not while a movie is recorded: that would end it.
    func useMicrophone(_ isWanted: Bool) {
        queue.async { [self] in
            wantsMicrophone = isWanted
            guard camera != nil else { return }
            // A microphone that is lost leaves the picture, and what is recorded goes on without it (R-REC-6).
            if session.microphoneInput?.device.isConnected == false, movies?.isActive == true { return show(.lost) }
            guard movies?.isActive != true else { return }
            let microphone = configurator.microphone
            guard microphone.needsChange(isWanted) else { return show(microphone.state(isWanted)) }
            session.beginConfiguration()
            let sound = microphone.use(isWanted)
            session.commitConfiguration()
            rotation.apply()
            show(sound)
        }
    }

    private func show(_ sound: SoundState) {
        self.sound = sound
        let isOn = sound == .on
        soundMeter.use(isOn ? movies?.output.connection(with: .audio) : nil)
        tellSound(sound, isOn ? SoundRoute.input ?? session.microphoneInput?.device.localizedName : nil)
    }

    /// Tells again what sound comes in through: another headset may be plugged in.
    func tellSoundInput() {
        queue.async { [self] in show(sound) }
    }

    /// Turns the next movie as the device is held. It was left alone while the last one was recorded, which has one rotation from
    /// its beginning to its end.
    func levelMovie() {
        queue.async { [self] in rotation.apply() }
    }

    func readState(_ ticket: CameraTicket) {
        queue.async { [self] in
            tell(.sessionState(ticket, isInterrupted: session.isInterrupted, isRunning: session.isRunning))
        }
    }

    /// Rotation and the form of the frames, before the configuration is committed: on a session that runs both are lengthy
    /// reconfigurations (S-117).
    private func prepareConnections(_ camera: AVCaptureDevice) {
        rotation.follow(camera, layer: preview)
        frameForm.follow(camera)
    }

    /// Shows the picture in a layer, now if there is a camera, else as soon as there is one.
    func show(in holder: PreviewHolder) {
        queue.async { [self] in
            preview = holder.layer
            guard let camera else { return }
            session.beginConfiguration()
            configurator.connect(preview)
            session.commitConfiguration()
            prepareConnections(camera)
        }
    }

    private func use(_ camera: AVCaptureDevice?) {
        let former = device.withLock { device in
            defer { device = camera }
            return device
        }
        if former != camera { tellCamera(camera) }
    }

    /// Does something with the camera that the session has.
    ///
    /// - Throws: `CameraControlError.noCamera` if there is none, also if the session is given up before it gets to this.
    func withCamera<R: Sendable>(_ body: @escaping @Sendable (AVCaptureDevice) throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            let call = calls.begin { continuation.resume(throwing: CameraControlError.noCamera) }
            guard let call else { return }
            queue.async { [self] in
                guard calls.finish(call) else { return }
                continuation.resume(
                    with: Result {
                        guard let camera else { throw CameraControlError.noCamera }
                        return try body(camera)
                    }
                )
            }
        }
    }

    /// Limits the frame rate of the camera that the session has.
    ///
    /// - Parameter tell: called with the rate that is in force because of it, on the session's queue.
    func limitFrameRate(_ limit: Double?, tell: @escaping @Sendable (Double?) -> Void) {
        queue.async { [self] in
            guard let camera else { return tell(nil) }
            do {
                tell(try FrameRateLimiter(device: camera).limit(to: limit))
            } catch {
                EngineLog.shared.write(.pressure, .error, "frame rate not limited", ["reason": "\(error)"])
                tell(nil)
            }
        }
    }

    /// The camera that the session has.
    var camera: AVCaptureDevice? { device.withLock { $0 } }

    /// Returns when the session has done all that it was told so far, and the frames that wait are delivered.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { [frameQueue] in
                frameQueue.async { continuation.resume() }
            }
        }
    }

    /// Gives the hardware back as soon as the call that does not return does.
    func abandon() {
        frames.deliver(to: nil, drops: nil)
        calls.endAll()
        queue.async { [self] in
            configurator.tearDown(.all)
            rotation.stop()
            frameForm.stop()
        }
    }
}
