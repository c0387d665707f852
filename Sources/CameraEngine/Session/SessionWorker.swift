@preconcurrency import AVFoundation
import CameraLifecycle
import Synchronization

/// A session with its serial queue, on which alone it is configured, started and stopped (R-LIFE-2).
///
/// A call into the session may take seconds, or never return; then the worker is left to itself, and the engine goes on with
/// a new one. What the session has lies in its cameras, each with a `CameraPipeline`; what is done about movies, sound, lost cameras and
/// costs is told in this type's extensions.
// @unchecked: session, outputs and what is kept about them are used on `queue` only; what may be read elsewhere is thread-safe by Apple's
// promise, or lies in a mutex.
final class SessionWorker: @unchecked Sendable {
    /// Whom the worker tells what happens.
    struct Listeners: Sendable {
        /// Called with what happens, on any thread.
        var event: @Sendable (CameraEvent) -> Void
        /// Called with the cameras that the session has from now on, on the session's queue.
        var cameras: @Sendable (SessionCameras) -> Void
        /// Called with what is the matter with the microphone, and its name if it is used, on the session's queue.
        var audio: @Sendable (AudioState, String?) -> Void
        /// Called with whether hardware controls cover the screen, on the session's queue.
        var cover: @Sendable (Bool) -> Void
    }

    let queue: DispatchQueue
    let session: AVCaptureSession
    let listeners: Listeners
    let configurator: SessionConfigurator
    /// The ways of the cameras that the session may have, the leading one's first.
    let pipelines: [CameraPipeline]
    /// Records the session's movies, if the engine is configured for it.
    let movies: SessionMovieRecorder?
    let audioMeter: AudioLevelReader
    private let zoomMemory: ZoomMemory
    private let hardwareControls: HardwareControls
    private let subject: SubjectObserver
    /// What observes the session and its cameras, as long as there is a worker.
    private var observers: [any Sendable] = []
    private let device = Mutex<AVCaptureDevice?>(nil)
    private let calls = PendingCalls()

    // MARK: Used on the queue only

    /// What the session has.
    private(set) var cameras = SessionCameras()
    /// What was done to make it so.
    var lastRequest = SessionConfigurator.Request()
    /// How the leading camera's format is to be chosen.
    var selection: FormatSelection
    /// How it was chosen when the session was configured last.
    var configuredSelection: FormatSelection?
    /// What was told last of the size of scans.
    var scanSizeSelection: ScanSizeSelection?
    /// The cameras that were lost.
    var lost = LostCameras()
    /// What was given back last although its cost had been told otherwise.
    var triedBudget: SteppedDownBudget?
    /// Whether several were too much though their cost told otherwise: a bus has no room for all.
    var isTight = false
    /// What shows the cameras' pictures.
    private(set) var previews = SessionPreviewLayers()
    /// Whether the session is to have the microphone.
    var wantsMicrophone = false
    /// What is the matter with it, as far as the session's configuration is concerned.
    var audio = AudioState.off
    /// Whether sound comes from it.
    let audioActivity: ConnectionActivityObserver

    /// - Parameters:
    ///   - configuration: how the session is set up.
    ///   - forSeveral: whether the session is to be one that can have several cameras.
    ///   - selection: how the leading camera's format is chosen.
    ///   - scope: the capture system that all is done with.
    ///   - audioMeter: is to tell how loud the session's microphone is.
    ///   - zoomMemory: knows where the zoom was in a session before.
    ///   - listeners: are told what happens.
    init(
        configuration: EngineConfiguration,
        forSeveral: Bool,
        selection: FormatSelection,
        scope: EngineScope,
        audioMeter: AudioLevelReader,
        zoomMemory: ZoomMemory,
        listeners: Listeners
    ) {
        let queue = DispatchQueue(label: "camera.session", qos: .userInitiated)
        scope.activate(on: queue)
        let session = scope.run { MultiCamSupport.session(forSeveral: forSeveral) }
        (self.queue, self.session, self.listeners, self.audioMeter) = (queue, session, listeners, audioMeter)
        audioActivity = ConnectionActivityObserver(queue: queue)
        self.selection = selection
        self.zoomMemory = zoomMemory
        let canHaveSeveral = MultiCamSupport.isSeveral(session)
        let pipelines = (0..<(canHaveSeveral ? configuration.cameraLimit : 1)).map { index in
            CameraPipeline(index, session: session, sessionQueue: queue, configuration: configuration) {
                listeners.event(.firstFrame($1))
                // Should a connection have come late, it is there now.
                queue.async { [weak pipeline = $0] in pipeline?.rotation.apply() }
            }
        }
        self.pipelines = pipelines
        movies =
            configuration.recordsMovies
            ? SessionMovieRecorder(
                session: session,
                sessionQueue: queue,
                mirrorsFrontCamera: configuration.photos.mirrorsFrontCamera
            ) : nil
        MicrophoneConfigurator.prepare(session, configuration.audio, in: scope)
        configurator = SessionConfigurator(
            session: session,
            queue: queue,
            outputs: SessionConfigurator.Outputs(
                leading: [pipelines[0].photos.output, pipelines[0].output],
                alone: movies.map { [$0.single.output] } ?? [],
                frames: pipelines.map(\.output),
                photos: pipelines.map(\.photos.output),
                audio: configuration.audio == .never ? nil : movies?.audioTap.output
            ),
            preference: configuration.preference
        )
        hardwareControls = HardwareControls(session: session, queue: queue, report: listeners.cover)
        subject = SubjectObserver(queue: queue)
        observers = [SessionObserver(session, report: listeners.event)]
        guard canHaveSeveral else { return }
        observers += [
            LossObserver(session) { [weak self] in self?.handleLoss($0) },
            OverageObserver(session) { [weak self] in self?.recordOverage() },
        ]
    }

