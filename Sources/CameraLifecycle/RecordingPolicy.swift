/// Decides about recordings: when the recorder is started, paused and stopped, and when a recording is over.
///
/// ```
///            live              recorder started      stopped, interrupted, ...     recorder finished
///   idle ─▶ waiting ─▶ starting ─────────────▶ recording ────────────────▶ finishing ──────────────▶ idle
///              ▲                               │  ▲     \                   ▲    │
///              │                               ▼  │      finished by itself │    │ changed cameras, and goes on
///              │                              paused ───────────────────────┘    │
///              └──────────────────────────────────────────────────────────────────┘
/// ```
///
/// Each recording that was asked for ends exactly once, and its file is finished before the session is taken from under it.
/// Both the start and the end are waited for in bounded time, counted in looks rather than in one long time: a process that was
/// suspended meanwhile then has not used up its patience when it goes on.
struct RecordingPolicy: Sendable {
    private enum State: Sendable, Hashable {
        case idle
        /// Wanted as soon as the camera is live.
        case waiting
        /// The recorder was told to start.
        case starting
        case recording
        case paused
        /// The recorder was told to stop, or has to.
        case finishing
    }

    private let timing: CameraTiming
    private var state = State.idle
    private var ticket = RecordingTicket(number: 0)
    /// Whether a change of the camera begins another file.
    private var goesOn = false
    /// Why the recorder was stopped.
    private var cause: RecordingEnd?
    /// Looks at a recorder that does not answer.
    private var polls = 0
    /// Whether the session waits for the file.
    private var isInHaste = false

    init(timing: CameraTiming) {
        self.timing = timing
    }

    /// What the user sees.
    var phase: RecordingPhase {
        switch state {
        case .idle: .idle
        case .waiting, .starting: .starting
        case .recording: .recording
        case .paused: .paused
        case .finishing: .finishing
        }
    }

    // MARK: - What the user wants

    /// A recording is wanted.
    ///
    /// - Parameters:
    ///   - ticket: the first of a new number; one of a number that was heard of before is not heeded.
    ///   - goesOn: whether a change of the camera begins another file.
    ///   - isLive: whether the user sees the camera live.
    mutating func begin(_ ticket: RecordingTicket, goesOn: Bool, isLive: Bool, _ collector: inout EffectCollector) {
        guard ticket.number > self.ticket.number else { return }
        guard state == .idle else { return collector.add(.recordingEnded(ticket, .alreadyRecording)) }
        self.ticket = ticket
        guard isLive else { return collector.add(.recordingEnded(ticket, .notLive)) }
        self.goesOn = goesOn
        state = .waiting
    }

    mutating func pause(_ collector: inout EffectCollector) {
        guard state == .recording else { return }
        state = .paused
        collector.add(.pauseRecorder(ticket))
    }

    mutating func resume(_ collector: inout EffectCollector) {
        guard state == .paused else { return }
        state = .recording
        collector.add(.resumeRecorder(ticket))
    }

    /// The recording is to end; whatever else begins a file does so no more.
    mutating func stop(_ cause: RecordingEnd, _ collector: inout EffectCollector) {
        if cause != .cameraChanged, goesOn {
            goesOn = false
            // Only a file that another one follows ends with the change of cameras.
            if self.cause == .cameraChanged { self.cause = cause }
        }
        switch state {
        case .idle, .finishing: break
        case .waiting: end(cause, &collector)
        case .starting, .recording, .paused: finish(cause, &collector)
        }
    }

    // MARK: - What the camera does

    /// The camera is live: what waits for that is started.
    mutating func start(_ collector: inout EffectCollector) {
        guard state == .waiting else { return }
        state = .starting
        collector.add(.startRecorder(ticket))
        watch(&collector)
    }

    /// The camera is not live any more, and not about to be: what waits for that waits in vain.
    mutating func cancelWaiting(_ cause: RecordingEnd, _ collector: inout EffectCollector) {
        if state == .waiting { end(cause, &collector) }
    }

    /// The session is about to be reconfigured or stopped.
    ///
    /// - Returns: whether nothing would be cut off; if not, the recording is ended, and it has to be asked again later.
    mutating func release(_ cause: RecordingEnd, _ collector: inout EffectCollector) -> Bool {
        switch state {
        case .idle: return true
        case .waiting:
            // That it goes on with another camera is what it waits for.
            if cause != .cameraChanged { end(cause, &collector) }
            return true
        case .starting, .recording, .paused, .finishing:
            stop(cause, &collector)
            if !isInHaste {
                isInHaste = true
                polls = 0
            }
            return false
        }
    }

    // MARK: - Answers

    /// The recorder records.
    mutating func recorderStarted(_ ticket: RecordingTicket, _ collector: inout EffectCollector) {
        guard ticket == self.ticket, state == .starting else { return }
        collector.cancel(.recorder)
        state = .recording
        collector.add(.recordingBegan(ticket))
    }

