import CameraLifecycle
import SeededRandom

/// A phone's camera system as the engine meets it, with all its strictness and none of its pictures.
///
/// It answers operations after a while, interrupts, dies, and keeps the hardware of sessions that were stopped with
/// inputs or outputs in them. It checks what it is told to do; what must never happen is kept in `violation`.
struct PhoneModel: Sendable {
    /// What is going to happen, besides what users do.
    enum ScheduledEvent: Sendable {
        case event(CameraEvent)
        case timer(CameraTimer, CameraTime)
        case completes(Operation, session: UInt32)
        /// A frame arrives, if the session runs and the sensor is not frozen.
        case frame(session: UInt32, ticket: CameraTicket)
        case answersPermission
        case recorderBegins(RecordingTicket)
        case recorderFinishes(RecordingTicket, RecordingEnd)
    }

    /// What a session is doing for the engine.
    enum Operation: Sendable, Hashable {
        case configure(CameraTicket, ConfigurationSteps, CameraSet)
        case start(CameraTicket)
        case tearDown(CameraTicket, TeardownSteps)

        /// The answer to an operation that was given up long ago.
        var lateAnswer: CameraEvent {
            switch self {
            case .configure(let ticket, _, _): .configured(ticket)
            case .start(let ticket): .started(ticket, isRunning: true, isInterrupted: false)
            case .tearDown(let ticket, _): .tornDown(ticket)
            }
        }
    }

    // MARK: The world

    var permission: CameraPermission
    /// Whether permission was taken away during the operation that is under way, if only for a moment.
    var wasRefusedMeanwhile = false
    /// What the user will answer.
    var answer = CameraPermission.granted
    var hasCamera = true
    var isForeground = true
    /// Reasons, besides the background, for which the system takes the camera away.
    var blockers: Set<CameraInterruption> = []
    var isFrozen = false
    var hangsNext = false
    var failsNextConfiguration = false
    var failsNextStart = false
    var losesNextNotice = false
    /// Starts fail.
    var isBroken = false
    /// Another program has the camera. It gets it only while nobody here runs it.
    var isInUseElsewhere = false
    /// By how much the engine's clock differs from the simulation's, in nanoseconds.
    var clockOffset: Int64 = 0

    // MARK: The session

    /// What a session can have, if there are two kinds.
    private enum SessionKind: Sendable {
        case one, several
    }

    /// `nil` as long as nobody has said which kind is wanted: then it can have several.
    private var kind: SessionKind?
    /// Counts the session objects; an abandoned one's doings are nobody's.
    private(set) var session: UInt32 = 1
    private(set) var hasInputs = false
    private(set) var hasOutputs = false
    var isRunning = false
    var isInterrupted = false
    private(set) var operation: Operation?
    /// The operation is not going to be answered.
    private var isHanging = false
    /// Hardware that stopped sessions have not given back.
    private(set) var leaked = 0
    /// So many leaks are survived; the next start fails.
    static let leakLimit = 2

    // MARK: The other cameras

    var others = AdditionalCamerasModel()

    // MARK: The recorder

    var recorder = RecorderModel()
    /// What the engine calls its recordings.
    var recordings: UInt32 = 0
    /// Whether notices come before the answers that they explain.
    var isHasty: Bool { recordings.isMultiple(of: 2) }

    private(set) var framesSincePoll = 0
    var awaited: CameraTicket?
    var lastAnswer: CameraEvent?

    /// What must not have happened.
    private(set) var violation: Violation?
    private var timers = [CameraTime?](repeating: nil, count: CameraTimer.allCases.count)

    let timing: CameraTiming

    init(permission: CameraPermission, timing: CameraTiming) {
        self.permission = permission
        self.timing = timing
    }

    mutating func violate(_ rule: Violation) {
        if violation == nil { violation = rule }
    }

    /// Whether the system would let a session run now.
    var isBlocked: Bool { !isForeground || !blockers.isEmpty || others.areTooHot }