    func report(_ event: CameraEvent) { listeners.event(event) }

    // MARK: - Operations

    func configure(_ ticket: CameraTicket, _ request: SessionConfigurator.Request) {
        queue.async { [self] in
            lastRequest = request
            do throws(SessionConfigurator.Refusal) {
                try configure()
                for index in request.cameras.indices where cameras[index] == nil {
                    report(.cameraRefused(ticket, index: index))
                }
                report(.configured(ticket))
            } catch {
                report(.configurationFailed(ticket, error.failure))
            }
        }
    }

    /// Configures the session as it was asked for last. On the session's queue.
    func configure() throws(SessionConfigurator.Refusal) {
        dispatchPrecondition(condition: .onQueue(queue))
        let present = Dictionary(uniqueKeysWithValues: cameras.list.map { ($0.index, $0.device.uniqueID) })
        let formerZoom = Dictionary(
            uniqueKeysWithValues: cameras.list.map { ($0.device.uniqueID, Double($0.device.videoZoomFactor)) }
        )
        let circumstances = SessionConfigurator.Circumstances(
            leftOver: lost.leftOver(of: present, lastRequest.selection),
            lost: lost.failed,
            isTight: isTight,
            format: lastRequest.cameras == .leading || !configurator.canHaveSeveral
                ? selection.ofOne : selection.format,
            takesLivePhotos: selection.takesLivePhotos,
            wantsMicrophone: wantsMicrophone,
            previews: previews
        )
        var (cameras, audio) = try configurator.configure(lastRequest, circumstances) { cameras in
            guard let leading = cameras.leading?.device else { return }
            configurePhotos(cameras)
            prepareConnections(cameras)
            // Before frames of another camera come this way.
            tap(pipelines[0], leading)
        }
        for pipeline in pipelines.dropFirst() { tap(pipeline, cameras[pipeline.index]?.device) }
        movies?.follow(cameras)
        if cameras.leading?.device == self.cameras.leading?.device {
            (cameras.photoFeatures, cameras.photoSize) = (self.cameras.photoFeatures, self.cameras.photoSize)
        }
        if let budget = cameras.budget {
            cameras.budget?.isTried = budget.isAsMuch(as: triedBudget)
        } else {
            triedBudget = nil
        }
        adopt(cameras)
        updateAudio(audio)
        applyRotation()
        followFormat()
        if let leading = self.cameras.leading?.device {
            restoreZoom(of: leading, present.isEmpty ? zoomMemory.recall(leading) : formerZoom[leading.uniqueID])
        }
    }

    /// Rotation, the form of the frames and hardware controls, before the configuration is committed: on a session that runs both are
    /// lengthy reconfigurations (S-117).
    private func prepareConnections(_ cameras: SessionCameras) {
        for pipeline in pipelines {
            pipeline.follow(cameras[pipeline.index]?.device, preview: previews[pipeline.index])
        }
        guard let leading = cameras.leading?.device else { return }
        hardwareControls.follow(leading)
        subject.follow(leading)
    }

    func applyRotation() {
        for pipeline in pipelines { pipeline.rotation.apply() }
    }

    func start(_ ticket: CameraTicket) {
        queue.async { [self] in
            session.startRunning()
            applyRotation()
            let (isRunning, isInterrupted) = stateAfterStart()
            report(.started(ticket, isRunning: isRunning, isInterrupted: isInterrupted))
        }
    }

