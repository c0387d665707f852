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
