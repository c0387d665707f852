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
/// `live` is also left for `adjusting`, when a second camera comes or goes: the picture goes on meanwhile, and afterwards no first
/// frame is waited for.
///
/// What is wanted (by the user, the app's place, permission, the cameras) is kept apart from what the session is doing. After
/// every event the machine takes the next step from the one towards the other. So no order of events leads astray: there
/// is at most one operation in flight, it is answered or given up, and then the step is chosen from what is wanted by then.
public struct CameraStateMachine: Sendable {
    /// What the session is doing.
    private enum Phase: Sendable, Hashable {
        /// It has no inputs and outputs, and nothing is under way.
        case empty
        /// As `empty`, until a timer is due: settling before a restart, or backing off before an attempt to recover.
        case pausing
        /// It gets inputs and outputs.
        case configuring(CameraTicket)
        /// It has them, and does not run.
        case ready
        /// `startRunning()` has not returned.
        case starting(CameraTicket)
        /// It runs, but no frame has come yet.
        case awaitingFrame(CameraTicket)
        /// Frames come.
        case live(CameraTicket)
        /// It runs, and is configured for another camera.
        case switching(CameraTicket)
        /// It runs, and a second camera is added or taken out.
        case adjusting(CameraTicket)
        /// The system has stopped it and will start it again.
        case interrupted(CameraTicket)
        /// It is being emptied and stopped.
        case tearingDown(CameraTicket)
    }

    private let timing: CameraTiming
    private var phase = Phase.empty
    private var orders: CameraOrders
    private var wishes = CameraWishes()
    private var recovery = RecoveryBudget()
    private var checks = FrameChecks()
    private var board = StatusBoard()
    private var recording: RecordingPolicy
    private var second = SecondCameraPolicy()
    /// Why a recording would end, should the event that is dealt with end it.
    private var recordingEnd = RecordingEnd.cameraFailed
    private var interruption: CameraInterruption?
    // What has to be done with the session before anything else.
    private var needsTeardown = false
    private var needsSwitch = false
    private var isRestarting = false

    /// What the user sees.
    public var status: CameraStatus { board.status }

    /// What the user sees of recording.
    public var recordingPhase: RecordingPhase { recording.phase }

    /// What is to be seen of the second camera.
    public var secondCamera: SecondCameraState { second.state }

    /// A camera that nobody wants yet.
    ///
    /// - Parameter timing: how long to wait for what.
    public init(timing: CameraTiming = CameraTiming()) {
        self.timing = timing
        orders = CameraOrders(timing: timing)
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
        if let jump = orders.begin(now) { recovery.clockJumped(back: jump) }
        recordingEnd = RecordingEnd(stoppedBy: event)
        switch event {
        case .prewarm: wishes.wantsPrewarm = true
        case .start: takeStart()
        case .stop: takeStop()
        case .restart: takeRestart()
        case .selectCamera:
            needsSwitch = true
            second.forgetRefusal()
        case .secondCamera(let isWanted): second.want(isWanted)
        case .enteredBackground: enterBackground()
        case .enteredForeground: enterForeground()
        case .record(let ticket, let goesOn):
            recording.begin(ticket, goesOn: goesOn, isLive: status == .live && picture == .live, &orders)
        case .pauseRecording: recording.pause(&orders)
        case .resumeRecording: recording.resume(&orders)
        case .stopRecording: recording.stop(.requested, &orders)
        case .recordingStarted(let ticket): recording.recorderStarted(ticket, &orders)
        case .recordingFinished(let ticket, let outcome):
            recording.recorderFinished(ticket, outcome, interruption, &orders)
        case .permission(let permission): wishes.take(permission)
        case .cameras(let available): takeCameras(available)
        case .cameraLost: if second.isOn, isLive { second.lose() } else { loseCamera() }
        case .secondCameraLost: second.lose()
        case .secondCameraFailed: failSecondCamera()
        case .secondCameraPressure(let isTooHigh): second.isTooHot = isTooHigh
        case .pressure(let isTooHigh): wishes.isTooHot = isTooHigh
        case .interrupted(let reason): interrupt(reason)
        case .interruptionEnded: endInterruption()
        case .failed(let failure, let isRunning): takeFailure(failure, isRunning)
        case .configured(let ticket): finishConfiguration(ticket)
        case .secondCameraRefused(let ticket): if isConfiguring(ticket) { second.refuse() }
        case .configurationFailed(let ticket, let failure): failConfiguration(ticket, failure)
        case .started(let ticket, let isRunning, let isInterrupted):
            finishStart(ticket, isRunning, isInterrupted)
        case .tornDown(let ticket): finishTeardown(ticket)
        case .firstFrame(let ticket): takeFirstFrame(ticket)
        case .frames(let ticket, let count): takeFrames(ticket, count)
        case .secondFrames(let ticket, let count): if phase == .live(ticket) { second.take(count) }
        case .sessionState(let ticket, let isInterrupted, let isRunning):
            takeSessionState(ticket, isInterrupted, isRunning)
        case .timer(let timer): if orders.takeDue(timer) { ring(timer) }
        }
        while step() {}
        if !expectsPicture { recording.forgo(recordingEnd, &orders) }
        board.update(wishes, recovery, picture, &orders)
        return orders.takeEffects()
    }

