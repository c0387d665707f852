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
        /// The system has stopped it and will start it again.
        case interrupted(CameraTicket)
        /// It is being emptied and stopped.
        case tearingDown(CameraTicket)
    }

    private let timing: CameraTiming
    private var phase = Phase.empty
    private var effects: [CameraEffect] = []
    private var deadlines = [CameraTime?](repeating: nil, count: CameraTimer.allCases.count)
    private var lastTicket: UInt32 = 0

    // What is wanted, and what the surroundings are like.
    private var wantsRunning = false
    private var wantsPrewarm = false
    private var isForeground = true
    private var permission = CameraPermission.undecided
    private var isAsking = false
    private var hasCamera = true
    private var interruption: CameraInterruption?

    // What went wrong, and what is to be done about it.
    private var error: CameraError?
    private var attempts = 0
    private var needsTeardown = false
    private var needsSwitch = false
    private var isRestarting = false
    /// How long to wait before the next attempt to recover.
    private var pauseBefore: Int64?
    /// Until when the hardware settles after the stop of a restart.
    private var settledAt: CameraTime?
    private var goodChecks = 0
    private var emptyChecks = 0

    /// What the user sees.
    public private(set) var status = CameraStatus.off
    private var isLoadingLong = false

    /// A camera that nobody wants yet.
    ///
    /// - Parameter timing: how long to wait for what.
    public init(timing: CameraTiming = CameraTiming()) {
        self.timing = timing
    }

    /// Takes an event, and answers what has to be done, in this order.
    ///
    /// Any event is legal at any time, twice, and late: what does not matter now is ignored.
    ///
    /// - Parameters:
    ///   - event: what has happened.
    ///   - now: when. A clock that goes backwards makes timers late, nothing else.
    public mutating func handle(_ event: CameraEvent, now: CameraTime) -> [CameraEffect] {
        switch event {
        case .prewarm, .start, .stop, .restart, .selectCamera, .enteredBackground, .enteredForeground:
            takeWish(event)
        case .permission(let permission): takePermission(permission)
        case .cameras(let available): hasCamera = available
        case .cameraLost: loseCamera()
        case .interrupted(let reason): interrupt(reason, now)
        case .interruptionEnded: endInterruption(now)
        case .failed(let failure, let isRunning): takeFailure(failure, isRunning)
        case .configured(let ticket): finishConfiguration(ticket, now)
        case .configurationFailed(let ticket, let failure): failConfiguration(ticket, failure)
        case .started(let ticket, let isRunning, let isInterrupted):
            finishStart(ticket, isRunning, isInterrupted, now)
        case .tornDown(let ticket): finishTeardown(ticket)
        case .firstFrame(let ticket): takeFirstFrame(ticket, now)
        case .frames(let ticket, let count): takeFrames(ticket, count, now)
        case .sessionState(let ticket, let isInterrupted, let isRunning):
            takeSessionState(ticket, isInterrupted, isRunning, now)
        case .timer(let timer): takeTimer(timer, now)
        }
        while step(now) {}
        publish(now)
        defer { effects.removeAll() }
        return effects
    }

    // MARK: - What is wanted

    private mutating func takeWish(_ event: CameraEvent) {
        switch event {
        case .prewarm: wantsPrewarm = true
        case .start:
            if !wantsRunning { forgetFailures() }
            wantsRunning = true
        case .stop:
            wantsRunning = false
            wantsPrewarm = false
            isRestarting = false
            forgetFailures()
        case .restart:
            wantsRunning = true
            isRestarting = true
            forgetFailures()
        case .selectCamera: needsSwitch = true
        case .enteredBackground:
            isForeground = false
            pauseBefore = nil
        case .enteredForeground:
            if !isForeground, error == nil { attempts = 0 }
            isForeground = true
        case .permission, .cameras, .cameraLost, .interrupted, .interruptionEnded, .failed, .configured,
            .configurationFailed, .started, .tornDown, .firstFrame, .frames, .sessionState, .timer:
            break
        }
    }

    private mutating func forgetFailures() {
        error = nil
        attempts = 0
        pauseBefore = nil
    }

    private mutating func takePermission(_ permission: CameraPermission) {
        self.permission = permission
        isAsking = false
    }

    private var shouldRun: Bool {
        wantsRunning && isForeground && permission == .granted && hasCamera && error == nil
    }

    private var shouldBeReady: Bool {
        shouldRun || (wantsPrewarm && permission == .granted && hasCamera && error == nil)
    }

    // MARK: - The next step

    /// Takes one step towards what is wanted.
    ///
    /// - Returns: whether another one may follow at once.
    private mutating func step(_ now: CameraTime) -> Bool {
        switch phase {
        case .configuring, .starting, .switching, .tearingDown: return false
        case .empty: return leaveEmpty(now)
        case .pausing:
            guard isRestarting || !shouldBeReady else { return false }
            cancel(.pause)
            phase = .empty
            return true
        case .ready:
            if mustTearDown || !shouldBeReady { return tearDown(now) }
            return shouldRun ? start(now) : false
        case .awaitingFrame, .live:
            if mustTearDown || !shouldRun { return tearDown(now) }
            return needsSwitch ? switchCamera(now) : false
        case .interrupted:
            return mustTearDown || needsSwitch || !shouldRun ? tearDown(now) : false
        }
    }

    private var mustTearDown: Bool { needsTeardown || isRestarting }

    private mutating func leaveEmpty(_ now: CameraTime) -> Bool {
        needsTeardown = false
        needsSwitch = false
        if isRestarting {
            isRestarting = false
            settledAt = now.after(milliseconds: timing.settle)
        }
        if wantsRunning || wantsPrewarm, isForeground, permission == .undecided, !isAsking {
            isAsking = true
            effects.append(.requestPermission)
        }
        guard shouldBeReady else { return false }
        if let end = endOfPause(now), end > now {
            phase = .pausing
            set(.pause, end)
            return false
        }
        pauseBefore = nil
        settledAt = nil
        let ticket = nextTicket()
        phase = .configuring(ticket)
        effects.append(.configure(ticket, .all))
        set(.answer, now.after(milliseconds: timing.answerWithin))
        return false
    }

    private func endOfPause(_ now: CameraTime) -> CameraTime? {
        guard let pauseBefore else { return settledAt }
        let end = now.after(milliseconds: pauseBefore)
        return settledAt.map { max($0, end) } ?? end
    }

    private mutating func start(_ now: CameraTime) -> Bool {
        let ticket = nextTicket()
        phase = .starting(ticket)
        effects.append(.start(ticket))
        set(.answer, now.after(milliseconds: timing.answerWithin))
        return false
    }

    private mutating func switchCamera(_ now: CameraTime) -> Bool {
        needsSwitch = false
        stopLooking()
        let ticket = nextTicket()
        phase = .switching(ticket)
        effects.append(.configure(ticket, .all))
        set(.answer, now.after(milliseconds: timing.answerWithin))
        return false
    }

    private mutating func tearDown(_ now: CameraTime) -> Bool {
        stopLooking()
        // A stopped session is not interrupted; one that is started again is told anew.
        interruption = nil
        let ticket = nextTicket()
        phase = .tearingDown(ticket)
        effects.append(.tearDown(ticket, .all))
        set(.answer, now.after(milliseconds: timing.answerWithin))
        return false
    }

    private mutating func stopLooking() {
        cancel(.firstFrame)
        cancel(.frameCheck)
        cancel(.interruptionCheck)
    }

    // MARK: - Answers

    private mutating func finishConfiguration(_ ticket: CameraTicket, _ now: CameraTime) {
        switch phase {
        case .configuring(ticket):
            cancel(.answer)
            phase = .ready
        case .switching(ticket):
            cancel(.answer)
            if interruption == nil { awaitFrame(now) } else { waitForEnd(now) }
        case .empty, .pausing, .configuring, .ready, .starting, .awaitingFrame, .live, .switching, .interrupted,
            .tearingDown:
            break
        }
    }

    private mutating func failConfiguration(_ ticket: CameraTicket, _ failure: ConfigurationFailure) {
        guard phase == .configuring(ticket) || phase == .switching(ticket) else { return }
        cancel(.answer)
        // What was added before the failure has to go.
        phase = .ready
        switch failure {
        case .noCamera:
            hasCamera = false
            needsTeardown = true
        case .notPermitted:
            permission = .denied
            needsTeardown = true
        case .cameraUnavailable, .refused:
            recover()
        }
    }

    private mutating func finishStart(
        _ ticket: CameraTicket,
        _ isRunning: Bool,
        _ isInterrupted: Bool,
        _ now: CameraTime
    ) {
        guard phase == .starting(ticket) else { return }
        cancel(.answer)
        if isRunning {
            interruption = nil
            awaitFrame(now)
        } else if isInterrupted {
            // A start that the system does not allow now is remembered by the session; it is no failure.
            waitForEnd(now)
        } else {
            phase = .ready
            recover()
        }
    }

    private mutating func finishTeardown(_ ticket: CameraTicket) {
        guard phase == .tearingDown(ticket) else { return }
        cancel(.answer)
        phase = .empty
    }

    // MARK: - Frames

    private mutating func awaitFrame(_ now: CameraTime) {
        let ticket = nextTicket()
        phase = .awaitingFrame(ticket)
        effects.append(.awaitFrame(ticket))
        set(.firstFrame, now.after(milliseconds: timing.firstFrameWithin))
    }

    private mutating func takeFirstFrame(_ ticket: CameraTicket, _ now: CameraTime) {
        guard phase == .awaitingFrame(ticket) else { return }
        cancel(.firstFrame)
        phase = .live(ticket)
        goodChecks = 0
        emptyChecks = 0
        set(.frameCheck, now.after(milliseconds: timing.frameCheckEvery))
    }

    private mutating func takeFrames(_ ticket: CameraTicket, _ count: Int, _ now: CameraTime) {
        guard phase == .live(ticket) else { return }
        if count > 0 {
            emptyChecks = 0
            goodChecks += 1
            if goodChecks >= timing.checksUntilStable { attempts = 0 }
        } else {
            goodChecks = 0
            emptyChecks += 1
            if emptyChecks >= 2 { return recover() }
        }
        set(.frameCheck, now.after(milliseconds: timing.frameCheckEvery))
    }

    // MARK: - Interruptions

    private mutating func interrupt(_ reason: CameraInterruption, _ now: CameraTime) {
        switch phase {
        case .awaitingFrame, .live:
            interruption = reason
            waitForEnd(now)
        case .interrupted, .starting, .switching:
            interruption = reason
        case .empty, .pausing, .configuring, .ready, .tearingDown:
            // A session that does not run has nothing to be interrupted.
            break
        }
    }

    private mutating func waitForEnd(_ now: CameraTime) {
        stopLooking()
        phase = .interrupted(nextTicket())
        set(.interruptionCheck, now.after(milliseconds: timing.interruptionCheckEvery))
    }

    private mutating func endInterruption(_ now: CameraTime) {
        interruption = nil
        guard case .interrupted = phase else { return }
        cancel(.interruptionCheck)
        awaitFrame(now)
    }

    private mutating func takeSessionState(
        _ ticket: CameraTicket,
        _ isInterrupted: Bool,
        _ isRunning: Bool,
        _ now: CameraTime
    ) {
        guard phase == .interrupted(ticket) else { return }
        if isInterrupted {
            set(.interruptionCheck, now.after(milliseconds: timing.interruptionCheckEvery))
        } else if isRunning {
            endInterruption(now)
        } else {
            recover()
        }
    }

    // MARK: - Failures

    private mutating func takeFailure(_ failure: SessionFailure, _ isRunning: Bool) {
        // The error of a session that runs is a former one's.
        guard !isRunning else { return }
        switch failure {
        case .cameraDisconnected: loseCamera()
        case .resourcesExhausted:
            // Comes late, when the start that caused it was seen to fail already, so it counts in any phase.
            if wantsRunning, isForeground { give(up: .cameraSystemError) }
        case .mediaServicesReset, .other:
            if usesSession { recover() }
        }
    }

    /// Whether an error can be about what the session has now.
    private var usesSession: Bool {
        switch phase {
        case .empty, .pausing, .tearingDown: false
        case .configuring, .ready, .starting, .awaitingFrame, .live, .switching, .interrupted: true
        }
    }

    private mutating func loseCamera() {
        if usesSession { needsTeardown = true }
    }

    /// Tears down and tries again, a bounded number of times. It never undoes what the user or the system wants: whether to
    /// start again is asked when the time has come.
    private mutating func recover() {
        // One failure may be told twice.
        guard !needsTeardown else { return }
        needsTeardown = true
        guard wantsRunning, isForeground else { return }
        guard attempts < timing.backOff.count else { return give(up: .cameraSystemError) }
        pauseBefore = timing.backOff[attempts]
        attempts += 1
    }

    private mutating func give(up error: CameraError) {
        self.error = error
        needsTeardown = true
        pauseBefore = nil
    }

    private mutating func abandonSession() {
        switch phase {
        case .configuring, .starting, .switching, .tearingDown:
            effects.append(.abandonSession)
            phase = .empty
            interruption = nil
            needsTeardown = false
            recover()
        case .empty, .pausing, .ready, .awaitingFrame, .live, .interrupted:
            break
        }
    }

    // MARK: - Timers

    private mutating func takeTimer(_ timer: CameraTimer, _ now: CameraTime) {
        guard let deadline = deadlines[Int(timer.rawValue)], deadline <= now else { return }
        deadlines[Int(timer.rawValue)] = nil
        switch timer {
        case .loading: isLoadingLong = true
        case .answer: abandonSession()
        case .firstFrame:
            if case .awaitingFrame = phase { recover() }
        case .frameCheck:
            if case .live(let ticket) = phase { effects.append(.countFrames(ticket)) }
        case .interruptionCheck:
            if case .interrupted(let ticket) = phase { effects.append(.readSessionState(ticket)) }
        case .pause:
            guard phase == .pausing else { return }
            pauseBefore = nil
            settledAt = nil
            phase = .empty
        }
    }

    private mutating func set(_ timer: CameraTimer, _ deadline: CameraTime) {
        deadlines[Int(timer.rawValue)] = deadline
        effects.append(.setTimer(timer, deadline))
    }

    private mutating func cancel(_ timer: CameraTimer) {
        guard deadlines[Int(timer.rawValue)] != nil else { return }
        deadlines[Int(timer.rawValue)] = nil
        effects.append(.cancelTimer(timer))
    }

    private mutating func nextTicket() -> CameraTicket {
        lastTicket &+= 1
        return CameraTicket(number: lastTicket)
    }

    // MARK: - What the user sees

    private mutating func publish(_ now: CameraTime) {
        let isStarting = if case .starting = currentStatus { true } else { false }
        let wasStarting = if case .starting = status { true } else { false }
        if isStarting, !wasStarting {
            isLoadingLong = false
            set(.loading, now.after(milliseconds: timing.loadingAfter))
        } else if wasStarting, !isStarting {
            cancel(.loading)
        }
        let next = currentStatus
        guard next != status else { return }
        status = next
        effects.append(.show(next))
    }

    private var currentStatus: CameraStatus {
        guard wantsRunning else { return .off }
        if let error { return .failed(error) }
        guard isForeground else { return .inBackground }
        switch permission {
        case .undecided: return .askingForPermission
        case .denied: return .denied
        case .restricted: return .restricted
        case .granted: break
        }
        guard hasCamera else { return .noCamera }
        switch phase {
        case .live, .switching: return .live
        case .interrupted: return .interrupted(interruption)
        case .empty, .pausing, .configuring, .ready, .starting, .awaitingFrame, .tearingDown: break
        }
        return attempts > 0 ? .recovering(attempt: attempts) : .starting(showsProgress: isLoadingLong)
    }
}
