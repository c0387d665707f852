import CameraLifecycle

/// What users, other apps and hardware do to a camera.
public enum PhoneStimulus: Sendable, Hashable, CaseIterable {
    // MARK: What users want

    /// The session is configured beforehand.
    case prewarm
    /// The camera is wanted.
    case start
    /// It is wanted no more.
    case stop
    /// "Restart Camera" is pressed.
    case restart
    /// Another camera is chosen.
    case selectCamera
    /// The app is put aside.
    case background
    /// The app comes back.
    case foreground
    /// The user allows the camera.
    case allow
    /// The user refuses it.
    case deny
    /// Somebody else decides that the user may not.
    case restrict

    // MARK: What hardware and other apps do

    /// The camera is pulled out.
    case unplug
    /// It is put in again.
    case plug
    /// A call takes the session away.
    case callBegins
    /// The call is over.
    case callEnds
    /// Another app takes the camera.
    case otherAppTakesCamera
    /// It gives it back.
    case otherAppReturnsCamera
    /// Several apps share the screen.
    case severalApps
    /// The app has the screen for itself again.
    case oneApp
    /// The device is too hot for a camera.
    case overheat
    /// It is not any more.
    case coolDown
    /// Something sensitive is seen.
    case sensitiveContent
    /// The user wants to see it.
    case sensitiveContentDismissed
    /// The camera in use becomes so hot that it has to stop.
    case pressureTooHigh
    /// It has cooled down.
    case pressureAbates

    // MARK: What goes wrong

    /// Media services die and come back.
    case resetMediaServices
    /// The running session fails with an error of no special meaning.
    case sessionFails
    /// An error of a former session arrives while this one runs.
    case staleError
    /// The sensor stops delivering.
    case freeze
    /// It delivers again.
    case thaw
    /// The next operation of the session takes for ever.
    case hangNext
    /// The next configuration fails.
    case failNextConfiguration
    /// The next start fails.
    case failNextStart
    /// Every start fails, as if the camera were lost just then.
    case cameraBreaks
    /// Starts work again.
    case cameraWorks
    /// Another program has the camera; nobody is told.
    case otherProgramTakesCamera
    /// It gives it back; nobody is told.
    case otherProgramReturnsCamera
    /// The engine's clock goes back.
    case clockGoesBack
    /// The next notice of the end of an interruption gets lost.
    case loseNextNotice
    /// An answer of a former operation arrives again.
    case repeatAnswer

    // MARK: Recordings

    /// A recording is asked for.
    case record
    /// One is asked for that goes on with another camera.
    case recordGoingOn
    /// It is to pause.
    case pauseRecording
    /// It is to go on.
    case resumeRecording
    /// It is to end.
    case stopRecording
    /// There is no room for the recording that is under way.
    case diskFills
    /// It is as long as it may be.
    case movieIsLong
    /// It fails.
    case recorderFails
    /// The recorder's next start or stop takes longer than anybody waits.
    case hangRecorder

    // MARK: Several cameras

    /// So many cameras are wanted.
    case wantCameras(Int)
    /// Of several cameras the one with this index is pulled out; there is one left at least.
    case pullOut(Int)
    /// Another one is put in.
    case putInAnother
    /// An additional camera becomes so hot that it has to stop.
    case tooHot(Int)
    /// It has cooled down.
    case cools(Int)
    /// It stops delivering; nobody is told.
    case freezeAdditional(Int)
    /// It delivers again.
    case thawAdditional(Int)
    /// It fails, and the session stops because of that.
    case additionalFails(Int)
    /// The session does not take it; nobody is told.
    case refuseAdditional(Int)
    /// The session takes all again.
    case takeAdditional
    /// So many cameras the hardware can run with all that they can do, and so many with less of each.
    case room(complete: Int, reduced: Int)
    /// The next configuration with several takes for ever.
    case hangAdditional

    /// All of them on a phone with three cameras.
    public static let allCases: [PhoneStimulus] = ofOneCamera + ofSeveralCameras

    private static let ofOneCamera: [PhoneStimulus] = [
        .prewarm, .start, .stop, .restart, .selectCamera, .background, .foreground, .allow, .deny, .restrict, .unplug,
        .plug, .callBegins, .callEnds, .otherAppTakesCamera, .otherAppReturnsCamera, .severalApps, .oneApp, .overheat,
        .coolDown, .sensitiveContent, .sensitiveContentDismissed, .pressureTooHigh, .pressureAbates,
        .resetMediaServices, .sessionFails, .staleError, .freeze, .thaw, .hangNext, .failNextConfiguration,
        .failNextStart, .cameraBreaks, .cameraWorks, .otherProgramTakesCamera, .otherProgramReturnsCamera,
        .clockGoesBack, .loseNextNotice, .repeatAnswer, .record, .recordGoingOn, .pauseRecording, .resumeRecording,
        .stopRecording, .diskFills, .movieIsLong, .recorderFails, .hangRecorder,
    ]

    private static let ofSeveralCameras: [PhoneStimulus] =
        [
            .wantCameras(1), .wantCameras(2), .wantCameras(3), .pullOut(0), .pullOut(1), .pullOut(2), .putInAnother,
            .takeAdditional, .hangAdditional,
            // Enough for one with less of it, for one, for two with less of each, for three likewise, for all.
            .room(complete: 0, reduced: 1), .room(complete: 1, reduced: 1), .room(complete: 1, reduced: 2),
            .room(complete: 2, reduced: 3), .room(complete: 8, reduced: 8), .room(complete: 8, reduced: 8),
        ]
        + [1, 2].flatMap { index in
            [
                .tooHot(index), .cools(index), .freezeAdditional(index), .thawAdditional(index),
                .additionalFails(index), .refuseAdditional(index),
            ]
        }
}
