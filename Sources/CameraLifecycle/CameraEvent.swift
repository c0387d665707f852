/// Numbers an operation of the session's, so that an answer to a former one is recognised.
public struct CameraTicket: Sendable, Hashable {
    /// Counts from 1.
    public var number: UInt32

    /// A ticket.
    public init(number: UInt32) {
        self.number = number
    }
}

/// What the user allows.
public enum CameraPermission: UInt8, Sendable, Hashable, CaseIterable {
    /// Not asked yet.
    case undecided
    /// The user allowed it.
    case granted
    /// The user refused.
    case denied
    /// The user may not decide (parental control, a company's profile).
    case restricted
}

/// Why the system interrupts a session, in the order of the numbers of Apple's `AVCaptureSession.InterruptionReason`.
public enum CameraInterruption: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app is in the background.
    case background
    /// A call, or another app, has the microphone.
    case microphoneInUse
    /// Another app, or another session, has the camera.
    case cameraInUse
    /// Several apps share the screen.
    case severalAppsOnScreen
    /// The device is too hot, or its battery too weak.
    case systemPressure
    /// Sensitive content was seen.
    case sensitiveContent

    /// The reason with a number of `AVCaptureSession.InterruptionReason`, from 1; `nil` for one of a later system.
    public init?(number: Int) {
        guard Self.allCases.indices.contains(number - 1) else { return nil }
        self = Self.allCases[number - 1]
    }

    /// The number of the reason in `AVCaptureSession.InterruptionReason`.
    package var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}

/// Why a session could not be configured.
public enum ConfigurationFailure: UInt8, Sendable, Hashable, CaseIterable {
    /// There is no camera.
    case noCamera
    /// Another program has the camera, and the system will not tell when it gives it back.
    case cameraInUse
    /// The camera could not be opened: it does not answer, or fails.
    case cameraUnavailable
    /// The user has taken the permission away.
    case notPermitted
    /// The session refused an input or output.
    case refused
}

/// What a running session reports as its error.
public enum SessionFailure: UInt8, Sendable, Hashable, CaseIterable {
    /// More camera hardware was asked for than there is (-11872).
    case resourcesExhausted
    /// The same, and the session's own cameras cost more than there is: with less of them it may run.
    case overBudget
    /// Media services died and came back (-11819).
    case mediaServicesReset
    /// The camera was disconnected (-11808).
    case cameraDisconnected
    /// Another program has the camera (-11815), and the system will not tell when it gives it back.
    case cameraInUse
    /// Anything else.
    case other
}

/// What happens to the camera.
public enum CameraEvent: Sendable, Hashable {
    // What the app and its user want.
    /// Get ready, but do not start.
    case prewarm
    /// Show the camera.
    case start
    /// The user does not want the camera any more.
    case stop
    /// The user pressed "Restart Camera".
    case restart
    /// Another camera was chosen.
    case selectCamera
    /// So many cameras are wanted at once; at least the leading one.
    case cameraCount(Int)
    /// The app is in the background.
    case enteredBackground
    /// The app is in the foreground again.
    case enteredForeground
    /// A recording is wanted; with another camera it may go on in another file.
    case record(RecordingTicket, goesOn: Bool)
    /// The movie is to grow no more for a while.
    case pauseRecording
    /// A paused movie is to grow again.
    case resumeRecording
    /// The recording is to end.
    case stopRecording

    // What the system says.
    /// What the user allows, asked for or looked up.
    case permission(CameraPermission)
    /// Whether any camera is connected.
    case cameras(available: Bool)
    /// A camera in use was disconnected.
    case cameraLost(index: Int = 0)
    /// An additional camera could not be started, and the session stopped because of that.
    case cameraFailed(index: Int)
    /// Heat and power press too hard on a camera for it to be used, or not any more.
    case pressure(isTooHigh: Bool, index: Int = 0)
    /// The session was interrupted.
    case interrupted(CameraInterruption)
    /// The interruption is over; the session goes on by itself.
    case interruptionEnded
    /// The session reported an error; `isRunning` as it was when the error arrived.
    case failed(SessionFailure, isRunning: Bool)

