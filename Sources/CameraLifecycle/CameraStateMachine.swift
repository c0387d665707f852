/// Decides, from what happens, what the camera does next: when a session is configured, started, emptied, started again or
/// given up, and what the user sees meanwhile. It does nothing itself, knows no clock, and never waits.
///
/// ```
///            configure            start              first frame
///   empty ──────────────▶ ready ─────────▶ starting ─────────────▶ awaiting frame ──▶ live
///    ▲  ▲                   │                 │                          │  ▲           │ ▲
///    │  │ over              ▼                 ▼                          ▼  │ over      ▼ │ configured
///    │ pausing ◀── tearing down ◀── not wanted any more, lost, failed ── interrupted  switching
///    │                │
///    └────────────────┘
/// ```
///
/// `live` is also left for `adjusting`, when an additional camera comes or goes: the picture goes on meanwhile, and afterwards no first
/// frame is waited for. So is `interrupted`, when the session can go on without a camera that is too hot.
///
/// Where one camera and several have sessions of different kinds, a session of the wrong kind is torn down, and replaced while there is
/// none in use.
///
/// What is wanted (by the user, the app's place, permission, the cameras) is kept apart from what the session is doing. After
/// every event the machine takes the next step from the one towards the other. So no order of events leads astray: there
/// is at most one operation in flight, it is answered or given up, and then the step is chosen from what is wanted by then.
public struct CameraStateMachine: Sendable {
    // What the extensions of this type share.
    let timing: CameraTiming
    var phase = CameraPhase.empty
    var collector: EffectCollector
    var intent = CameraIntent()
    var recovery = RecoveryBudget()
    var checks = FrameChecks()
    var recording: RecordingPolicy
    var cameras = CameraListPolicy()
    var interruption: CameraInterruption?
    /// The configuration during which permission was last told of: what it says of permission may be older than that.
    var permissionToldDuring: CameraTicket?
    // What has to be done with the session before anything else.
    var needsTeardown = false
    var needsSwitch = false
    /// Whether what is adjusted is an interrupted session, whose frames have to be waited for.
    var resumesInterrupted = false
    /// Whether a session for several cameras is used also as long as one is wanted.
    private let keepsMultiCamSession: Bool
    /// Whether the session is one for several cameras, if there are two kinds.
    private var hasMultiCamSession = false
    /// Whether the session is replaced by one of the other kind, with which the picture comes back.
    var isReplacingSession = false
    private var isRestarting = false
    private var presenter = StatusPresenter()
    /// Why a recording would end, should the event that is dealt with end it.
    private var recordingEnd = RecordingEnd.cameraFailed

    /// What the user sees.
    public var status: CameraStatus { presenter.status }

    /// What the user sees of recording.
    public var recordingPhase: RecordingPhase { recording.phase }

    /// What is to be seen of each camera of the session, the leading one first.
    public var cameraStates: [SessionCameraState] {
        [SessionCameraState(isWanted: intent.wantsRunning, isOn: phase.hasCameras)] + cameras.states
    }

    /// A camera that nobody wants yet.
    ///
    /// - Parameters:
    ///   - timing: how long to wait for what.
    ///   - keepsMultiCamSession: whether the session is one for several cameras also as long as one is wanted. Otherwise it is replaced
    ///     when the one or the other is wanted.
    public init(timing: CameraTiming = CameraTiming(), keepsMultiCamSession: Bool = true) {
        self.timing = timing
        self.keepsMultiCamSession = keepsMultiCamSession
        collector = EffectCollector(timing: timing)
        recording = RecordingPolicy(timing: timing)
    }