    /// Whether the session runs or is interrupted, each looked at once.
    ///
    /// An interruption that ends right after a start leaves a session that is not interrupted any more and does not run yet, as if
    /// the start had failed. Changes of a session wait for each other: an empty one returns when it runs, or has failed.
    private func stateAfterStart() -> (isRunning: Bool, isInterrupted: Bool) {
        let isInterrupted = session.isInterrupted
        let isRunning = session.isRunning
        if isRunning || isInterrupted { return (isRunning, isInterrupted && !isRunning) }
        session.beginConfiguration()
        session.commitConfiguration()
        return (session.isRunning, session.isInterrupted)
    }

    func tearDown(_ ticket: CameraTicket, _ steps: TeardownSteps) {
        queue.async { [self] in
            if let camera { zoomMemory.remember(camera) }
            empty(steps)
            updateAudio(.off)
            adopt(SessionCameras())
            report(.tornDown(ticket))
        }
    }

    private func empty(_ steps: TeardownSteps) {
        hardwareControls.stop()
        subject.stop()
        configurator.tearDown(steps)
        for pipeline in pipelines { pipeline.stop() }
        lost.sessionEmptied()
    }

    func readState(_ ticket: CameraTicket) {
        queue.async { [self] in
            report(.sessionState(ticket, isInterrupted: session.isInterrupted, isRunning: session.isRunning))
        }
    }

    /// Gives the hardware back as soon as the call that does not return does.
    func abandon() {
        if let camera { zoomMemory.remember(camera) }
        for pipeline in pipelines {
            pipeline.frames.deliver(to: nil, drops: nil)
            pipeline.frames.tap(nil)
        }
        // Frames may come for as long as the call hangs: what is recorded of several cameras must not grow any more.
        movies?.composite.stopAll(.cameraFailed)
        calls.endAll()
        queue.async { [self] in
            empty(.all)
        }
    }

    /// Returns when the session has done all that it was told so far, and the frames that wait are delivered.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                let queues = pipelines.map(\.queue) + (movies.map { [$0.audioTap.queue] } ?? [])
                let delivered = DispatchGroup()
                for queue in queues { queue.async(group: delivered) {} }
                delivered.notify(queue: .global()) { continuation.resume() }
            }
        }
    }

    // MARK: - Cameras

    /// The leading camera that the session has.
    var camera: AVCaptureDevice? { device.withLock { $0 } }

    /// The session has these cameras from now on. On the session's queue.
    func adopt(_ cameras: SessionCameras) {
        dispatchPrecondition(condition: .onQueue(queue))
        self.cameras = cameras
        device.withLock { $0 = cameras.leading?.device }
        listeners.cameras(cameras)
    }

    /// Shows each camera's picture in its layer, now if there is such a camera, else as soon as there is one.
    func present(in previews: SessionPreviewLayers) {
        queue.async { [self] in
            self.previews = previews
            guard camera != nil else { return }
            session.beginConfiguration()
            configurator.connect(previews, cameras)
            session.commitConfiguration()
            prepareConnections(cameras)
        }
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
}

/// Cameras that are lost one by one, and what all of them cost.
extension SessionWorker {
    /// A camera has stopped for good, alone or with the session. Where there are several, the session goes on with the others.
    ///
    /// One loss may be told more than once; afterwards, when the session has been configured without it, it says nothing any more.
    func handleLoss(_ loss: LossObserver.Loss) {
        queue.async { [self] in
            let device = loss.device
            lost.record(loss)
            movies?.leave(device)
            let index = cameras.camera(device)?.index
            guard let obstacle = loss.stop else {
                if let index { report(.cameraLost(index: index)) }
                return
            }
            let isAdditional = (index ?? 0) > 0
            // It may have been taken out just now, but the session has stopped.
            guard isAdditional || !session.isRunning else { return }
            let failed = isAdditional ? index ?? 1 : max(cameras.list.last?.index ?? 1, 1)
            var changed = cameras
            if changed.areSeveral { changed.obstacles[failed] = obstacle }
            adopt(changed)
            report(.cameraFailed(index: failed))
        }
    }

    /// All together were too much for the hardware. That is told to the machine as any failure; here it is of interest by how much.
    func recordOverage() {
        queue.async { [self] in
            guard cameras.areSeveral else { return }
            var changed = cameras
            changed.costs = SessionCosts(session)
            isTight = changed.costs.hardware <= 1
            adopt(changed)
        }
    }