    /// The recorder has finished the file, or did not even begin it, for this reason.
    ///
    /// - Parameter interruption: what the system told about an interruption, if there is one.
    mutating func recorderFinished(
        _ ticket: RecordingTicket,
        _ outcome: RecordingEnd,
        _ interruption: CameraInterruption?,
        _ collector: inout EffectCollector
    ) {
        guard ticket == self.ticket else { return }
        switch state {
        case .idle, .waiting: return
        case .starting, .recording, .paused, .finishing: break
        }
        let end = reason(outcome, interruption)
        let goesOn = goesOn && end == .cameraChanged
        self.end(end, &collector)
        guard goesOn else { return }
        self.ticket = ticket.next
        state = .waiting
    }

    /// It is time to look at a recorder that has not answered.
    mutating func check(_ collector: inout EffectCollector) {
        polls += 1
        switch state {
        case .idle, .waiting, .recording, .paused: return
        case .starting where polls >= timing.recorderPollLimitInHaste: return finish(.unanswered, &collector)
        case .finishing where polls >= (isInHaste ? timing.recorderPollLimitInHaste : timing.recorderPollLimit):
            return end(.unanswered, &collector)
        case .starting, .finishing: collector.set(.recorder)
        }
    }

    // MARK: - Rules

    private mutating func finish(_ cause: RecordingEnd, _ collector: inout EffectCollector) {
        self.cause = cause
        state = .finishing
        collector.add(.stopRecorder(ticket))
        watch(&collector)
    }

    private mutating func watch(_ collector: inout EffectCollector) {
        polls = 0
        collector.set(.recorder)
    }

    private mutating func end(_ end: RecordingEnd, _ collector: inout EffectCollector) {
        collector.cancel(.recorder)
        state = .idle
        cause = nil
        isInHaste = false
        goesOn = goesOn && end == .cameraChanged
        collector.add(.recordingEnded(ticket, end))
    }

    /// Why it ended: what made the engine stop it says more than what the recorder makes of that, except where the recorder has
    /// had trouble of its own.
    private func reason(_ outcome: RecordingEnd, _ interruption: CameraInterruption?) -> RecordingEnd {
        guard outcome != .diskFull, let cause, cause != .requested || outcome == .requested else {
            return outcome == .interrupted(nil) ? RecordingEnd(interruption) : outcome
        }
        return cause
    }
}

extension RecordingEnd {
    /// The end that an interruption brings.
    init(_ interruption: CameraInterruption?) {
        self = interruption == .background ? .background : .interrupted(interruption)
    }

    /// The end that an event brings when the session has to be stopped because of it.
    init(stoppedBy event: CameraEvent) {
        switch event {
        case .stop: self = .cameraStopped
        case .restart: self = .cameraRestarted
        case .enteredBackground: self = .background
        case .selectCamera, .cameraCount: self = .cameraChanged
        case .cameraLost, .cameras, .failed(.cameraDisconnected, _): self = .cameraLost
        case .pressure: self = .interrupted(.systemPressure)
        case .permission: self = .notPermitted
        case .interrupted(let reason): self.init(reason)
        case .failed(.mediaServicesReset, _): self = .mediaServicesReset
        case .failed(.cameraInUse, _): self = .interrupted(.cameraInUse)
        default: self = .cameraFailed
        }
    }
}

/// Why a recording ended, or never began. What was recorded until then is kept, however it ended.
public enum RecordingEnd: Sendable, Hashable {
    /// The user stopped it.
    case requested
    /// It became as long as it was allowed to.
    case maximumDuration
    /// Its file became as large as it was allowed to.
    case maximumFileSize
    /// There is no room left for its file.
    case diskFull
    /// The system took the camera or the microphone away; `nil` as long as the reason was not told.
    case interrupted(CameraInterruption?)
    /// The app went to the background.
    case background
    /// The camera was stopped.
    case cameraStopped
    /// The camera was restarted.
    case cameraRestarted
    /// Another camera was chosen.
    case cameraChanged
    /// The camera was disconnected.
    case cameraLost
    /// The camera failed, or fell silent.
    case cameraFailed
    /// The system's media services died and came back.
    case mediaServicesReset
    /// The user has taken the permission for the camera away.
    case notPermitted
    /// It did not begin: there was no live picture.
    case notLive
    /// It did not begin: another one was under way.
    case alreadyRecording
    /// It did not begin in time, or its file was not finished in time.
    case unanswered
    /// Anything else; the native error's number.
    case failed(code: Int)
}

/// How far a recording is.
public enum RecordingPhase: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing is recorded.
    case idle
    /// It is about to begin.
    case starting
    /// The movie grows.
    case recording
    /// The movie does not grow until it is resumed.
    case paused
    /// The file is being finished.
    case finishing
}

/// Numbers a recording, so that what is told of a former one is recognised.
public struct RecordingTicket: Sendable, Hashable {
    /// Counts what the user asked for, from 1.
    public var number: UInt32
    /// Counts the files of one recording, from 1: a change of the camera may begin another one.
    public var part: UInt32

    /// A ticket.
    public init(number: UInt32, part: UInt32 = 1) {
        self.number = number
        self.part = part
    }

    /// The next file of the same recording.
    public var next: RecordingTicket { RecordingTicket(number: number, part: part &+ 1) }
}

extension RecordingTicket: CustomStringConvertible {
    /// The number, and that of the file if it is not the first.
    public var description: String { part == 1 ? "\(number)" : "\(number).\(part)" }
}
