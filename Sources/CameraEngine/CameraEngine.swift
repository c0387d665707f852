@preconcurrency import AVFoundation
import CameraLifecycle

/// A camera that one can trust: it never ends in a black screen.
///
/// `CameraStateMachine` decides, this actor carries out. Whatever happens (a wish of the user's, a notice of the system's, an
/// answer of the session's, a timer) is an event in one queue, so that decisions are taken one after the other, in order.
/// Calls into the session are made by a `SessionWorker` on its own queue; the actor never waits for them.
public actor CameraEngine {
    private var machine: CameraStateMachine
    let clock: EngineClock
    nonisolated let configuration: EngineConfiguration
    nonisolated let photos: PhotoService
    private var shutter = ShutterReadiness.unavailable
    /// Whether hardware controls cover the screen.
    var controlsCoverTheScreen = false
    /// Which layer shows which camera.
    var previews = SessionPreviewLayers()
    private let recordEvent: EventRecorder?
    /// Whether the session is one that can have several cameras.
    var hasMultiCamSession: Bool
    var worker: SessionWorker
    private var cameraSelection = CameraSelection()
    /// Who gets each camera's frames, by its index.
    var consumers: [Int: FrameConsumer] = [:]
    private var appointments: [CameraTimer: EngineAppointment] = [:]
    private var statusObservers = ValueObservers(CameraStatus.off)
    private var stateObservers = ValueObservers(CameraState())
    private var cameras: [CameraInfo] = []
    /// The cameras that were ever chosen by their identifiers: each can be chosen again.
    private var namedCameras: Set<String> = []
    /// The lenses on the side of the camera in use, if each is a camera of its own.
    private var lenses: [CameraLens] = []
    private let rosterObserver: ObserverTokens
    /// Puts something else in the place of what was decided; in tests only.
    private let revise: @Sendable (CameraEffect) -> CameraEffect
    /// Tells the present worker from former ones, which may still have something to say.
    var generation = 0
    /// The cameras that the session has, and their heat.
    var monitors: CameraMonitors
    var multiCam: MultiCamState
    var recording: RecordingState
    nonisolated let audioMeter = AudioLevelReader()
    let zoomMemory = ZoomMemory()
    nonisolated let subscribers = RecordingSubscribers()
    /// The size that scans are to have.
    var scanSize = PhotoSize.scanning
    private let audioObserver: AudioObserver
    /// How many questions to the user are not answered yet.
    package var openQuestions = 0
    /// Sessions that were given up, as long as they are.
    var formerWorkers: [WeakWorker] = []
    nonisolated let inbox: AsyncStream<Message>.Continuation
    /// The capture system that all is done with.
    nonisolated let scope: EngineScope

    struct WeakWorker {
        weak var worker: SessionWorker?
    }

    /// What stands in the engine's queue.
    enum Message: Sendable {
        case event(CameraEvent)
        /// From the worker of a generation.
        case report(CameraEvent, generation: Int)
        case cameraSelection(CameraSelection)
        /// The session has other cameras, or none; from the worker of a generation.
        case cameras(SessionCameras, generation: Int)
        /// Something about a camera in use has changed.
        case cameraChanged(AVCaptureDevice)
        /// It is time to look at its pressure.
        case checkPressure(AVCaptureDevice)
        /// A camera takes so many frames a second because of the pressure; from the worker of a generation.
        case limited(Double?, AVCaptureDevice, generation: Int)
        /// Several cameras at once.
        case multiCam(MultiCamMessage)
        /// A layer is to show a camera.
        case preview(PreviewHolder, index: Int)
        /// A camera has come or gone.
        case rosterChanged
        /// The shutter has become ready, or busy.
        case shutter(ShutterReadiness)
        /// Hardware controls cover the screen, or don't any more; from the worker of a generation.
        case covered(Bool, generation: Int)
        /// Scans are to have another size.
        case scanSize(PhotoSize)
        /// Movies and their sound.
        case recording(RecordingMessage)
        /// Tells that everything before it has been handled.
        case barrier(@Sendable () -> Void)
    }

    /// An engine at rest. It looks up permission, and does nothing else, until it is told to. On Linux it uses the capture
    /// system that is in force now, whoever calls it later.
    ///
    /// - Parameters:
    ///   - configuration: how the session is set up.
    ///   - timing: how long to wait for what.
    ///   - clock: real time, except in tests.
    public init(
        configuration: EngineConfiguration = EngineConfiguration(),
        timing: CameraTiming = CameraTiming(),
        clock: EngineClock = .continuous
    ) {
        self.init(configuration: configuration, timing: timing, clock: clock, recordEvent: nil)
    }

    /// Is told of each event, in the order in which they are decided on, and of what follows from it.
    package typealias EventRecorder = @Sendable (CameraEvent, CameraTime, [CameraEffect], CameraStatus) -> Void

    /// An engine whose decisions are written down, or that has a bug, for tests that prove that the bug would show.
    ///
    /// - Parameters:
    ///   - recordEvent: is told of what is decided.
    ///   - scope: the capture system that all is done with.
    ///   - revise: what is done in the place of what was decided.
    package init(
        configuration: EngineConfiguration = EngineConfiguration(),
        timing: CameraTiming = CameraTiming(),
        clock: EngineClock,
        recordEvent: EventRecorder? = nil,
        scope: EngineScope = EngineScope(),
        revise: @escaping @Sendable (CameraEffect) -> CameraEffect = { $0 }
    ) {
        let (messages, inbox) = AsyncStream.makeStream(of: Message.self)
        machine = CameraStateMachine(timing: timing, keepsMultiCamSession: configuration.keepsMultiCamSession)
        self.clock = clock
        self.recordEvent = recordEvent
        self.inbox = inbox
        self.revise = revise
        self.configuration = configuration
        self.scope = scope
        photos = PhotoService(clock: clock) { inbox.yield(.shutter($0)) }
        recording = RecordingState(
            policy: AudioPolicy(audio: configuration.audio),
            format: configuration.initialMovieFormat
        )
        multiCam = scope.run { MultiCamState(configuration) }
        monitors = CameraMonitors(count: multiCam.most)
        audioObserver = AudioObserver(configuration.audio, in: scope) { inbox.yield(.recording($0)) }
        let selection = FormatSelection(configuration, mode: recording.policy.mode, scanSize: scanSize, movie: nil)
        hasMultiCamSession = configuration.keepsMultiCamSession && configuration.cameraLimit > 1
        worker = Self.worker(0, inbox, configuration, hasMultiCamSession, selection, scope, audioMeter, zoomMemory)
        photos.adopt(worker.pipelines.map(\.photos))
        rosterObserver = CameraRoster.observe(in: scope) { inbox.yield(.rosterChanged) }
        inbox.yield(.event(.permission(scope.run { Self.permission })))
        inbox.yield(.rosterChanged)
        let cameraCount = min(configuration.initialCameraCount, configuration.cameraLimit)
        if cameraCount > 1 { setCameraCount(cameraCount) }
        // Whatever follows from a message is done within the scope, which tasks take along.
        _ = scope.run {
            Task { [weak self] in
                for await message in messages { await self?.handle(message) }
            }
        }
    }

    deinit {
        // Nothing touches the session from here (R-LIFE-13): whoever ends an engine stops it first.
        inbox.finish()
        statusObservers.end()
        stateObservers.end()
        subscribers.end()
    }

    // MARK: - What the user sees

    /// What a user sees now.
    public var status: CameraStatus { machine.status }

    /// How far the recording is.
    var recordingPhase: RecordingPhase { machine.recordingPhase }

    /// What is decided about each camera of the session, the leading one first.
    var cameraStates: [SessionCameraState] { machine.cameraStates }

    /// The camera that the session has.
    var sessionCamera: AVCaptureDevice? { monitors[0].camera }

    /// The present status, and each later one; a slow reader gets the latest.
    public func statuses() -> AsyncStream<CameraStatus> {
        statusObservers.add { [weak self] id in
            Task { await self?.forgetStatusObserver(id) }
        }
    }

    private func forgetStatusObserver(_ id: Int) { statusObservers.remove(id) }

    /// All that a UI sees: the present state, and each later one; a slow reader gets the latest.
    func states() -> AsyncStream<CameraState> {
        stateObservers.add { [weak self] id in
            Task { await self?.forgetStateObserver(id) }
        }
    }

    private func forgetStateObserver(_ id: Int) { stateObservers.remove(id) }

    /// All that a UI sees now.
    var state: CameraState { stateObservers.value }

    /// The camera that is in use.
    public var camera: CameraInfo? { device.map(CameraInfo.init) }

    /// The camera that is in use, for those who ask more of it; from outside, ``withCamera(_:)`` is the way.
    package var device: AVCaptureDevice? { worker.camera }

    /// Returns when everything that had been said to the engine, and all that it said to the session, is done.
    ///
    /// - Parameter rounds: how often what follows from it is waited for, too: an answer of the session may lead to another
    ///   call into it.
    package func settle(rounds: Int = 4) async {
        for _ in 0..<rounds {
            // The angles of rotation and the shutter's readiness come by the main queue.
            await MainActor.run {}
            await worker.settle()
            await photos.settle()
            await settleDecisions()
        }
    }

    /// Returns when sessions that were given up have returned from all calls and are empty.
    package func settleFormerSessions() async {
        for former in formerWorkers { await former.worker?.settle() }
    }

    /// Returns when everything that had been said to the engine is decided.
    package func settleDecisions() async {
        await withCheckedContinuation { continuation in
            inbox.yield(.barrier { continuation.resume() })
        }
    }

    /// How many sessions were given up because they did not answer.
    package internal(set) var abandonedSessions = 0

    // MARK: - Decisions, and what follows from them

    private func handle(_ message: Message) {
        switch message {
        case .event(let event): decide(event)
        case .report(let event, let generation):
            // A session that was given up may still have something to say; it is about nothing any more.
            if generation == self.generation { decide(event) }
        case .cameraSelection(let selection):
            cameraSelection = selection
            if let id = selection.uniqueID, namedCameras.insert(id).inserted { listCameras() }
            // Another camera may be cool.
            if sessionCamera == nil { stopWatching(0) }
            decide(.selectCamera)
        case .cameras(let cameras, let generation): if generation == self.generation { adopt(cameras) }
        case .cameraChanged(let device): updatePressure(device)
        case .checkPressure(let device): checkPressure(device)
        case .limited(let limit, let device, let generation):
            guard generation == self.generation, let index = monitors.index(of: device) else { break }
            monitors[index].pressure.limitInForce = limit
        case .multiCam(let message): handle(message)
        case .preview(let holder, let index):
            previews.attach(holder, ofCamera: index)
            worker.present(in: previews)
        case .rosterChanged:
            listCameras()
            findCompanions()
        case .shutter(let readiness): shutter = readiness
        case .covered(let isCovered, let generation):
            if generation == self.generation { controlsCoverTheScreen = isCovered }
        case .scanSize(let size): applyScanSize(size)
        case .recording(let message): handle(message)
        case .barrier(let completion): return completion()
        }
        releaseIdleCameras(machine.status, machine.cameraStates)
        publish()
    }

    /// Other cameras are offered, or one of another side is in use.
    func listCameras() {
        // A session that always is one for several cameras never has one of several lenses.
        let neverHasVirtual = hasMultiCamSession && configuration.keepsMultiCamSession
        let preference = neverHasVirtual ? CameraPreference() : configuration.preference
        cameras = preference.devices(named: namedCameras).map(CameraInfo.init)
        lenses = CameraLens.lenses(beside: sessionCamera)
        listMovieFormats()
    }

    /// Has something said at a time.
    func appoint(_ time: CameraTime, _ message: Message) -> EngineAppointment {
        clock.schedule(time) { [inbox] in inbox.yield(message) }
    }

    func decide(_ event: CameraEvent) {
        EngineLog.shared.write(event.logEntry(isRunning: machine.status == .live))
        if let failure = PhotoFailure(endingSession: event) { photos.sessionEnded(failure) }
        handleAudio(event)
        rememberLoss(event)
        // What the camera did not let itself be set to before, it may now.
        if case .firstFrame = event { selectFormat() }
        if case .tornDown = event, recording.needsNewSession { renewSession() }
        let now = clock.now()
        let effects = machine.handle(event, now: now)
        recordEvent?(event, now, effects, machine.status)
        for effect in effects.map(revise) {
            if let entry = effect.logEntry { EngineLog.shared.write(entry) }
            perform(effect)
        }
    }

    private func publish() {
        statusObservers.notify(machine.status)
        var state = CameraState()
        state.status = machine.status
        state.cameras = cameras
        state.camera = sessionCamera.map(CameraInfo.init)
        state.lenses = lenses
        state.controls = sessionCamera.map { DeviceControls(device: $0).controls }
        state.photoFeatures = multiCam.cameras.photoFeatures
        state.shutter = shutter
        state.hardwareControlsCoverTheScreen = controlsCoverTheScreen
        state.pressure = monitors[0].pressure.pressure
        state.recording = recordingStatus
        state.mode = recording.policy.mode
        state.scanSize = scanSize
        state.movieFormat = movieFormatStatus
        state.audioInput = recording.audioInput
        state.multiCam = multiCamStatus
        stateObservers.notify(state)
    }

    private func perform(_ effect: CameraEffect) {
        switch effect {
        case .requestPermission: requestPermission()
        case .configure(let ticket, let steps, let cameras):
            worker.configure(
                ticket,
                SessionConfigurator.Request(steps: steps, cameras: cameras, selection: cameraSelection)
            )
        case .start(let ticket): worker.start(ticket)
        case .tearDown(let ticket, let steps):
            photos.sessionEnded(.stopped)
            worker.tearDown(ticket, steps)
        case .abandonSession: replaceWorker()
        case .changeSession(let forSeveral): changeSession(forSeveral: forSeveral)
        case .awaitFrame(let ticket): worker.pipelines[0].frames.awaitFrame(ticket)
        case .countFrames(let ticket):
            let last = machine.cameraStates.lastIndex(where: \.isOn) ?? 0
            let counts = worker.pipelines.prefix(last + 1).map { $0.frames.drainCount() }
            inbox.yield(.event(.frames(ticket, counts)))
            worker.reviewCosts()
        case .readSessionState(let ticket): worker.readState(ticket)
        case .setTimer(let timer, let time): set(timer, time)
        case .cancelTimer(let timer): appointments.removeValue(forKey: timer)?.cancel()
        case .startRecorder, .pauseRecorder, .resumeRecorder, .stopRecorder, .recordingBegan, .recordingEnded:
            performRecording(effect)
        // What is shown is read from the machine once the event is dealt with.
        case .show: break
        }
    }

    private func set(_ timer: CameraTimer, _ time: CameraTime) {
        appointments[timer]?.cancel()
        appointments[timer] = appoint(time, .event(.timer(timer)))
    }
}

