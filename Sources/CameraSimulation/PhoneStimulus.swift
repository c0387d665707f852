import CameraLifecycle

/// What users, other apps and hardware do to a camera.
public enum PhoneStimulus: Sendable, Hashable, CaseIterable {
    case prewarm, start, stop, restart, selectCamera
    case background, foreground
    case allow, deny, restrict
    case unplug, plug
    /// A call, another app, several apps, heat, sensitive content: begins and ends.
    case callBegins, callEnds, otherAppTakesCamera, otherAppReturnsCamera, severalApps, oneApp
    case overheat, coolDown, sensitiveContent, sensitiveContentDismissed
    /// The camera in use becomes so hot that it has to stop, and cools down.
    case pressureTooHigh, pressureAbates
    case resetMediaServices
    /// The running session fails with an error of no special meaning.
    case sessionFails
    /// An error of a former session arrives while this one runs.
    case staleError
    /// The sensor stops delivering, and delivers again.
    case freeze, thaw
    /// The next operation of the session takes for ever.
    case hangNext
    /// The next configuration, or start, fails.
    case failNextConfiguration, failNextStart
    /// Every start fails, as if the camera were lost just then; and no more.
    case cameraBreaks, cameraWorks
    /// Another program has the camera, and gives it back; nobody is told.
    case otherProgramTakesCamera, otherProgramReturnsCamera
    /// The engine's clock goes back.
    case clockGoesBack
    /// The next notice of the end of an interruption gets lost.
    case loseNextNotice
    /// An answer of a former operation arrives again.
    case repeatAnswer
    /// A recording is asked for; with another camera it goes on.
    case record, recordGoingOn
    case pauseRecording, resumeRecording, stopRecording
    /// The recording that is under way ends by itself.
    case diskFills, movieIsLong, recorderFails
    /// The recorder's next start or stop takes longer than anybody waits.
    case hangRecorder
}