    /// What the session has for the screen.
    private var picture: StatusBoard.Picture {
        switch phase {
        // A session that only waits for its movie to be finished is neither live nor interrupted any more.
        case .live where mustTearDown, .adjusting where mustTearDown, .interrupted where mustTearDown: .none
        case .adjusting where interruption != nil: .interrupted(interruption)
        case .live, .adjusting, .switching: .live
        case .interrupted: .interrupted(interruption)
        case .empty, .pausing, .configuring, .ready, .starting, .awaitingFrame, .tearingDown: .none
        }
    }

    /// Whether the camera is live, or soon is.
    private var expectsPicture: Bool {
        switch phase {
        case .awaitingFrame, .live, .switching: true
        case .adjusting: interruption == nil
        case .empty, .pausing, .configuring, .ready, .starting, .interrupted, .tearingDown: false
        }
    }

    /// Whether frames of the first camera came, and are to come.
    private var isLive: Bool {
        switch phase {
        case .live, .adjusting: true
        case .empty, .pausing, .configuring, .ready, .starting, .awaitingFrame, .switching, .interrupted, .tearingDown:
            false
        }
    }

    // MARK: - What is wanted

    private mutating func takeStart() {
        if !wishes.wantsRunning {
            recovery.forget()
            second.forgetRefusal()
        }
        wishes.wantsRunning = true
    }

    private mutating func takeStop() {
        wishes.wantsRunning = false
        wishes.wantsPrewarm = false
        isRestarting = false
        recovery.forget()
    }

    private mutating func takeRestart() {
        wishes.wantsRunning = true
        isRestarting = true
        recovery.forget()
        second.forgetRefusal()
    }

    private mutating func takeCameras(_ available: Bool) {
        wishes.hasCamera = available
        second.rosterChanged()
    }

    private mutating func enterBackground() {
        wishes.isForeground = false
        recovery.skipBackOff()
    }

    private mutating func enterForeground() {
        if !wishes.isForeground, recovery.error == nil { recovery.renew() }
        wishes.isForeground = true
    }

    private var shouldRun: Bool { wishes.runs && recovery.error == nil }
    private var shouldBeReady: Bool { wishes.isConfigured && recovery.error == nil }
    private var mustTearDown: Bool { needsTeardown || isRestarting }

    // MARK: - The next step