    /// Why it would not.
    private var blockingReason: CameraInterruption? {
        if !isForeground { return .background }
        if others.areTooHot { return .systemPressure }
        return CameraInterruption.allCases.first { blockers.contains($0) }
    }

    // MARK: Doing what the engine says

    mutating func perform(
        _ effect: CameraEffect,
        _ now: CameraTime,
        _ generator: inout SeededGenerator,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) {
        switch effect {
        case .requestPermission:
            eventQueue.add(.answersPermission, at: now.after(milliseconds: 20 + Int64(generator.below(2_000))))
        case .configure(let ticket, let steps, let cameras):
            begin(.configure(ticket, steps, cameras), now, 5 + Int64(generator.below(80)), &generator, &eventQueue)
        case .start(let ticket):
            begin(.start(ticket), now, 20 + Int64(generator.below(400)), &generator, &eventQueue)
        case .tearDown(let ticket, let steps):
            begin(.tearDown(ticket, steps), now, 5 + Int64(generator.below(200)), &generator, &eventQueue)
        case .abandonSession:
            if isHanging, let operation {
                eventQueue.add(
                    .event(operation.lateAnswer),
                    at: now.after(milliseconds: 50 + Int64(generator.below(1_000)))
                )
            }
            abandon()
        case .changeSession(let forSeveral):
            changeSession(forSeveral: forSeveral)
        case .awaitFrame(let ticket):
            awaited = ticket
            eventQueue.add(
                .frame(session: session, ticket: ticket),
                at: now.after(milliseconds: 15 + Int64(generator.below(100)))
            )
        case .countFrames(let ticket):
            let count = isDelivering ? max(framesSincePoll, 1) : framesSincePoll
            framesSincePoll = 0
            let counts = others.frameCounts(leading: count, isRunning: isRunning && !isInterrupted)
            eventQueue.add(.event(.frames(ticket, counts)), at: now)
            if isRunning, others.mayHaveMore { eventQueue.add(.event(.hardwareFreed), at: now) }
        case .readSessionState(let ticket):
            let state = CameraEvent.sessionState(ticket, isInterrupted: isInterrupted, isRunning: isRunning)
            eventQueue.add(.event(state), at: now)
        case .setTimer(let timer, let time):
            timers[Int(timer.rawValue)] = time
            eventQueue.add(.timer(timer, time), at: time)
        case .cancelTimer(let timer):
            timers[Int(timer.rawValue)] = nil
        case .startRecorder, .stopRecorder, .recordingEnded:
            performRecording(effect, now, &generator, &eventQueue)
        case .show, .pauseRecorder, .resumeRecorder, .recordingBegan:
            break
        }
    }

    private mutating func begin(
        _ next: Operation,
        _ now: CameraTime,
        _ delay: Int64,
        _ generator: inout SeededGenerator,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) {
        if operation != nil { violate(.twoOperationsAtOnce) }
        if case .configure = next, permission != .granted { violate(.configuredWithoutPermission) }
        // With all cameras gone one after the other, the last loss may not be known yet. One that is interrupted may lose a camera.
        if case .configure = next, hasInputs, !isRunning, !isInterrupted, !others.lacksLeader {
            violate(.configuredTwice)
        }
        if case .configure(_, _, let cameras) = next, cameras != .leading, kind == .one {
            violate(.severalInSessionForOne)
        }
        if case .start = next, !(hasInputs && hasOutputs) { violate(.startedWithoutInputsOrOutputs) }
        if case .start = next, isRunning { violate(.startedTwice) }
        if recorder.isCutOff(now, timing), !goesOn(next) { violate(.recordingCutOff) }
        operation = next
        wasRefusedMeanwhile = false
        if case .configure(_, _, let cameras) = next, cameras != .leading, others.hangsNext {
            others.hangsNext = false
            hangsNext = true
        }
        if hangsNext {
            hangsNext = false
            // It does answer, when nobody waits any more.
            isHanging = true
            return
        }
        eventQueue.add(.completes(next, session: session), at: now.after(milliseconds: delay))
    }