    /// The cameras cost so much less by now that they may get back what was taken back.
    case hardwareFreed

    // Answers to effects.
    /// The session has its inputs and outputs.
    case configured(CameraTicket)
    /// An additional camera could not be added; told before `.configured`.
    case cameraRefused(CameraTicket, index: Int)
    /// It has not.
    case configurationFailed(CameraTicket, ConfigurationFailure)
    /// `startRunning()` returned, and this is what the session said then.
    case started(CameraTicket, isRunning: Bool, isInterrupted: Bool)
    /// Inputs and outputs are removed, and `stopRunning()` returned.
    case tornDown(CameraTicket)
    /// The first frame since the ticket's start, or since the end of an interruption.
    case firstFrame(CameraTicket)
    /// How many frames of each camera that the session has came since the last look, the leading one first.
    case frames(CameraTicket, [Int])
    /// Whether the session is interrupted, and whether it runs.
    case sessionState(CameraTicket, isInterrupted: Bool, isRunning: Bool)
    /// The recorder records.
    case recordingStarted(RecordingTicket)
    /// The recorder is done with the file, stopped or for a reason of its own.
    case recordingFinished(RecordingTicket, RecordingEnd)
    /// A timer is due.
    case timer(CameraTimer)
}

/// What a teardown does, in this order. All of it, always: a session that is stopped with inputs and outputs in it does not
/// give its hardware back, and the third start or so fails with -11872 (R-LIFE-3, R-LIFE-4).
public struct TeardownSteps: OptionSet, Sendable, Hashable {
    /// Bits of steps.
    public let rawValue: UInt8

    /// A set of steps.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Remove every input.
    public static let removeInputs = TeardownSteps(rawValue: 1)
    /// Remove every output.
    public static let removeOutputs = TeardownSteps(rawValue: 2)
    /// `stopRunning()`.
    public static let stopRunning = TeardownSteps(rawValue: 4)
    /// The whole teardown.
    public static let all: TeardownSteps = [.removeInputs, .removeOutputs, .stopRunning]
}

/// What a configuration does, in this order, between begin and commit.
public struct ConfigurationSteps: OptionSet, Sendable, Hashable {
    /// Bits of steps.
    public let rawValue: UInt8

    /// A set of steps.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Add the inputs of the cameras.
    public static let addInputs = ConfigurationSteps(rawValue: 1)
    /// Add each output that is missing.
    public static let ensureOutputs = ConfigurationSteps(rawValue: 2)
    /// Check that the leading camera is still connected.
    public static let checkDevice = ConfigurationSteps(rawValue: 4)
    /// The whole configuration.
    public static let all: ConfigurationSteps = [.addInputs, .ensureOutputs, .checkDevice]
}

/// What the engine has to do next. Operations of the session are answered by an event with the same ticket.
public enum CameraEffect: Sendable, Hashable {
    /// Ask the user; answered by `.permission`.
    case requestPermission
    /// Configure the session with these cameras; answered by `.configured` or `.configurationFailed`. Cameras that it has besides are
    /// taken out. An additional one never keeps the leading one from being configured.
    case configure(CameraTicket, ConfigurationSteps, CameraSet)
    /// `startRunning()`; answered by `.started`.
    case start(CameraTicket)
    /// Empty and stop the session; answered by `.tornDown`.
    case tearDown(CameraTicket, TeardownSteps)
    /// The session does not answer: leave it to itself (it is torn down should it ever return) and take a new one.
    case abandonSession
    /// The session is empty: take a new one in its place, which can have several cameras or is an ordinary one. Told before the
    /// configuration that needs it.
    case changeSession(forSeveral: Bool)
    /// Tell the first frame from now on; answered by `.firstFrame`, if one comes.
    case awaitFrame(CameraTicket)
    /// Tell how many frames of each camera came since the last time; answered by `.frames`.
    case countFrames(CameraTicket)
    /// Tell whether the session is interrupted; answered by `.sessionState`.
    case readSessionState(CameraTicket)
    /// Begin a movie; answered by `.recordingStarted`, and in any case by `.recordingFinished`.
    case startRecorder(RecordingTicket)
    /// Let the movie grow no more.
    case pauseRecorder(RecordingTicket)
    /// Let it grow again.
    case resumeRecorder(RecordingTicket)
    /// End the movie; answered by `.recordingFinished`.
    case stopRecorder(RecordingTicket)
    /// Tell whoever asked that it is recorded.
    case recordingBegan(RecordingTicket)
    /// Deliver what was recorded, or tell why there is nothing; once for each ticket.
    case recordingEnded(RecordingTicket, RecordingEnd)
    /// Set a timer, in the place of the one of this kind that is set.
    case setTimer(CameraTimer, CameraTime)
    /// Put a timer away.
    case cancelTimer(CameraTimer)
    /// Show this from now on.
    case show(CameraStatus)
}