    /// Takes one step towards what is wanted.
    ///
    /// - Returns: whether another one may follow at once.
    private mutating func step() -> Bool {
        switch phase {
        case .configuring, .starting, .switching, .tearingDown: break
        case .adjusting:
            // The file comes first, here as well.
            if mustTearDown || !shouldRun { _ = recording.release(recordingEnd, &orders) }
        case .empty: leaveEmpty()
        case .pausing:
            if needsSwitch, recovery.isInUseElsewhere { return lookAtOnce() }
            guard isRestarting || !shouldBeReady else { break }
            orders.cancel(.pause)
            phase = .empty
            return true
        case .ready:
            let isFit = !mustTearDown && !needsSwitch && !second.mustRepair
            if !isFit || !shouldBeReady { tearDown() } else if shouldRun { start() }
        case .awaitingFrame:
            if mustTearDown || !shouldRun { tearDown() } else if needsSwitch { switchCamera() }
        case .live:
            if mustTearDown || !shouldRun { tearDown() } else { goOn() }
        case .interrupted:
            // Without the camera that is too hot the other one may run.
            let isFit = !mustTearDown && !needsSwitch && !(second.isOn && second.isTooHot)
            if !isFit || !shouldRun { tearDown() }
        }
        return false
    }

    /// Another camera may be free.
    private mutating func lookAtOnce() -> Bool {
        orders.cancel(.pause)
        recovery.forget()
        phase = .empty
        return true
    }

    private mutating func leaveEmpty() {
        needsTeardown = false
        needsSwitch = false
        if isRestarting {
            isRestarting = false
            recovery.settle(until: orders.now.after(milliseconds: timing.settle))
        }
        if wishes.beginAsking() { orders.add(.requestPermission) }
        guard shouldBeReady, recording.phase != .finishing else { return }
        if let end = recovery.earliest(orders.now), end > orders.now {
            phase = .pausing
            orders.set(.pause, end)
            return
        }
        recovery.endPause()
        let steps = second.configure()
        phase = .configuring(orders.operate { .configure($0, steps) })
    }

    private mutating func start() {
        phase = .starting(orders.operate { .start($0) })
    }

    /// A live session gets what it lacks: another camera, a second one, a movie.
    private mutating func goOn() {
        if needsSwitch {
            switchCamera()
        } else if second.mustChange() {
            // One file has one camera, or two.
            if recording.release(.cameraChanged, &orders) { adjust() }
        } else if second.mustRepair {
            // A recording goes on with the camera that is left.
            adjust()
        } else {
            recording.start(&orders)
        }
    }

    private mutating func switchCamera() {
        // One file has one camera.
        guard recording.release(.cameraChanged, &orders) else { return }
        needsSwitch = false
        stopLooking()
        let steps = second.configure()
        phase = .switching(orders.operate { .configure($0, steps) })
    }

    private mutating func adjust() {
        stopLooking()
        let steps = second.configure()
        phase = .adjusting(orders.operate { .configure($0, steps) })
    }

    private mutating func tearDown() {
        // The file comes first: a recorder whose session is emptied under it loses its end.
        guard recording.release(recordingEnd, &orders) else { return }
        stopLooking()
        phase = .tearingDown(orders.operate { .tearDown($0, .all) })
    }

    private mutating func stopLooking() {
        orders.cancel(.firstFrame)
        orders.cancel(.frameCheck)
        orders.cancel(.interruptionCheck)
    }

    // MARK: - Answers

    private func isConfiguring(_ ticket: CameraTicket) -> Bool {
        phase == .configuring(ticket) || phase == .switching(ticket) || phase == .adjusting(ticket)
    }

    private mutating func finishConfiguration(_ ticket: CameraTicket) {
        if isConfiguring(ticket) { second.finish() }
        switch phase {
        case .configuring(ticket):
            orders.cancel(.answer)
            phase = .ready
        case .switching(ticket):
            orders.cancel(.answer)
            if interruption == nil { awaitFrame() } else { waitForEnd() }
        case .adjusting(ticket):
            orders.cancel(.answer)
            if interruption == nil { goLive(orders.nextTicket()) } else { waitForEnd() }
        case .empty, .pausing, .configuring, .ready, .starting, .awaitingFrame, .live, .switching, .adjusting,
            .interrupted, .tearingDown:
            break
        }
    }