    /// Whether what is recorded goes on during an operation: a recording of several cameras does when one of them is taken out.
    private func goesOn(_ next: Operation) -> Bool {
        guard case .configure(_, _, let cameras) = next else { return false }
        return recorder.others.isStrictSuperset(of: cameras.subtracting(.leading))
    }

    private mutating func changeSession(forSeveral: Bool) {
        if operation != nil || hasInputs || hasOutputs || isRunning { violate(.sessionReplacedInUse) }
        session &+= 1
        kind = forSeveral ? .several : .one
        others.empty()
    }

    private mutating func abandon() {
        if operation == nil { violate(.abandonedWithoutNeed) }
        // A process that gives its session up gives the hardware back with it.
        session &+= 1
        hasInputs = false
        hasOutputs = false
        isRunning = false
        isInterrupted = false
        operation = nil
        isHanging = false
        awaited = nil
        others.empty()
    }

    // MARK: What happens by itself

    /// - Returns: what the engine is told.
    mutating func happen(
        _ happening: ScheduledEvent,
        _ now: CameraTime,
        _ generator: inout SeededGenerator,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) -> CameraEvent? {
        switch happening {
        case .event(let event): return event
        case .timer(let timer, let time):
            // A timer that was cancelled or set anew does not fire.
            guard timers[Int(timer.rawValue)] == time else { return nil }
            timers[Int(timer.rawValue)] = nil
            return .timer(timer)
        case .completes(let finished, let owner):
            guard owner == session, operation == finished else { return nil }
            operation = nil
            let event = complete(finished, now, &generator, &eventQueue)
            // An error is told once.
            if case .failed = event { return event }
            lastAnswer = event
            return event
        case .frame(let owner, let ticket):
            guard owner == session, awaited == ticket else { return nil }
            guard isDelivering else { return nil }
            awaited = nil
            framesSincePoll += 1
            return .firstFrame(ticket)
        case .answersPermission:
            if permission == .undecided { permission = answer }
            return .permission(permission)
        case .recorderBegins(let ticket): return beginRecording(ticket)
        case .recorderFinishes(let ticket, let end):
            // One that was given up says so all the same.
            _ = recorder.finishes(ticket)
            lastAnswer = .recordingFinished(ticket, end)
            return lastAnswer
        }
    }

    /// Whether frames arrive.
    var isDelivering: Bool { isRunning && !isInterrupted && !isFrozen && !others.lacksLeader }

    /// What can be seen of the phone from outside.
    var visible: SimulationRules.VisibleState {
        SimulationRules.VisibleState(
            isDelivering: isDelivering,
            // What an additional camera's heat has interrupted goes on without that camera.
            isInterrupted: isInUseElsewhere || (isInterrupted && (!isForeground || !blockers.isEmpty)),
            owesFrame: isRunning && operation == nil && !recorder.isActive,
            delivering: isRunning && !isInterrupted ? others.delivering : [],
            mayHaveMore: others.mayHaveMore
        )
    }

    private mutating func complete(
        _ finished: Operation,
        _ now: CameraTime,
        _ generator: inout SeededGenerator,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) -> CameraEvent {
        switch finished {
        case .configure(let ticket, let steps, let cameras):
            return configure(ticket, steps, cameras, now, &generator, &eventQueue)
        case .start(let ticket): return start(ticket, now, &generator, &eventQueue)
        case .tearDown(let ticket, let steps):
            tearDown(steps)
            return .tornDown(ticket)
        }
    }