/// What the app wants of the camera, but for movies and several cameras, which have their own extensions.
extension CameraEngine {
    /// Configures the session, so that a start takes less time (R-LIFE-11).
    public nonisolated func prewarm() { inbox.yield(.event(.prewarm)) }

    /// Shows the camera. Permission is looked up again: the user may have changed it since.
    public nonisolated func start() {
        lookUpPermission()
        inbox.yield(.event(.start))
    }

    /// Stops it, and gives the hardware back.
    public nonisolated func stop() { inbox.yield(.event(.stop)) }

    /// Stops it, clears an error, waits for the hardware to settle, and starts again (R-LIFE-7).
    public nonisolated func rebootCamera() {
        lookUpPermission()
        inbox.yield(.event(.restart))
    }

    /// The app has gone to the background: the session is stopped.
    public nonisolated func enterBackground() { inbox.yield(.event(.enteredBackground)) }

    /// The app is back: permission is looked up again, and the camera comes back.
    public nonisolated func enterForeground() {
        lookUpPermission()
        inbox.yield(.event(.enteredForeground))
    }

    /// Changes to another camera; the picture goes on where that is possible.
    public nonisolated func select(_ selection: CameraSelection) { inbox.yield(.cameraSelection(selection)) }

    /// Does something with the camera in use, on the session's queue: not before the session has done what it was told.
    ///
    /// - Parameter body: takes the configuration lock itself, where it needs it.
    /// - Throws: `CameraControlError.noCamera` if no camera is in use, and what `body` throws.
    public func withCamera<R: Sendable>(
        _ body: @escaping @Sendable (AVCaptureDevice) throws -> R
    ) async throws -> R {
        try await worker.withCamera(body)
    }