    private mutating func failConfiguration(_ ticket: CameraTicket, _ failure: ConfigurationFailure) {
        guard isConfiguring(ticket) else { return }
        orders.cancel(.answer)
        // What was added before the failure has to go.
        phase = .ready
        switch failure {
        case .noCamera:
            wishes.hasCamera = false
            needsTeardown = true
        case .notPermitted:
            wishes.take(.denied)
            needsTeardown = true
        case .cameraInUse:
            waitUntilFree()
        case .cameraUnavailable, .refused:
            // Not the failure of a prewarming that makes a teardown necessary already: that has no pause.
            recover(isNew: !recovery.isUnderWay)
        }
    }

    private mutating func finishStart(
        _ ticket: CameraTicket,
        _ isRunning: Bool,
        _ isInterrupted: Bool
    ) {
        guard phase == .starting(ticket) else { return }
        orders.cancel(.answer)
        if isRunning {
            interruption = nil
            awaitFrame()
        } else if isInterrupted {
            // A start that the system does not allow now is remembered by the session; it is no failure.
            waitForEnd()
        } else {
            phase = .ready
            recover()
        }
    }

    private mutating func finishTeardown(_ ticket: CameraTicket) {
        guard phase == .tearingDown(ticket) else { return }
        orders.cancel(.answer)
        second.empty()
        phase = .empty
    }

    // MARK: - Frames

    private mutating func awaitFrame() {
        let ticket = orders.nextTicket()
        phase = .awaitingFrame(ticket)
        orders.add(.awaitFrame(ticket))
        orders.set(.firstFrame)
    }

    private mutating func takeFirstFrame(_ ticket: CameraTicket) {
        guard phase == .awaitingFrame(ticket) else { return }
        orders.cancel(.firstFrame)
        recovery.isFree()
        goLive(ticket)
    }

    private mutating func goLive(_ ticket: CameraTicket) {
        phase = .live(ticket)
        checks = FrameChecks()
        orders.set(.frameCheck)
    }

    private mutating func takeFrames(_ ticket: CameraTicket, _ count: Int) {
        guard phase == .live(ticket) else { return }
        switch checks.take(count, stableAfter: timing.checksUntilStable) {
        case .open: break
        case .stable:
            recovery.renew()
            second.isWell()
        case .stalled: return recover()
        }
        orders.set(.frameCheck)
        // What comes by itself comes while all is well.
        if count > 0, second.mayCome, recording.phase == .idle, shouldRun, !needsTeardown { adjust() }
    }

    // MARK: - Interruptions

    private mutating func interrupt(_ reason: CameraInterruption) {
        // Also that of a session that does not run: should it be started during the interruption, it may not be told anew.
        interruption = reason
        switch phase {
        case .awaitingFrame, .live:
            recording.stop(RecordingEnd(reason), &orders)
            waitForEnd()
        case .adjusting: recording.stop(RecordingEnd(reason), &orders)
        case .empty, .pausing, .configuring, .ready, .starting, .switching, .interrupted, .tearingDown: break
        }
    }

    private mutating func waitForEnd() {
        stopLooking()
        recovery.isFree()
        phase = .interrupted(orders.nextTicket())
        orders.set(.interruptionCheck)
    }

    private mutating func endInterruption() {
        interruption = nil
        guard case .interrupted = phase else { return }
        orders.cancel(.interruptionCheck)
        awaitFrame()
    }

    private mutating func takeSessionState(
        _ ticket: CameraTicket,
        _ isInterrupted: Bool,
        _ isRunning: Bool
    ) {
        guard phase == .interrupted(ticket) else { return }
        if isInterrupted {
            orders.set(.interruptionCheck)
        } else if isRunning {
            endInterruption()
        } else {
            recover()
        }
    }

    // MARK: - Failures