    /// Takes an event, and answers what has to be done, in this order.
    ///
    /// Any event is legal at any time, twice, and late: what does not matter now is ignored.
    ///
    /// - Parameters:
    ///   - event: what has happened.
    ///   - now: when. A clock that goes backwards makes timers late, by no more than they take; one that goes forwards makes
    ///     them early.
    public mutating func handle(_ event: CameraEvent, now: CameraTime) -> [CameraEffect] {
        if let jump = collector.begin(now) { recovery.clockJumped(back: jump) }
        recordingEnd = RecordingEnd(stoppedBy: event)
        switch event {
        case .prewarm: intent.wantsPrewarm = true
        case .start: handleStart()
        case .stop: handleStop()
        case .restart: handleRestart()
        case .selectCamera:
            needsSwitch = true
            cameras.forgetRefusals()
        case .cameraCount(let count): cameras.setWantedCount(count)
        case .enteredBackground: enterBackground()
        case .enteredForeground: enterForeground()
        case .record(let ticket, let goesOn):
            recording.begin(ticket, goesOn: goesOn, isLive: status == .live && preview == .live, &collector)
        case .pauseRecording: recording.pause(&collector)
        case .resumeRecording: recording.resume(&collector)
        case .stopRecording: recording.stop(.requested, &collector)
        case .recordingStarted(let ticket): recording.recorderStarted(ticket, &collector)
        case .recordingFinished(let ticket, let outcome):
            recording.recorderFinished(ticket, outcome, interruption, &collector)
        case .permission(let permission): handlePermission(permission)
        case .cameras(let available): handleCameras(available)
        case .cameraLost(let index): handleCameraLoss(index)
        case .cameraFailed(let index): failCamera(index)
        case .pressure(let isTooHigh, let index): setPressure(isTooHigh: isTooHigh, index)
        case .hardwareFreed: cameras.hardwareFreed()
        case .interrupted(let reason): interrupt(reason)
        case .interruptionEnded: endInterruption()
        case .failed(let failure, let isRunning): handleFailure(failure, isRunning)
        case .configured(let ticket): finishConfiguration(ticket)
        case .cameraRefused(let ticket, let index): if phase.isConfiguring(ticket) { cameras.refuse(index) }
        case .configurationFailed(let ticket, let failure): failConfiguration(ticket, failure)
        case .started(let ticket, let isRunning, let isInterrupted):
            finishStart(ticket, isRunning, isInterrupted)
        case .tornDown(let ticket): finishTeardown(ticket)
        case .firstFrame(let ticket): handleFirstFrame(ticket)
        case .frames(let ticket, let counts): handleFrames(ticket, counts)
        case .sessionState(let ticket, let isInterrupted, let isRunning):
            handleSessionState(ticket, isInterrupted, isRunning)
        case .timer(let timer): if collector.removeDue(timer) { ring(timer) }
        }
        while step() {}
        if !shouldRun || isRestarting || recovery.isUnderWay { isReplacingSession = false }
        if !expectsFrames { recording.cancelWaiting(recordingEnd, &collector) }
        presenter.update(intent, recovery, preview, &collector)
        return collector.drainEffects()
    }

    /// What the session has for the screen.
    private var preview: StatusPresenter.Preview {
        switch phase {
        // A session that only waits for its movie to be finished is neither live nor interrupted any more.
        case .live where mustTearDown, .adjusting where mustTearDown, .interrupted where mustTearDown: .none
        case .adjusting where interruption != nil || resumesInterrupted: .interrupted(interruption ?? .systemPressure)
        case .live, .adjusting, .switching: .live
        case .interrupted: .interrupted(interruption)
        case .empty, .pausing, .configuring, .ready, .starting, .awaitingFrame, .tearingDown: .none
        }
    }

    /// Whether the camera is live, or soon is.
    private var expectsFrames: Bool {
        switch phase {
        case .awaitingFrame, .live, .switching: true
        case .adjusting: interruption == nil && !resumesInterrupted
        case .empty, .configuring, .ready, .starting, .tearingDown: isReplacingSession
        case .pausing, .interrupted: false
        }
    }

    // MARK: - What is wanted

    private mutating func handleStart() {
        if !intent.wantsRunning {
            recovery.forget()
            cameras.forgetRefusals()
        }
        intent.wantsRunning = true
    }

    private mutating func handleStop() {
        intent.wantsRunning = false
        intent.wantsPrewarm = false
        isRestarting = false
        recovery.forget()
    }

    private mutating func handleRestart() {
        intent.wantsRunning = true
        isRestarting = true
        recovery.forget()
        cameras.forgetRefusals()
    }

    private mutating func handlePermission(_ permission: CameraPermission) {
        intent.setPermission(permission)
        permissionToldDuring = phase.configuration
    }

    private mutating func handleCameras(_ available: Bool) {
        intent.hasCamera = available
        cameras.rosterChanged()
    }

    private mutating func enterBackground() {
        intent.isForeground = false
        recovery.skipBackOff()
    }

    private mutating func enterForeground() {
        if !intent.isForeground, recovery.error == nil { recovery.renew() }
        intent.isForeground = true
    }

    var shouldRun: Bool { intent.runs && recovery.error == nil }
    private var shouldBeReady: Bool { intent.isConfigured && recovery.error == nil }
    private var mustTearDown: Bool { needsTeardown || isRestarting }
    private var needsOtherSession: Bool { !keepsMultiCamSession && hasMultiCamSession != cameras.areSeveralWanted }

    // MARK: - The next step