    /// Takes a photo of what is live. May be called as often and as fast as one likes: no press is lost (R-PHOTO-4).
    ///
    /// - Parameter request: what is wanted of the photo.
    /// - Throws: why there is none, once and within a bound, also when the camera stops, fails or goes away meanwhile.
    public nonisolated func takePhoto(
        _ request: PhotoRequest = PhotoRequest()
    ) async throws(PhotoFailure) -> CapturedPhoto {
        try await photos.takePhoto(request).cut(to: request.shape)
    }

    /// Shows a camera's picture in a layer, which is not kept alive; `nil` for in none. Upright, and mirrored with a front camera
    /// (R-PREV-2, R-ROT-2). From any thread, the main actor's among them; the layer is connected on the session's queue, as soon as
    /// there is such a camera.
    ///
    /// - Parameters:
    ///   - layer: a layer that is on the screen, or will be. If it shows another camera, it changes to this one.
    ///   - index: the camera's index in the session's list of cameras; 0 for the leading one.
    public nonisolated func showPreview(in layer: AVCaptureVideoPreviewLayer?, ofCamera index: Int = 0) {
        inbox.yield(.preview(PreviewHolder(layer: layer), index: index))
    }

    /// Who gets a camera's frames, on a queue of the engine's; `nil` for nobody.
    ///
    /// - Parameters:
    ///   - index: the camera's index in the session's list of cameras; 0 for the leading one.
    ///   - consumer: gets each frame, and where it comes from.
    ///   - drops: hears, on the same queue, of each frame that was lost on its way, with the reason attached to it.
    public func deliverFrames(
        ofCamera index: Int = 0,
        to consumer: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?,
        drops: (@Sendable (CMSampleBuffer) -> Void)? = nil
    ) {
        consumers[index] = FrameConsumer(receive: consumer, onDrop: drops)
        deliverFrames()
    }

