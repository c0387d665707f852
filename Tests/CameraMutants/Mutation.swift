import CameraLifecycle

/// Known bugs of camera code, as variants of the state machine.
package enum Mutation: String, CaseIterable, Sendable {
    // What a stop and a start leave out.
    case outputsNotRemovedBeforeStop
    case inputsNotRemovedBeforeStop
    case outputsNotAddedAgain
    case inputsNotAddedAgain
    case sessionNotStopped
    case resetWithoutTeardown
    // What is not verified.
    case isRunningNotVerified
    case firstFrameNotWatched
    case framesNotWatched
    case unansweredCallNotWatched
    case watchdogNotCancelled
    // Recovery.
    case retryWithoutBound
    case recoveryUndoesStop
    case backOffNeverEnds
    case settleTimeLeftOut
    case errorNotClearedByRestart
    case staleErrorBelieved
    case staleAnswerBelieved
    case failedPrewarmRepeated
    case lostAtEachStart
    case earlyTimerDropped
    // Another program has the camera.
    case inUseTakenForFailure
    case inUseNeverTriedAgain
    // Interruptions and the app's place.
    case interruptionEndMissed
    case interruptionTreatedAsError
    case interruptionEndStartsSession
    case backgroundIgnored
    case foregroundIgnored
    case resetHandledInBackground
    case doubleStartOnForeground
    case heatIgnored
    case endOfHeatMissed
    // Permission, cameras, and what the user sees.
    case permissionCheckedAfterConfiguration
    case permissionAskedAgain
    case stopDuringStartIgnored
    case statusLate
    case pluggedCameraIgnored
    // Recordings.
    case recordingLostInBackground
    case recordingDeliveredTwice
    case recorderStartedWhileInterrupted
    case finishNotAwaited
    case recordingErrorSwallowed
    case pauseForgottenAtInterruption
    case interruptionLetsRecordingGoOn
    case finishWaitedForWithoutBound
    case startOfRecordingNotTold
    case lateFinishBelieved
    case stopOfRecordingIgnored
    case recordsOnUnasked
    // Recordings that are interrupted.
    case interruptedRecordingLost
    case interruptedRecordingLostIfPaused
    case interruptedRecordingLostIfBarelyBegun
    case interruptedRecordingDeliveredBeforeItsFile
    case interruptedRecordingDeliveredAgainAfterwards
    case interruptedRecordingDeliveredAgainAtStop
    case interruptedRecordingGoesOnAfterwards
    case interruptionReasonLost
    case unfinishedRecordingLost
    // Several cameras.
    case additionalCameraNeverAdded
    case additionalCameraAddedUnasked
    case additionalCameraNotTakenOut
    case refusedCameraTriedAgain
    case refusedCameraGivenUpForEver
    case heatOfAdditionalCameraIgnored
    case endOfItsHeatMissed
    case lossOfAdditionalCameraTearsDown
    case lossOfLeadingCameraTearsDown
    case lossOfOneEndsRecording
    case silentAdditionalCameraIgnored
    case tooExpensiveTogetherGivesUp
    case tooExpensiveTogetherTriedForEver
    case hangingCameraTriedForEver
    case failingAdditionalCameraTakenForFailure
    case onlyLastOfThreeLeftOut
    case onlyFirstAdditionalCameraWatched
    // Sessions of their own for one camera and for several.
    case sessionForOneKept
    case sessionReplacedBeforeItsTeardown
    // What the hardware has room for.
    case oneTooExpensiveGivesUp
    case roomForMoreIgnored
    case interruptedByItsHeatWaitsForEnd
}

extension Mutation {
    /// Whether the bug shows only where one camera and several have sessions of their own.
    var needsTwoKindsOfSession: Bool {
        self == .sessionForOneKept || self == .sessionReplacedBeforeItsTeardown
    }

    /// Whether the variant never sets such a timer.
    func forgets(_ timer: CameraTimer) -> Bool {
        switch (self, timer) {
        case (.firstFrameNotWatched, .firstFrame), (.framesNotWatched, .frameCheck),
            (.unansweredCallNotWatched, .answer), (.backOffNeverEnds, .pause),
            (.interruptionEndMissed, .interruptionCheck), (.finishWaitedForWithoutBound, .recorder):
            true
        default: false
        }
    }
}
