import CameraLifecycle

/// Decides when a session has the microphone.
///
/// A session with a microphone is interrupted by a call, and the picture is gone. So the microphone is used only when movies are
/// about to be recorded; and a call that comes while nothing is recorded gets the microphone, and not the picture.
struct AudioPolicy: Sendable {
    /// What the engine is configured for.
    let audio: EngineConfiguration.Audio
    /// What the user is going to capture.
    var mode = CaptureMode.photo
    /// Whether the recording that is under way, or about to be, has sound.
    var isRecordingWithAudio = false
    /// Whether a recording is under way without sound: then none may come to it, since a change of the inputs ends it.
    var isRecordingInSilence = false
    /// Whether a call, or another app, has the microphone.
    private(set) var isTaken = false

    init(audio: EngineConfiguration.Audio) {
        self.audio = audio
    }

    /// Whether the engine may ever use the microphone.
    var isPossible: Bool { audio == .whenAvailable }

    /// Whether the session is to have the microphone.
    var isWanted: Bool {
        isPossible && !isTaken && !isRecordingInSilence && (mode == .video || isRecordingWithAudio)
    }

    /// What the user sees, given what the session made of it.
    func presented(_ state: AudioState) -> AudioState {
        guard isPossible, isTaken, state == .off, mode == .video || isRecordingWithAudio else { return state }
        return .inUse
    }

    /// Something has happened to the session.
    ///
    /// - Returns: whether a session that has the microphone is to be set up anew without it, so that the picture comes back.
    mutating func receive(_ event: CameraEvent) -> Bool {
        switch event {
        case .interrupted(.microphoneInUse):
            isTaken = isPossible
            return isPossible
        // Who comes back, or begins anew, may try again: the end of a call may be missed.
        case .start, .restart, .enteredForeground: isTaken = false
        default: break
        }
        return false
    }

    /// The app's sound was interrupted, or is not any more.
    mutating func update(isTaken: Bool) {
        self.isTaken = isTaken && isPossible
    }
}