    /// What a client does with a camera's frames.
    struct FrameConsumer: Sendable {
        var receive: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?
        var onDrop: (@Sendable (CMSampleBuffer) -> Void)?
    }

    func deliverFrames() {
        for pipeline in worker.pipelines {
            let consumer = consumers[pipeline.index]
            pipeline.frames.deliver(to: consumer?.receive, drops: consumer?.onDrop)
        }
    }

    /// Tells the engine an event as if it had happened.
    package nonisolated func pretend(_ event: CameraEvent) { inbox.yield(.event(event)) }
}

/// Permission for the camera (R-LIFE-1).
extension CameraEngine {
    func requestPermission() {
        let inbox = inbox
        openQuestions += 1
        Task { [weak self] in
            _ = await AVCaptureDevice.requestAccess(for: .video)
            inbox.yield(.event(.permission(Self.permission)))
            await self?.closeQuestion()
        }
    }

    func closeQuestion() { openQuestions -= 1 }

    nonisolated func lookUpPermission() {
        inbox.yield(.event(.permission(scope.run { Self.permission })))
    }

    static var permission: CameraPermission {
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .notDetermined: .undecided
        case .authorized: .granted
        case .denied: .denied
        case .restricted: .restricted
        @unknown default: .restricted
        }
    }
}