    private mutating func configure(
        _ ticket: CameraTicket,
        _ steps: ConfigurationSteps,
        _ cameras: CameraSet,
        _ now: CameraTime,
        _ generator: inout SeededGenerator,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) -> CameraEvent {
        // The session may have looked at any time in between.
        if permission != .granted || wasRefusedMeanwhile { return .configurationFailed(ticket, .notPermitted) }
        if !hasCamera { return .configurationFailed(ticket, .noCamera) }
        if isInUseElsewhere, !isRunning { return .configurationFailed(ticket, .cameraInUse) }
        if failsNextConfiguration {
            failsNextConfiguration = false
            return .configurationFailed(ticket, .cameraUnavailable)
        }
        hasInputs = steps.contains(.addInputs)
        hasOutputs = hasOutputs || steps.contains(.ensureOutputs)
        let missing = others.configure(cameras, seesCost: generator.happens(perMille: 500))
        if others.isOverBudget, isRunning, let failure = failSession(overage, now, &eventQueue) {
            // A commit that the hardware cannot follow tells so before it returns.
            eventQueue.add(.event(.configured(ticket)), at: now)
            return failure
        }
        var answers = missing.indices.map { CameraEvent.cameraRefused(ticket, index: $0) } + [.configured(ticket)]
        if isInterrupted, !isBlocked, resume() { answers.insert(.interruptionEnded, at: 0) }
        for answer in answers.dropFirst() { eventQueue.add(.event(answer), at: now) }
        return answers[0]
    }

    private mutating func start(
        _ ticket: CameraTicket,
        _ now: CameraTime,
        _ generator: inout SeededGenerator,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) -> CameraEvent {
        let soon = now.after(milliseconds: Int64(generator.below(300)))
        if leaked > Self.leakLimit || others.isOverBudget {
            let failure = leaked > Self.leakLimit ? .resourcesExhausted : overage
            eventQueue.add(.event(.failed(failure, isRunning: false)), at: soon)
            return .started(ticket, isRunning: false, isInterrupted: false)
        }
        if isInUseElsewhere {
            // The error may come before or after the answer.
            if generator.happens(perMille: 500) {
                eventQueue.add(.event(.started(ticket, isRunning: false, isInterrupted: false)), at: now)
                return .failed(.cameraInUse, isRunning: false)
            }
            eventQueue.add(.event(.failed(.cameraInUse, isRunning: false)), at: soon)
            return .started(ticket, isRunning: false, isInterrupted: false)
        }
        if isBroken {
            eventQueue.add(.event(.started(ticket, isRunning: false, isInterrupted: false)), at: now)
            return .failed(.cameraDisconnected, isRunning: false)
        }
        if failsNextStart || !hasCamera {
            failsNextStart = false
            return .started(ticket, isRunning: false, isInterrupted: false)
        }
        if let reason = blockingReason {
            isInterrupted = true
            // The notice may come before or after the answer.
            if generator.happens(perMille: 500) {
                eventQueue.add(.event(.started(ticket, isRunning: false, isInterrupted: true)), at: now)
                return .interrupted(reason)
            }
            eventQueue.add(.event(.interrupted(reason)), at: soon)
            return .started(ticket, isRunning: false, isInterrupted: true)
        }
        isRunning = true
        return .started(ticket, isRunning: true, isInterrupted: false)
    }

    private mutating func tearDown(_ steps: TeardownSteps) {
        if steps.contains(.removeInputs) { hasInputs = false }
        if steps.contains(.removeOutputs) { hasOutputs = false }
        if steps.contains(.stopRunning) {
            let wasUsed = isRunning || isInterrupted
            isRunning = false
            isInterrupted = false
            if wasUsed, hasInputs || hasOutputs { leaked += 1 }
        }
        framesSincePoll = 0
        others.empty()
    }
}

extension PhoneModel {
    /// Does what the engine says about movies.
    mutating func performRecording(
        _ effect: CameraEffect,
        _ now: CameraTime,
        _ generator: inout SeededGenerator,
        _ eventQueue: inout EventQueue<ScheduledEvent>
    ) {
        switch effect {
        case .startRecorder(let ticket):
            if recorder.isCutOff(now, timing) { violate(.recorderMisused) }
            recorder.others = others.present
            let begin = now.after(milliseconds: recorder.start(ticket, &generator))
            eventQueue.add(.recorderBegins(ticket), at: begin)
        case .stopRecorder(let ticket):
            guard ticket == recorder.ticket, let delay = recorder.stop(now, &generator) else { return }
            eventQueue.add(.recorderFinishes(ticket, .requested), at: now.after(milliseconds: delay))
        case .recordingEnded(let ticket, _):
            if ticket == recorder.ticket, recorder.isCutOff(now, timing) { violate(.recordingEndedTooEarly) }
        default: break
        }
    }

