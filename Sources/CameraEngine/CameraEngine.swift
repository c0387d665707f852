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
