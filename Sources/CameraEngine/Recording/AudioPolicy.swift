@preconcurrency import AVFoundation
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

/// Adds and removes a session's microphone. Used on the session's queue; what changes something, inside of a configuration.
///
/// Nothing about the microphone keeps the camera from being configured (R-REC-6).
struct MicrophoneConfigurator {
    let session: AVCaptureSession
    /// The session's queue.
    let queue: DispatchQueue

    /// Whether something has to be changed.
    func needsChange(_ isWanted: Bool) -> Bool {
        dispatchPrecondition(condition: .onQueue(queue))
        guard isWanted, Self.isAllowed else { return session.microphoneInput != nil }
        return session.microphoneInput?.device != AVCaptureDevice.default(for: .audio)
    }

    /// Sees to it that the session has the microphone that the system has chosen, or none.
    ///
    /// - Returns: what is the matter with it.
    func setEnabled(_ isWanted: Bool) -> AudioState {
        dispatchPrecondition(condition: .onQueue(queue))
        let present = session.microphoneInput
        guard isWanted, Self.isAllowed, let device = AVCaptureDevice.default(for: .audio) else {
            present.map(session.removeInput)
            return isWanted ? (Self.isAllowed ? .noMicrophone : .notAllowed) : .off
        }
        guard present?.device != device else { return .on }
        present.map(session.removeInput)
        do {
            let input = try AVCaptureDeviceInput(device: device)
            guard session.canAddInput(input) else { return .refused }
            session.addInput(input)
            return .on
        } catch {
            EngineLog.shared.write(
                .recording,
                .error,
                "microphone not opened",
                ["name": device.localizedName, "reason": "\(error)"]
            )
            return (error as? AVError)?.code == .deviceInUseByAnotherApplication ? .inUse : .refused
        }
    }

    /// What is the matter with the microphone as long as nothing has to be changed.
    func state(_ isWanted: Bool) -> AudioState {
        dispatchPrecondition(condition: .onQueue(queue))
        guard isWanted else { return .off }
        guard Self.isAllowed else { return .notAllowed }
        return session.microphoneInput == nil ? .noMicrophone : .on
    }

    /// Has a new session record from Bluetooth headsets in high quality where they can, should it ever have a microphone
    /// (R-MULTI-9), and lets haptics go on while it has one: documented, they are silent otherwise. The rest of the app's audio session
    /// it sets up by itself.
    static func prepare(_ session: AVCaptureSession, _ audio: EngineConfiguration.Audio, in scope: EngineScope) {
        guard audio != .never else { return }
        #if !os(macOS)
            do {
                try scope.run {
                    try AVAudioSession.sharedInstance().setAllowHapticsAndSystemSoundsDuringRecording(true)
                }
            } catch {
                EngineLog.shared.write(.recording, .info, "no haptics while recording", ["reason": "\(error)"])
            }
            if #available(iOS 26, *) {
                session.configuresApplicationAudioSessionForBluetoothHighQualityRecording = true
            }
        #endif
    }

    private static var isAllowed: Bool { AVCaptureDevice.authorizationStatus(for: .audio) == .authorized }
}
