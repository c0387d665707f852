@preconcurrency import AVFoundation

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