    /// Looks what the cameras cost by now, and whether they may get back what was taken back of them.
    func reviewCosts() {
        queue.async { [self] in
            guard configurator.canHaveSeveral, cameras.leading != nil, session.isRunning else { return }
            let costs = SessionCosts(session)
            if costs.isNoticeablyDifferent(from: cameras.costs) {
                var changed = cameras
                changed.costs = costs
                adopt(changed)
            }
            guard let budget = cameras.budget, budget.hasRoom(at: costs) else { return }
            triedBudget = budget
            report(.hardwareFreed)
        }
    }

    /// What has failed may be tried again.
    func forgive() {
        queue.async { [self] in
            lost.forgive()
            isTight = false
            triedBudget = nil
        }
    }

    /// Limits the frame rate of a camera that the session has.
    ///
    /// - Parameter report: called with the rate that is in force because of it, on the session's queue.
    func limitFrameRate(_ limit: Double?, of camera: AVCaptureDevice, report: @escaping @Sendable (Double?) -> Void) {
        queue.async { [self] in
            guard session.has(camera) else { return report(nil) }
            do {
                report(try setLimit(limit, of: camera))
            } catch {
                EngineLog.shared.write(.pressure, .error, "frame rate not limited", ["reason": "\(error)"])
                report(nil)
            }
        }
    }

    private func setLimit(_ limit: Double?, of camera: AVCaptureDevice) throws -> Double? {
        let limiter = FrameRateLimiter(device: camera)
        // Where several cameras are possible each has its rate, hot or not (R-MULTI-2, R-MULTI-4), and so has one for a movie.
        guard configurator.canHaveSeveral || configuredSelection?.ofOne.isMovie == true else {
            return try limiter.limit(to: limit)
        }
        let usual = cameras.camera(camera)?.shape.framesPerSecond ?? MultiCamFormat.usualRate
        let duration = try limiter.lock(to: min(limit ?? usual, usual))
        guard limit != nil, duration.isValid else { return nil }
        let rate = 1 / CMTimeGetSeconds(duration)
        return rate < usual - 0.5 ? rate.rounded() : nil
    }
}

/// Calls that somebody waits for, so that nobody waits for ever: whoever gives the camera up ends them all.
///
/// Each call is answered once: by its result, or by ``endAll()``, whichever comes first.
final class PendingCalls: Sendable {
    private struct State: Sendable {
        var nextID = 0
        var isOver = false
        var ends: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Takes note of a call.
    ///
    /// - Parameter end: what to do should the call never be answered; done at once if all is over already.
    /// - Returns: the call's number, to be handed to ``finish(_:)``; `nil` if all is over.
    func begin(end: @escaping @Sendable () -> Void) -> Int? {
        let id: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.nextID += 1
            state.ends[state.nextID] = end
            return state.nextID
        }
        if id == nil { end() }
        return id
    }

    /// Whether the call was still waited for; it is not any more.
    func finish(_ id: Int) -> Bool {
        state.withLock { $0.ends.removeValue(forKey: id) != nil }
    }

    /// Ends every call, and each that comes later.
    func endAll() {
        let ends = state.withLock { state in
            state.isOver = true
            defer { state.ends = [:] }
            return state.ends.values
        }
        ends.forEach { $0() }
    }
}

/// Hears when data begins or ceases to flow through a connection. Used on the session's queue.
final class ConnectionActivityObserver {
    private let queue: DispatchQueue
    private var connection: AVCaptureConnection?
    private var observation: NSKeyValueObservation?

    /// - Parameter queue: the session's queue.
    init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// Follows another connection from now on; none for `nil`.
    ///
    /// - Parameter report: called on whatever thread the news comes on.
    func follow(_ connection: AVCaptureConnection?, report: @escaping @Sendable () -> Void) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard connection !== self.connection else { return }
        observation?.invalidate()
        self.connection = connection
        observation = connection?.observe(\.isActive) { _, _ in report() }
    }
}

/// Where the zoom of the leading camera was when its session let go of it: a camera that comes back after an error, a hang, or in
/// another session, shows what it showed.
final class ZoomMemory: Sendable {
    private let zoom = Mutex<(camera: String, factor: Double)?>(nil)

    /// Keeps where a camera's zoom is.
    func remember(_ camera: AVCaptureDevice) {
        zoom.withLock { $0 = (camera.uniqueID, Double(camera.videoZoomFactor)) }
    }

    /// Where a camera's zoom was; `nil` if the last one was another. It is told once.
    func recall(_ camera: AVCaptureDevice) -> Double? {
        zoom.withLock { zoom in
            defer { zoom = nil }
            return zoom?.camera == camera.uniqueID ? zoom?.factor : nil
        }
    }
}