    /// Takes one step towards what is wanted.
    ///
    /// - Returns: whether another one may follow at once.
    private mutating func step() -> Bool {
        switch phase {
        case .configuring, .starting, .switching, .tearingDown: break
        case .adjusting:
            // The file comes first, here as well.
            if mustTearDown || !shouldRun { _ = recording.release(recordingEnd, &collector) }
        case .empty: leaveEmpty()
        case .pausing:
            if needsSwitch, recovery.isInUseElsewhere { return checkAtOnce() }
            guard isRestarting || !shouldBeReady else { break }
            collector.cancel(.pause)
            phase = .empty
            return true
        case .ready:
            let isFit = !mustTearDown && !needsSwitch && !cameras.mustRepair && !needsOtherSession
            if !isFit || !shouldBeReady { tearDown() } else if shouldRun { start() }
        case .awaitingFrame:
            if mustTearDown || !shouldRun {
                tearDown()
            } else if needsOtherSession {
                replaceSession()
            } else if needsSwitch {
                switchCamera()
            }
        case .live:
            if mustTearDown || !shouldRun { tearDown() } else if needsOtherSession { replaceSession() } else { goOn() }
        case .interrupted:
            if mustTearDown || needsSwitch || needsOtherSession || !shouldRun {
                tearDown()
            } else if cameras.hasHotCamera {
                // Without the camera that is too hot the others may run.
                resumesInterrupted = true
                adjust(addsNone: recording.phase != .idle)
            }
        }
        return false
    }

    /// Another camera may be free.
    private mutating func checkAtOnce() -> Bool {
        collector.cancel(.pause)
        recovery.forget()
        phase = .empty
        return true
    }

    private mutating func leaveEmpty() {
        needsTeardown = false
        needsSwitch = false
        if isRestarting {
            isRestarting = false
            recovery.settle(until: collector.now.after(milliseconds: timing.settle))
        }
        if intent.beginAsking() { collector.add(.requestPermission) }
        guard shouldBeReady, recording.phase != .finishing else { return }
        if let end = recovery.earliest(collector.now), end > collector.now {
            phase = .pausing
            collector.set(.pause, end)
            return
        }
        recovery.endPause()
        if needsOtherSession {
            hasMultiCamSession.toggle()
            collector.add(.changeSession(forSeveral: hasMultiCamSession))
        }
        let set = cameras.configure()
        phase = .configuring(collector.operate { .configure($0, .all, set) })
    }

    private mutating func start() {
        phase = .starting(collector.operate { .start($0) })
    }

    /// The session is not of the kind that is wanted. The next one shows the picture, and a recording that goes on with another camera
    /// goes on there.
    private mutating func replaceSession() {
        guard recording.release(.cameraChanged, &collector) else { return }
        isReplacingSession = true
        emptySession()
    }

    private mutating func tearDown() {
        // The file comes first: a recorder whose session is emptied under it loses its end.
        guard recording.release(recordingEnd, &collector) else { return }
        emptySession()
    }

    private mutating func emptySession() {
        cancelChecks()
        phase = .tearingDown(collector.operate { .tearDown($0, .all) })
    }

    mutating func cancelChecks() {
        collector.cancel(.firstFrame)
        collector.cancel(.frameCheck)
        collector.cancel(.interruptionCheck)
    }

    // MARK: - Timers

    private mutating func ring(_ timer: CameraTimer) {
        switch timer {
        case .loading: presenter.showProgress()
        case .answer: abandonSession()
        case .firstFrame:
            if case .awaitingFrame = phase { recover() }
        case .frameCheck:
            if case .live(let ticket) = phase { collector.add(.countFrames(ticket)) }
        case .interruptionCheck:
            if case .interrupted(let ticket) = phase { collector.add(.readSessionState(ticket)) }
        case .pause:
            guard phase == .pausing else { return }
            recovery.endPause()
            phase = .empty
        case .recorder: recording.check(&collector)
        }
    }
}

/// Several cameras in one session: what a live session gets and gives away while its picture goes on, and what is the matter when all
/// of them together do not do. Which ones there are to be is decided by `CameraListPolicy`.
extension CameraStateMachine {
    /// A live session gets what it lacks: another camera, one more, a movie.
    mutating func goOn() {
        if needsSwitch {
            switchCamera()
        } else if cameras.mustChange() {
            // One file has the same cameras from its beginning to its end.
            if recording.release(.cameraChanged, &collector) { adjust(addsNone: false) }
        } else if cameras.mustRepair {
            // A recording goes on with the cameras that are left.
            adjust(addsNone: recording.phase != .idle)
        } else {
            recording.start(&collector)
        }
    }

    mutating func switchCamera() {
        // One file has one leading camera.
        guard recording.release(.cameraChanged, &collector) else { return }
        needsSwitch = false
        cancelChecks()
        let set = cameras.configure()
        phase = .switching(collector.operate { .configure($0, .all, set) })
    }

