import CameraLifecycle

extension PhotoFailure {
    /// Why no photo is taken any more after something has happened to the session; `nil` if photos are taken as before.
    init?(endingSession event: CameraEvent) {
        switch event {
        case .interrupted, .pressure(isTooHigh: true, index: 0): self = .interrupted
        case .cameraLost(index: 0), .failed(.cameraDisconnected, _): self = .cameraLost
        case .failed(.resourcesExhausted, _), .failed(.overBudget, _): self = .cameraFailed(code: -11872)
        case .failed(.mediaServicesReset, _): self = .cameraFailed(code: -11819)
        case .failed(.cameraInUse, _): self = .interrupted
        case .failed(.other, _), .cameraFailed: self = .cameraFailed(code: 0)
        case .prewarm, .start, .stop, .restart, .selectCamera, .cameraCount, .enteredBackground, .enteredForeground,
            .permission, .cameras, .cameraLost, .cameraRefused, .pressure, .hardwareFreed, .interruptionEnded,
            .configured, .configurationFailed, .started, .tornDown, .firstFrame, .frames, .sessionState, .record,
            .pauseRecording, .resumeRecording, .stopRecording, .recordingStarted, .recordingFinished, .timer:
            return nil
        }
    }
}