/// Workers: each has a session, and is left to itself when that does not answer any more.
extension CameraEngine {
    func replaceWorker() {
        worker.abandon()
        formerWorkers.removeAll { $0.worker == nil }
        formerWorkers.append(WeakWorker(worker: worker))
        photos.sessionEnded(.cameraFailed(code: 0))
        abandonedSessions += 1
        adopt(SessionCameras())
        renewSession()
    }

    /// Takes a new session in the place of one that is empty, or was given up.
    func renewSession() {
        recording.needsNewSession = false
        generation += 1
        controlsCoverTheScreen = false
        worker = Self.worker(
            generation,
            inbox,
            configuration,
            hasMultiCamSession,
            formatSelection,
            scope,
            audioMeter,
            zoomMemory
        )
        updateMicrophone()
        photos.adopt(worker.pipelines.map(\.photos))
        deliverFrames()
        worker.present(in: previews)
    }

    /// Takes a session of another kind.
    func changeSession(forSeveral: Bool) {
        hasMultiCamSession = forSeveral
        renewSession()
    }

    static func worker(
        _ generation: Int,
        _ inbox: AsyncStream<Message>.Continuation,
        _ configuration: EngineConfiguration,
        _ forSeveral: Bool,
        _ selection: FormatSelection,
        _ scope: EngineScope,
        _ audioMeter: AudioLevelReader,
        _ zoomMemory: ZoomMemory
    ) -> SessionWorker {
        SessionWorker(
            configuration: configuration,
            forSeveral: forSeveral,
            selection: selection,
            scope: scope,
            audioMeter: audioMeter,
            zoomMemory: zoomMemory,
            listeners: SessionWorker.Listeners(
                event: { inbox.yield(.report($0, generation: generation)) },
                cameras: { inbox.yield(.cameras($0, generation: generation)) },
                audio: { inbox.yield(.recording(.audio($0, name: $1, generation: generation))) },
                cover: { inbox.yield(.covered($0, generation: generation)) }
            )
        )
    }
}