    /// Cameras come or go while the picture goes on.
    ///
    /// - Parameter addsNone: whether a movie is recorded that goes on with those that are there.
    mutating func adjust(addsNone: Bool) {
        cancelChecks()
        let set = cameras.configure(addsNone: addsNone)
        phase = .adjusting(collector.operate { .configure($0, .all, set) })
    }

    /// A camera was disconnected. Where there are several, the session goes on with the others.
    mutating func handleCameraLoss(_ index: Int) {
        if index > 0 || (!cameras.on.isEmpty && phase.isLive) { cameras.markLost(index) } else { handleCameraLoss() }
    }

    /// Heat and power press too hard on a camera, or not any more.
    mutating func setPressure(isTooHigh: Bool, _ index: Int) {
        if index == 0 { intent.isTooHot = isTooHigh } else { cameras.setPressure(isTooHigh: isTooHigh, index) }
    }

    /// How many frames of each camera came since the last look.
    mutating func handleFrames(_ ticket: CameraTicket, _ counts: [Int]) {
        guard phase == .live(ticket), let leading = counts.first else { return }
        for (index, count) in counts.enumerated().dropFirst() { cameras.check(count, index) }
        handleFrames(leading)
    }

    // MARK: What goes wrong

    /// The session is of no use any more because of one of its cameras; the leading one was well.
    mutating func failCamera(_ index: Int) {
        cameras.refuse(index)
        if phase.usesSession { needsTeardown = true }
    }

    /// More hardware was asked for than there is. With several cameras that is no failure yet: there may be enough for less of each,
    /// or for fewer.
    ///
    /// - Parameter one: what to do about one camera alone.
    mutating func handleOverage(orElse one: (inout Self) -> Void) {
        guard !cameras.asked.isEmpty else { return one(&self) }
        cameras.exceed()
        if phase.usesSession { needsTeardown = true }
    }
}

/// What goes wrong: losses, errors, operations that never end. What can be mended is tried again, a bounded number of times.
extension CameraStateMachine {
    mutating func handleFailure(_ failure: SessionFailure, _ isRunning: Bool) {
        // The error of a session that runs is a former one's.
        guard !isRunning else { return }
        switch failure {
        case .cameraDisconnected:
            // A camera that is lost again at each start has to end somewhere.
            if phase.isStarting { recover() } else { handleCameraLoss() }
        case .resourcesExhausted:
            // Comes late, when the start that caused it was seen to fail already, so it counts in any phase; but one from
            // before a restart is not about what came after it.
            if intent.isWantedNow, phase.usesSession || recovery.attempts > 0 { handleOverage(orElse: { $0.giveUp() }) }
        case .overBudget:
            // One camera is set up with less of it when it is tried again.
            if phase.usesSession { handleOverage(orElse: { $0.recover() }) }
        case .cameraInUse:
            // May come late, too.
            waitUntilFree()
        case .mediaServicesReset, .other:
            if phase.usesSession { recover() }
        }
    }

    mutating func handleCameraLoss() {
        if phase.usesSession { needsTeardown = true }
    }

    /// Tears down and tries again, a bounded number of times. It never undoes what the user or the system wants: whether to
    /// start again is asked when the time has come.
    ///
    /// - Parameter isNew: whether nothing has been decided about this failure yet, though there is to be a teardown.
    mutating func recover(isNew: Bool = false) {
        // One failure may be told twice.
        guard isNew || !needsTeardown else { return }
        needsTeardown = true
        if recovery.attempts > 0 { cameras.suspect() }
        if intent.isWantedNow { recovery.tryAgain(timing.backOff) } else { skipPrewarm() }
    }

    /// Tries again after a while, as often as it takes: another program has the camera, and nobody tells when it is free.
    mutating func waitUntilFree() {
        if phase.usesSession { needsTeardown = true }
        guard intent.isWantedNow else { return skipPrewarm() }
        if recovery.error == nil { recovery.waitUntilFree(timing.retryInUseEvery) }
    }

    /// What was only to save time is not tried again and again: a start configures all the same.
    mutating func skipPrewarm() {
        intent.wantsPrewarm = false
    }

    mutating func giveUp() {
        needsTeardown = true
        recovery.giveUp(.cameraSystemError)
    }

    mutating func abandonSession() {
        switch phase {
        case .configuring, .starting, .switching, .adjusting, .tearingDown:
            // A movie may go on while one of its cameras is taken out.
            if case .adjusting = phase { _ = recording.release(.cameraFailed, &collector) }
            collector.add(.abandonSession)
            cameras.suspect()
            cameras.empty()
            resumesInterrupted = false
            phase = .empty
            interruption = nil
            needsTeardown = false
            recover()
        case .empty, .pausing, .ready, .awaitingFrame, .live, .interrupted:
            break
        }
    }
}