    private mutating func takeFailure(_ failure: SessionFailure, _ isRunning: Bool) {
        // The error of a session that runs is a former one's.
        guard !isRunning else { return }
        switch failure {
        case .cameraDisconnected:
            // A camera that is lost again at each start has to end somewhere.
            if isStarting { recover() } else { loseCamera() }
        case .resourcesExhausted:
            // Comes late, when the start that caused it was seen to fail already, so it counts in any phase; but one from
            // before a restart is not about what came after it.
            if wishes.isWantedNow, usesSession || recovery.attempts > 0 { takeOverage() }
        case .cameraInUse:
            // May come late, too.
            waitUntilFree()
        case .mediaServicesReset, .other:
            if usesSession { recover() }
        }
    }

    private var isStarting: Bool {
        switch phase {
        case .starting, .awaitingFrame: true
        case .empty, .pausing, .configuring, .ready, .live, .switching, .adjusting, .interrupted, .tearingDown: false
        }
    }

    /// Whether an error can be about what the session has now.
    private var usesSession: Bool {
        switch phase {
        case .empty, .pausing, .tearingDown: false
        case .configuring, .ready, .starting, .awaitingFrame, .live, .switching, .adjusting, .interrupted: true
        }
    }

    private mutating func loseCamera() {
        if usesSession { needsTeardown = true }
    }

    /// Tears down and tries again, a bounded number of times. It never undoes what the user or the system wants: whether to
    /// start again is asked when the time has come.
    ///
    /// - Parameter isNew: whether nothing has been decided about this failure yet, though there is to be a teardown.
    private mutating func recover(isNew: Bool = false) {
        // One failure may be told twice.
        guard isNew || !needsTeardown else { return }
        needsTeardown = true
        if recovery.attempts > 0 { second.suspect() }
        if wishes.isWantedNow { recovery.tryAgain(timing.backOff) } else { forgoPrewarm() }
    }

    /// Tries again after a while, as often as it takes: another program has the camera, and nobody tells when it is free.
    private mutating func waitUntilFree() {
        if usesSession { needsTeardown = true }
        guard wishes.isWantedNow else { return forgoPrewarm() }
        if recovery.error == nil { recovery.waitUntilFree(timing.retryInUseEvery) }
    }

    /// What was only to save time is not tried again and again: a start configures all the same.
    private mutating func forgoPrewarm() {
        wishes.wantsPrewarm = false
    }

    /// The session is of no use any more, but one camera was well.
    private mutating func failSecondCamera() {
        second.refuse()
        if usesSession { needsTeardown = true }
    }

    /// More hardware was asked for than there is. With two cameras that is no failure yet: there may be enough for less of both,
    /// or for one.
    private mutating func takeOverage() {
        guard second.isAsked else { return giveUp() }
        second.exceed()
        if usesSession { needsTeardown = true }
    }

    private mutating func giveUp() {
        needsTeardown = true
        recovery.giveUp(.cameraSystemError)
    }

    private mutating func abandonSession() {
        switch phase {
        case .configuring, .starting, .switching, .adjusting, .tearingDown:
            orders.add(.abandonSession)
            // A movie may go on while a second camera is taken out.
            if case .adjusting = phase { _ = recording.release(.cameraFailed, &orders) }
            second.suspect()
            second.empty()
            phase = .empty
            interruption = nil
            needsTeardown = false
            recover()
        case .empty, .pausing, .ready, .awaitingFrame, .live, .interrupted:
            break
        }
    }

    // MARK: - Timers

    private mutating func ring(_ timer: CameraTimer) {
        switch timer {
        case .loading: board.showProgress()
        case .answer: abandonSession()
        case .firstFrame:
            if case .awaitingFrame = phase { recover() }
        case .frameCheck:
            if case .live(let ticket) = phase { orders.add(.countFrames(ticket)) }
        case .interruptionCheck:
            if case .interrupted(let ticket) = phase { orders.add(.readSessionState(ticket)) }
        case .pause:
            guard phase == .pausing else { return }
            recovery.endPause()
            phase = .empty
        case .recorder: recording.look(&orders)
        }
    }
}