    /// The movie ends by itself, a moment later.
    mutating func endRecording(_ end: RecordingEnd, _ now: CameraTime, _ eventQueue: inout EventQueue<ScheduledEvent>) {
        guard recorder.endsByItself() else { return }
        eventQueue.add(.recorderFinishes(recorder.ticket, end), at: now.after(milliseconds: isHasty ? 0 : 40))
    }

    /// A movie is to begin.
    ///
    /// - Returns: what the engine is told.
    mutating func beginRecording(_ ticket: RecordingTicket) -> CameraEvent? {
        guard recorder.begins(ticket) else { return nil }
        guard isDelivering else {
            _ = recorder.finishes(ticket)
            return .recordingFinished(ticket, .failed(code: -11_803))
        }
        return .recordingStarted(ticket)
    }
}

/// A phone's movie recorder as the engine meets it: it takes its time, fails, and ends by itself when the picture does.
struct RecorderModel: Sendable {
    private enum State: Sendable, Hashable {
        case idle
        case starting
        case recording
        /// The file is being finished.
        case finishing
    }

    private var state = State.idle
    private(set) var ticket = RecordingTicket(number: 0)
    /// Since when it is to stop, if it is.
    private var stoppedAt: CameraTime?
    /// The next start or stop takes longer than anybody waits.
    var hangsNext = false

    /// The additional cameras that are recorded; the movie goes on without those that are lost.
    var others = CameraSet()

    /// Whether there is a file that is not finished.
    var isActive: Bool { state != .idle }

    /// Whether the file would be cut off now; not if it was waited for as long as anybody may.
    func isCutOff(_ now: CameraTime, _ timing: CameraTiming) -> Bool {
        guard isActive else { return false }
        guard let stoppedAt else { return true }
        return now
            < stoppedAt.after(milliseconds: timing.recorderPollInterval * Int64(timing.recorderPollLimitInHaste - 1))
    }

    /// Begins a movie.
    ///
    /// - Returns: how many milliseconds that takes.
    mutating func start(_ ticket: RecordingTicket, _ generator: inout SeededGenerator) -> Int64 {
        self.ticket = ticket
        state = .starting
        stoppedAt = nil
        return delay(10, 200, &generator)
    }

    /// Whether a movie begins now that was to.
    mutating func begins(_ ticket: RecordingTicket) -> Bool {
        guard ticket == self.ticket, state == .starting else { return false }
        state = .recording
        return true
    }

    /// Ends the movie.
    ///
    /// - Returns: how many milliseconds that takes; `nil` if it is ending already.
    mutating func stop(_ now: CameraTime, _ generator: inout SeededGenerator) -> Int64? {
        guard isActive else { return nil }
        if stoppedAt == nil { stoppedAt = now }
        guard state != .finishing else { return nil }
        state = .finishing
        return delay(5, 400, &generator)
    }

    /// Ends by itself.
    ///
    /// - Returns: whether there is something to end.
    mutating func endsByItself() -> Bool {
        guard isActive, state != .finishing else { return false }
        state = .finishing
        return true
    }

    /// Whether a movie is finished now that was to be.
    mutating func finishes(_ ticket: RecordingTicket) -> Bool {
        guard ticket == self.ticket, isActive else { return false }
        state = .idle
        return true
    }

    private mutating func delay(_ least: Int64, _ more: UInt32, _ generator: inout SeededGenerator) -> Int64 {
        defer { hangsNext = false }
        return (hangsNext ? 12_000 + Int64(generator.below(90_000)) : 0) + least + Int64(generator.below(more))
    }
}
