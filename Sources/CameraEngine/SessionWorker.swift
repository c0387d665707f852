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
    /// The second camera's frames.
    let secondFrames = FrameWatch { _ in }
    private let queue = DispatchQueue(label: "camera.session", qos: .userInitiated)
    private let frameQueue = DispatchQueue(label: "camera.frames", qos: .userInteractive)
    /// Takes the session's photos.
    let photos: PhotoTaker
    /// Records the session's movies, if the engine is configured for it.
    let movies: MovieDeck?
    private let session: AVCaptureSession
    private let configurator: SessionConfigurator
    /// Configures a session that can have several cameras; `nil` for one that cannot.
    private let multiCam: MultiCamConfigurator?
    private let rotation: RotationService
    private let frameForm: FrameFormService
    private let hardwareControls: HardwareControls
    /// The same for the second camera.
    private let secondRotation: RotationService
    private let secondFrameForm: FrameFormService
    private let secondFrameQueue = DispatchQueue(label: "camera.frames.second", qos: .userInteractive)
    /// What the session has; used on `queue` only.
    private var cameras = SessionCameras()
    /// What was done to make it so; used on `queue` only.
    private var lastSetup = (steps: ConfigurationSteps(), cameras: CameraSet.leading, choice: CameraChoice())
    /// The camera that was lost of two, and the one that is left; used on `queue` only.
    private var missed: (choice: CameraChoice, camera: String, left: String)?
    /// The cameras that have failed since the session was empty, though they are connected; used on `queue` only.
    private var lost: Set<String> = []
    /// Shows the picture, if one does; used on `queue` only.
    private weak var preview: AVCaptureVideoPreviewLayer?
    private let observer: SessionObserver
    /// Watches for cameras that are lost one by one.
    private var losses: LossObserver?
    /// Watches for cameras that together are too much for the hardware.
    private var overages: OverageObserver?
    /// Whether they were too much though their cost told otherwise: a bus has no room for both; used on `queue` only.
    private var isTight = false
    private let tell: @Sendable (CameraEvent) -> Void
    private let tellCameras: @Sendable (SessionCameras) -> Void
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
    ///   - tellCameras: called with the cameras that the session has from now on, on the session's queue.
    ///   - tellSound: called with what is the matter with the microphone, and its name if it is used, on the session's queue.
    ///   - tellCover: called with whether hardware controls cover the screen, on the session's queue.
    init(
        configuration: EngineConfiguration,
        soundMeter: SoundMeter,
        tell: @escaping @Sendable (CameraEvent) -> Void,
        tellCameras: @escaping @Sendable (SessionCameras) -> Void,
        tellSound: @escaping @Sendable (SoundState, String?) -> Void,
        tellCover: @escaping @Sendable (Bool) -> Void
    ) {
        self.tell = tell
        self.tellCameras = tellCameras
        self.tellSound = tellSound
        self.soundMeter = soundMeter
        let session = MultiCamSupport.session(configuration.cameras)
        self.session = session
        let video = AVCaptureVideoDataOutput()
        let frameForm = FrameFormService(output: video, sessionQueue: queue, wanted: configuration.frames)
        let rotation = RotationService(
            session: session,
            sessionQueue: queue,
            mirrorsFrontCamera: configuration.photos.mirrorsFrontCamera,
            onTurn: { frameForm.apply() }
        )
        photos = PhotoTaker(session: session, sessionQueue: queue, wishes: configuration.photos)
        movies =
            configuration.recordsMovies
            ? MovieDeck(
                session: session,
                sessionQueue: queue,
                mirrorsFrontCamera: configuration.photos.mirrorsFrontCamera
            ) : nil
        frames = FrameWatch { [queue] ticket in
            tell(.firstFrame(ticket))
            // Should a connection have come late, it is there now.
            queue.async { rotation.apply() }
        }
        video.setSampleBufferDelegate(frames, queue: frameQueue)
        let secondVideo = AVCaptureVideoDataOutput()
        secondVideo.setSampleBufferDelegate(secondFrames, queue: secondFrameQueue)
        let secondFrameForm = FrameFormService(output: secondVideo, sessionQueue: queue, wanted: configuration.frames)
        secondRotation = RotationService(
            session: session,
            sessionQueue: queue,
            mirrorsFrontCamera: configuration.photos.mirrorsFrontCamera,
            onTurn: { secondFrameForm.apply() }
        )
        self.secondFrameForm = secondFrameForm
        MicrophoneConfigurator.prepare(session, configuration.sound)
        configurator = SessionConfigurator(
            session: session,
            outputs: [photos.output, video] + (movies.map { [$0.single.output] } ?? []),
            format: FormatChooser(session: session, wanted: configuration.format)
        )
        let outputs = MultiCamConfigurator.Outputs(
            first: [photos.output, video],
            alone: movies.map { [$0.single.output] } ?? [],
            second: secondVideo,
            sound: configuration.sound == .never ? nil : movies?.sound.output
        )
        multiCam =
            MultiCamSupport.isSeveral(session)
            ? MultiCamConfigurator(session: session, outputs: outputs, wanted: configuration.format) : nil
        (self.rotation, self.frameForm) = (rotation, frameForm)
        hardwareControls = HardwareControls(session: session, queue: queue, tell: tellCover)
        observer = SessionObserver(session, tell: tell)
        overages = multiCam == nil ? nil : OverageObserver(session) { [weak self] in self?.noteOverage() }
        losses = multiCam == nil ? nil : LossObserver(session) { [weak self] in self?.lose($0) }
    }

    func configure(_ ticket: CameraTicket, _ steps: ConfigurationSteps, _ set: CameraSet, _ choice: CameraChoice) {
        queue.async { [self] in
            do throws(SessionConfigurator.Refusal) {
                if let multiCam {
                    lastSetup = (steps, set, choice)
                    try configure(multiCam)
                    if set != .leading, cameras.second == nil { tell(.cameraRefused(ticket, index: 1)) }
                    return tell(.configured(ticket))
                }
                var sound = SoundState.off
                let camera = try configurator.configure(steps, choice, preview: preview) { camera in
                    photos.configure(for: camera)
                    sound = configurator.microphone.use(wantsMicrophone)
                    prepareConnections(camera)
                }
                show(sound)
                rotation.apply()
                use(camera)
                if set != .leading { tell(.cameraRefused(ticket, index: 1)) }
                tell(.configured(ticket))
            } catch {
                tell(.configurationFailed(ticket, error.failure))
            }
        }
    }

    /// Configures a session that can have several cameras as it was asked for last. On the session's queue.
    private func configure(_ multiCam: MultiCamConfigurator) throws(SessionConfigurator.Refusal) {
        let (cameras, sound) = try multiCam.configure(
            lastSetup.steps,
            lastSetup.cameras,
            lastSetup.choice,
            leftOver: leftOver(),
            lost: lost,
            isTight: isTight,
            wantsMicrophone: wantsMicrophone,
            preview: preview
        ) { cameras in
            guard let first = cameras.first?.device else { return }
            photos.configure(for: first)
            prepareConnections(first)
            if let second = cameras.second?.device {
                secondRotation.follow(second, layer: nil)
                secondFrameForm.follow(second)
            } else {
                secondRotation.stop()
                secondFrameForm.stop()
            }
            // Before frames of another camera come this way.
            tap(frames, first)
        }
        tap(secondFrames, cameras.second?.device)
        movies?.follow(cameras)
        use(cameras)
        show(sound)
        rotation.apply()
        secondRotation.apply()
    }

    // MARK: Movies of two cameras

    /// Begins a movie: of both cameras if there are two, else of the one.
    func record(
        _ ticket: RecordingTicket,
        _ request: RecordingRequest,
        to url: URL,
        _ arrangement: DualArrangement,
        tell: @escaping @Sendable (MovieRecorder.News) -> Void
    ) {
        queue.async { [self] in
            guard let movies else { return }
            guard cameras.second != nil else { return movies.start(ticket, request, to: url, tell: tell) }
            movies.startBoth(ticket, request, to: url, cameras, arrangement) { [weak self] news in
                if case .ended = news { self?.followMovies() }
                tell(news)
            }
            takeMovies()
        }
    }

    private func followMovies() {
        queue.async { [self] in takeMovies() }
    }

    /// Hands the frames to what is recorded of both, as pixels that keep their angle, or no more. On the session's queue.
    private func takeMovies() {
        let isRecording = movies?.recordsBoth == true
        hold(isRecording ? rotation.frameAngles.merging(secondRotation.frameAngles) { $1 } : [:])
        for form in [frameForm, secondFrameForm] where form.isForMovie != isRecording {
            form.isForMovie = isRecording
            form.apply()
        }
        tap(frames, cameras.first?.device)
        tap(secondFrames, cameras.second?.device)
    }

    /// Has frames keep these angles.
    private func hold(_ angles: [String: Int]) {
        for rotation in [rotation, secondRotation] where rotation.heldAngles != angles {
            rotation.heldAngles = angles
            rotation.apply()
        }
    }

    private func tap(_ frames: FrameWatch, _ device: AVCaptureDevice?) {
        guard let movies, movies.recordsBoth, let device, let role = movies.role(of: device) else {
            return frames.tap(nil)
        }
        frames.tap(
            FrameWatch.Tap(
                take: { [dual = movies.dual] frame in
                    // One that was compressed when the movie began is none of it.
                    if CMSampleBufferGetImageBuffer(frame) != nil { dual.take(frame, from: role) }
                },
                lose: { [dual = movies.dual] in dual.noteLosses(1, of: role) }
            )
        )
    }

    /// Places the pictures of two cameras in what is recorded.
    func arrange(_ arrangement: DualArrangement) { movies?.dual.arrange(arrangement) }

    /// What is left of two cameras, as long as the one that was lost is not back, and nobody asks for something else: nothing is
    /// gained by a third one in its place.
    private func leftOver() -> MultiCamConfigurator.LeftOver? {
        if let first = cameras.first?.device.uniqueID, let second = cameras.second?.device.uniqueID {
            let usable = [first, second].filter(isOfUse)
            if usable.count == 1 {
                missed = (lastSetup.choice, camera: usable[0] == first ? second : first, left: usable[0])
            }
        }
        guard let missed, missed.choice == lastSetup.choice, !isOfUse(missed.camera), isOfUse(missed.left),
            let device = AVCaptureDevice(uniqueID: missed.left)
        else {
            self.missed = nil
            return nil
        }
        return MultiCamConfigurator.LeftOver(camera: device)
    }

    private func isOfUse(_ camera: String) -> Bool {
        !lost.contains(camera) && AVCaptureDevice(uniqueID: camera)?.isConnected == true
    }

    /// A camera has stopped for good, alone or with the session. Where there are two, the session goes on with the other.
    ///
    /// One loss may be told more than once; afterwards, when the session has been configured without it, it says nothing any more.
    private func lose(_ loss: LossObserver.Loss) {
        queue.async { [self] in
            let device = loss.device
            // One that is unplugged is not connected, and as good as new when it is.
            if loss.isFailure, device.isConnected { lost.insert(device.uniqueID) } else { lost.remove(device.uniqueID) }
            movies?.leave(device)
            if let obstacle = loss.stop {
                // It may have been taken out just now, but the session has stopped.
                guard cameras.second?.device == device || !session.isRunning else { return }
                if cameras.second != nil { cameras.obstacle = obstacle }
                tellCameras(cameras)
                return tell(.cameraFailed(index: 1))
            }
            if cameras.second?.device == device { tell(.cameraLost(index: 1)) }
            if cameras.first?.device == device { tell(.cameraLost()) }
        }
    }

    /// Both cameras were too much for the hardware. That is told to the machine as any failure; here it is of interest by how much.
    private func noteOverage() {
        queue.async { [self] in
            guard cameras.second != nil else { return }
            cameras.costs = SessionCosts(session)
            isTight = cameras.costs.hardware <= 1
            tellCameras(cameras)
        }
    }

    /// Looks what the cameras cost by now, and whether they may get back what was taken back of them.
    func reviewCosts() {
        queue.async { [self] in
            guard multiCam != nil, cameras.first != nil, session.isRunning else { return }
            let costs = SessionCosts(session)
            if costs.isNoticeablyDifferent(from: cameras.costs) {
                cameras.costs = costs
                tellCameras(cameras)
            }
            if cameras.budget?.hasRoom(at: costs) == true { tell(.hardwareFreed) }
        }
    }

    /// What has failed may be tried again.
    func forgive() {
        queue.async { [self] in
            lost = []
            missed = nil
            isTight = false
        }
    }

    func start(_ ticket: CameraTicket) {
        queue.async { [self] in
            session.startRunning()
            rotation.apply()
            secondRotation.apply()
            tell(.started(ticket, isRunning: session.isRunning, isInterrupted: session.isInterrupted))
        }
    }

    func tearDown(_ ticket: CameraTicket, _ steps: TeardownSteps) {
        queue.async { [self] in
            empty(steps)
            show(.off)
            use(nil)
            tell(.tornDown(ticket))
        }
    }

    private func empty(_ steps: TeardownSteps) {
        hardwareControls.stop()
        configurator.tearDown(steps)
        rotation.stop()
        frameForm.stop()
        secondRotation.stop()
        secondFrameForm.stop()
        lost = []
    }

    /// Has the session take the microphone, or leave it; with the camera, or at once if there is one. Only what has to be changed
    /// is, and not while a movie is recorded: that would end it.
    func useMicrophone(_ isWanted: Bool) {
        queue.async { [self] in
            wantsMicrophone = isWanted
            guard camera != nil else { return }
            // A microphone that is lost leaves the picture, and what is recorded goes on without it (R-REC-6).
            if session.microphoneInput?.device.isConnected == false, movies?.isActive == true {
                movies?.dual.soundEnded()
                return show(.lost)
            }
            guard movies?.isActive != true else { return }
            let microphone = configurator.microphone
            guard microphone.needsChange(isWanted) else { return show(microphone.state(isWanted)) }
            // With two cameras it has its place among them.
            if let multiCam, cameras.second != nil { return reconfigure(multiCam) }
            session.beginConfiguration()
            let sound = microphone.use(isWanted)
            session.commitConfiguration()
            rotation.apply()
            show(sound)
        }
    }

    private func reconfigure(_ multiCam: MultiCamConfigurator) {
        do {
            try configure(multiCam)
        } catch {
            EngineLog.shared.write(.configuration, .error, "not configured anew", ["reason": "\(error)"])
        }
    }

    private func show(_ sound: SoundState) {
        self.sound = sound
        let isOn = sound == .on
        let output: AVCaptureOutput? = cameras.second == nil ? movies?.single.output : movies?.sound.output
        soundMeter.use(isOn ? output?.connection(with: .audio) : nil)
        tellSound(sound, isOn ? SoundRoute.input ?? session.microphoneInput?.device.localizedName : nil)
    }

    /// Tells again what sound comes in through: another headset may be plugged in.
    func tellSoundInput() {
        queue.async { [self] in show(sound) }
    }

    /// Turns the next movie as the device is held. It was left alone while the last one was recorded, which has one rotation from
    /// its beginning to its end.
    func levelMovie() {
        queue.async { [self] in
            rotation.apply()
            secondRotation.apply()
        }
    }

    func readState(_ ticket: CameraTicket) {
        queue.async { [self] in
            tell(.sessionState(ticket, isInterrupted: session.isInterrupted, isRunning: session.isRunning))
        }
    }

    /// Rotation, the form of the frames and hardware controls, before the configuration is committed: on a session that runs both are lengthy
    /// reconfigurations (S-117).
    private func prepareConnections(_ camera: AVCaptureDevice) {
        rotation.follow(camera, layer: preview)
        frameForm.follow(camera)
        hardwareControls.follow(camera)
    }

    /// Shows the picture in a layer, now if there is a camera, else as soon as there is one.
    func show(in holder: PreviewHolder) {
        queue.async { [self] in
            preview = holder.layer
            guard let camera else { return }
            session.beginConfiguration()
            if let multiCam {
                multiCam.connect(preview, session.cameraInput)
            } else {
                configurator.connect(preview)
            }
            session.commitConfiguration()
            prepareConnections(camera)
        }
    }

    private func use(_ camera: AVCaptureDevice?) {
        guard camera != self.camera else { return }
        use(SessionCameras(first: camera.map { .init(device: $0, shape: CameraShape($0)) }))
    }

    private func use(_ cameras: SessionCameras) {
        self.cameras = cameras
        device.withLock { $0 = cameras.first?.device }
        tellCameras(cameras)
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

    /// Limits the frame rate of a camera that the session has.
    ///
    /// - Parameter tell: called with the rate that is in force because of it, on the session's queue.
    func limitFrameRate(_ limit: Double?, of camera: AVCaptureDevice, tell: @escaping @Sendable (Double?) -> Void) {
        queue.async { [self] in
            guard session.has(camera) else { return tell(nil) }
            do {
                tell(try setLimit(limit, of: camera))
            } catch {
                EngineLog.shared.write(.pressure, .error, "frame rate not limited", ["reason": "\(error)"])
                tell(nil)
            }
        }
    }

    private func setLimit(_ limit: Double?, of camera: AVCaptureDevice) throws -> Double? {
        let limiter = FrameRateLimiter(device: camera)
        guard multiCam != nil else { return try limiter.limit(to: limit) }
        // Where several cameras are possible each has its rate, hot or not (R-MULTI-2, R-MULTI-4).
        let place = [cameras.first, cameras.second].compactMap(\.self).first { $0.device == camera }
        let usual = place?.shape.framesPerSecond ?? DualFormat.usualRate
        let duration = try limiter.lock(to: min(limit ?? usual, usual))
        guard limit != nil, duration.isValid else { return nil }
        let rate = 1 / CMTimeGetSeconds(duration)
        return rate < usual - 0.5 ? rate.rounded() : nil
    }

    /// The camera that the session has.
    var camera: AVCaptureDevice? { device.withLock { $0 } }

    /// Returns when the session has done all that it was told so far, and the frames that wait are delivered.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { [frameQueue, secondFrameQueue, sound = movies?.sound.queue] in
                frameQueue.async {
                    secondFrameQueue.async { (sound ?? secondFrameQueue).async { continuation.resume() } }
                }
            }
        }
    }

    /// Gives the hardware back as soon as the call that does not return does.
    func abandon() {
        frames.deliver(to: nil, drops: nil)
        secondFrames.deliver(to: nil, drops: nil)
        calls.endAll()
        queue.async { [self] in
            empty(.all)
        }
    }
}
