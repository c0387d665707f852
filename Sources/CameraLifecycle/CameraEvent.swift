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