/// What is to be done about an event: collects effects, numbers operations, and knows which timers are set.
struct EffectCollector: Sendable {
    private let timing: CameraTiming
    /// When the event is that is being dealt with.
    private(set) var now = CameraTime.zero
    private var effects: [CameraEffect] = []
    private var deadlines = [CameraTime?](repeating: nil, count: CameraTimer.allCases.count)
    private var lastTicket: UInt32 = 0

    /// - Parameter timing: how long each timer takes.
    init(timing: CameraTiming) {
        self.timing = timing
    }

    /// An event is dealt with from now on.
    ///
    /// - Returns: by how much the clock has gone back since the event before, if it has. Timers that are set then wait as long
    ///   as they would have waited.
    mutating func begin(_ now: CameraTime) -> CameraTime? {
        defer { self.now = now }
        guard now < self.now, lastTicket > 0 else { return nil }
        let jump = CameraTime(nanoseconds: self.now.nanoseconds &- now.nanoseconds)
        for timer in CameraTimer.allCases {
            guard let deadline = deadlines[Int(timer.rawValue)] else { continue }
            set(timer, deadline.before(jump))
        }
        return jump
    }

    /// Has something done, after what was said before.
    mutating func add(_ effect: CameraEffect) {
        effects.append(effect)
    }

    /// A number that no operation has had.
    mutating func nextTicket() -> CameraTicket {
        lastTicket &+= 1
        return CameraTicket(number: lastTicket)
    }

    /// Has an operation of the session's done, which is to be answered in time.
    ///
    /// - Returns: the ticket of the answer.
    mutating func operate(_ operation: (CameraTicket) -> CameraEffect) -> CameraTicket {
        let ticket = nextTicket()
        add(operation(ticket))
        set(.answer)
        return ticket
    }

    /// Sets a timer for its usual time from now, in the place of the one of its kind.
    mutating func set(_ timer: CameraTimer) {
        set(timer, now.after(milliseconds: timing.duration(of: timer)))
    }

    /// Sets a timer, in the place of the one of its kind.
    mutating func set(_ timer: CameraTimer, _ deadline: CameraTime) {
        deadlines[Int(timer.rawValue)] = deadline
        add(.setTimer(timer, deadline))
    }

    /// Puts a timer away, if it is set.
    mutating func cancel(_ timer: CameraTimer) {
        guard deadlines[Int(timer.rawValue)] != nil else { return }
        deadlines[Int(timer.rawValue)] = nil
        add(.cancelTimer(timer))
    }

    /// Whether a timer that rings is meant: it is set, and its time has come. Then it is not set any more. One that rings too
    /// early, because the clock went back, is set again.
    mutating func removeDue(_ timer: CameraTimer) -> Bool {
        guard let deadline = deadlines[Int(timer.rawValue)] else { return false }
        guard deadline <= now else {
            set(timer, deadline)
            return false
        }
        deadlines[Int(timer.rawValue)] = nil
        return true
    }

    /// All that is to be done; afterwards nothing is.
    mutating func drainEffects() -> [CameraEffect] {
        defer { effects.removeAll() }
        return effects
    }
}
