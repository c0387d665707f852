/// What must never happen to a camera, whatever happens to it.
public enum Violation: String, Sendable, Hashable, CaseIterable, Error {
    /// Two operations of the session were in flight.
    case twoOperationsAtOnce
    /// The session was configured without the user's permission.
    case configuredWithoutPermission
    /// The session was configured while it was configured.
    case configuredTwice
    /// The session was started without inputs or outputs.
    case startedWithoutInputsOrOutputs
    /// The session was started while it ran.
    case startedTwice
    /// The session was given up although it answered everything.
    case abandonedWithoutNeed
    /// The session was configured to run or started though the user had stopped it, or the app is in the background.
    case stopUndone
    /// More attempts to recover than allowed, without a stable camera or a user's action in between.
    case unboundedRecovery
    /// The camera is off or in the background, and hardware is still held.
    case hardwareKept
    /// Hardware of stopped sessions was not given back.
    case hardwareLeaked
    /// The status says live, and no frame has come for a long time.
    case blackScreen
    /// The status says that the camera is starting or recovering, for too long.
    case stuckStarting
    /// The status says interrupted, and the system has long ended the interruption.
    case stuckInterrupted
    /// The camera is too hot, and frames are still taken, or the session is started.
    case runsTooHot
    /// The status says that something is wanted that is not, or the other way round.
    case wrongStatus
    /// All faults are over, the user wants the camera, and it does not come back.
    case notLiveAgain
    /// The user pressed "Restart Camera", and the error stays.
    case restartWithoutEffect
    /// The user was asked again for permission.
    case askedTwice
    /// A start that did not lead to a running session was taken for a success.
    case startNotVerified
    /// The status says failed, but nothing had failed often enough.
    case failedWithoutFailure
    /// After "Restart Camera" the session was configured before the settle time was over.
    case restartedTooSoon
    /// What had just been refused was tried again at once, which might go on for ever.
    case retriedTooSoon
    /// A session that delivers was torn down for a watchdog that was not cancelled, or for a former session's error.
    case tornDownWithoutNeed
    /// A recorder was told to start, or left to go on, while the user does not see the camera live.
    case recordedWithoutPicture
    /// A session was reconfigured or stopped before its movie was finished.
    case recordingCutOff
    /// A recording ended, and nobody was told.
    case recordingLost
    /// The end of a recording was told twice, or before it had begun.
    case recordingDeliveredTwice
    /// A recording was said to be over while its file was not finished.
    case recordingEndedTooEarly
    /// A recording that had failed was said to have ended as it was asked to.
    case recordingErrorSwallowed
    /// A recording that the system interrupted was delivered, but not with the interruption as its reason.
    case recordingReasonLost
    /// Whoever asked for a recording was not told that it has begun, or was told so before.
    case recordingUnanswered
    /// A recording that was to be stopped went on.
    case recordingGoesOn
    /// A recorder was told what makes no sense: to start twice, to go on after its end.
    case recorderMisused
    /// A movie has been about to be finished for longer than any bound.
    case stuckFinishing
    /// An additional camera was added though nobody wants it.
    case additionalCameraUnasked
    /// An additional camera that had been refused was added again, and nothing was different.
    case additionalCameraTriedAgain
    /// An additional camera that is not wanted, too hot, or silent stays in the session.
    case additionalCameraKept
    /// An additional camera is wanted, nothing is in its way, and it does not come.
    case additionalCameraForgotten
    /// Cameras are kept with less than the hardware has room for by now.
    case lessThanPossible
    /// One camera of several was lost, and the picture of the others with it.
    case pictureLostWithOneCamera
    /// One camera of several was lost, and the recording was ended, though the others go on.
    case recordingLostWithOneCamera
    /// Several cameras were too much for the hardware, and one alone was not even tried.
    case failedWithSeveralCameras
    /// A session that can have one camera was to have several.
    case severalInSessionForOne
    /// A session was replaced by another one before it was empty.
    case sessionReplacedInUse

    /// The rule in words.
    public var explanation: String {
        switch self {
        case .twoOperationsAtOnce: "two operations of the session were in flight at once"
        case .configuredWithoutPermission: "the session was configured before permission was given"
        case .configuredTwice: "a configured session was configured again"
        case .startedWithoutInputsOrOutputs: "the session was started without inputs or outputs"
        case .startedTwice: "a running session was started again"
        case .abandonedWithoutNeed: "the session was given up although it answered"
        case .stopUndone: "the camera was brought back although it was stopped or in the background"
        case .unboundedRecovery: "recovery was attempted more often than allowed"
        case .hardwareKept: "hardware was held although the camera is off"
        case .hardwareLeaked: "a stopped session kept hardware"
        case .blackScreen: "the status says live, but no frames come"
        case .stuckStarting: "the camera was starting for longer than any bound"
        case .stuckInterrupted: "the interruption is over, but the status still says interrupted"
        case .runsTooHot: "the camera is too hot, and is used nevertheless"
        case .wrongStatus: "the status contradicts what is wanted or allowed"
        case .notLiveAgain: "after all faults were over the camera did not come back"
        case .restartWithoutEffect: "the error stayed after Restart Camera"
        case .askedTwice: "the user was asked for permission again"
        case .startNotVerified: "a session that does not run was taken for a running one"
        case .failedWithoutFailure: "the camera is reported as failed, though nothing failed"
        case .restartedTooSoon: "the restart did not wait for the hardware to settle"
        case .retriedTooSoon: "what had been refused was tried again at once"
        case .tornDownWithoutNeed: "a camera that delivers was torn down"
        case .recordedWithoutPicture: "a movie was recorded without a live picture"
        case .recordingCutOff: "the session was taken from under a movie that was not finished"
        case .recordingLost: "a recording ended, and nobody was told"
        case .recordingDeliveredTwice: "a recording was delivered twice"
        case .recordingEndedTooEarly: "a recording was delivered before its file was finished"
        case .recordingErrorSwallowed: "a recording's error was not told"
        case .recordingReasonLost: "a recording that was interrupted was delivered for another reason"
        case .recordingUnanswered: "whoever asked for a recording was not answered"
        case .recordingGoesOn: "a recording went on that was to be stopped"
        case .recorderMisused: "the recorder was told what makes no sense"
        case .stuckFinishing: "a movie was about to be finished for longer than any bound"
        case .additionalCameraUnasked: "an additional camera was added that nobody wants"
        case .additionalCameraTriedAgain: "an additional camera was tried again, though nothing was different"
        case .additionalCameraKept: "an additional camera stays in the session that is of no use there"
        case .additionalCameraForgotten: "an additional camera is wanted and possible, and does not come"
        case .lessThanPossible: "what was taken back of the cameras did not come back when there was room for it"
        case .pictureLostWithOneCamera: "the picture was lost with one camera of several"
        case .recordingLostWithOneCamera: "a recording was ended because one camera of several was lost"
        case .failedWithSeveralCameras: "the camera failed because of several, without trying one"
        case .severalInSessionForOne: "several cameras were put into a session for one"
        case .sessionReplacedInUse: "a session was replaced that was not empty"
        }
    }
}
