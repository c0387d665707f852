import CameraLifecycle

extension CameraEvent {
    /// What the log tells of an event.
    var logEntry: EngineLog.Entry {
        switch self {
        case .prewarm: entry(.session, .info, "prewarm called")
        case .start: entry(.session, .info, "start called")
        case .stop: entry(.session, .info, "stop called")
        case .restart: entry(.session, .notice, "restart called")
        case .selectCamera: entry(.session, .info, "another camera chosen")
        case .secondCamera(let isWanted):
            entry(.session, .info, "second camera called", ["isWanted": "\(isWanted)"])
        case .enteredBackground: entry(.session, .info, "app entered the background")
        case .enteredForeground: entry(.session, .info, "app entered the foreground")
        case .permission(let permission): entry(.permission, .info, "permission", ["is": "\(permission)"])
        case .cameras(let available): entry(.configuration, .info, "cameras changed", ["available": "\(available)"])
        case .cameraLost: entry(.configuration, .notice, "camera in use disconnected")
        case .pressure(let isTooHigh): entry(.pressure, .notice, "pressure", ["isTooHigh": "\(isTooHigh)"])
        case .secondCameraLost: entry(.configuration, .notice, "second camera disconnected")
        case .secondCameraFailed: entry(.recovery, .error, "second camera not started")
        case .secondCameraPressure(let isTooHigh):
            entry(.pressure, .notice, "pressure on the second camera", ["isTooHigh": "\(isTooHigh)"])
        case .secondCameraRefused: entry(.configuration, .notice, "second camera not added")
        case .interrupted(let reason): entry(.interruption, .notice, "interrupted", ["reason": "\(reason)"])
        case .interruptionEnded: entry(.interruption, .notice, "interruption ended")
        case .failed(let failure, let isRunning):
            entry(.recovery, .error, "session failed", ["failure": "\(failure)", "isRunning": "\(isRunning)"])
        case .configured: entry(.configuration, .info, "session configured")
        case .configurationFailed(_, let failure):
            entry(.configuration, .error, "configuration failed", ["failure": "\(failure)"])
        case .started(_, let isRunning, let isInterrupted):
            entry(
                .session,
                isRunning || isInterrupted ? .info : .error,
                isRunning ? "session started" : "session did not start",
                ["isRunning": "\(isRunning)", "isInterrupted": "\(isInterrupted)"]
            )
        case .tornDown: entry(.session, .info, "session stopped")
        case .firstFrame: entry(.session, .info, "first frame")
        case .frames(_, let count): entry(.session, .debug, "frames since the last look", ["count": "\(count)"])
        case .secondFrames(_, let count):
            entry(.session, .debug, "frames of the second camera since the last look", ["count": "\(count)"])
        case .sessionState(_, let isInterrupted, let isRunning):
            entry(
                .interruption,
                .debug,
                "state of the session",
                ["isInterrupted": "\(isInterrupted)", "isRunning": "\(isRunning)"]
            )
        case .record(let ticket, let goesOn):
            entry(.recording, .info, "recording called", ["recording": "\(ticket)", "goesOn": "\(goesOn)"])
        case .pauseRecording: entry(.recording, .info, "pause called")
        case .resumeRecording: entry(.recording, .info, "resume called")
        case .stopRecording: entry(.recording, .info, "stop of the recording called")
        case .recordingStarted(let ticket):
            entry(.recording, .info, "recorder started", ["recording": "\(ticket)"])
        case .recordingFinished(let ticket, let end):
            entry(.recording, .info, "recorder finished", ["recording": "\(ticket)", "end": "\(end)"])
        case .timer(let timer): entry(.session, .debug, "timer", ["for": "\(timer)"])
        }
    }

    private func entry(
        _ category: EngineLog.Category,
        _ level: EngineLog.Level,
        _ message: String,
        _ details: [String: String] = [:]
    ) -> EngineLog.Entry {
        EngineLog.Entry(category: category, level: level, message: message, details: details)
    }
}

extension CameraEffect {
    /// What the log tells of an effect; `nil` for what the answer tells soon enough.
    var logEntry: EngineLog.Entry? {
        switch self {
        case .requestPermission: .init(category: .permission, level: .info, message: "asking for permission")
        case .configure(_, let steps):
            .init(
                category: .configuration,
                level: .info,
                message: "configuring session",
                details: steps.contains(.addSecondCamera) ? ["cameras": "2"] : [:]
            )
        case .start: .init(category: .session, level: .info, message: "starting session")
        case .tearDown: .init(category: .session, level: .info, message: "stopping session")
        case .abandonSession: .init(category: .recovery, level: .error, message: "session does not answer; given up")
        case .show(let status): status.logEntry
        case .startRecorder(let ticket): recording("starting recorder", ticket)
        case .pauseRecorder(let ticket): recording("pausing recorder", ticket)
        case .resumeRecorder(let ticket): recording("resuming recorder", ticket)
        case .stopRecorder(let ticket): recording("stopping recorder", ticket)
        case .recordingBegan(let ticket): recording("records", ticket)
        case .recordingEnded(let ticket, let end): recording("recording ended", ticket, end)
        case .awaitFrame, .countFrames, .readSessionState, .setTimer, .cancelTimer: nil
        }
    }

    private func recording(
        _ message: String,
        _ ticket: RecordingTicket,
        _ end: RecordingEnd = .requested
    ) -> EngineLog.Entry {
        var details = ["recording": "\(ticket)"]
        if end != .requested { details["end"] = "\(end)" }
        return .init(
            category: .recording,
            level: end == .requested ? .info : .notice,
            message: message,
            details: details
        )
    }
}

extension CameraStatus {
    /// What the log tells when this is shown.
    private var logLevel: EngineLog.Level {
        switch self {
        case .failed: .error
        case .denied, .restricted, .noCamera, .interrupted, .recovering: .notice
        case .off, .inBackground, .askingForPermission, .starting, .live: .info
        }
    }

    fileprivate var logEntry: EngineLog.Entry {
        EngineLog.Entry(category: .status, level: logLevel, message: "shown", details: ["status": "\(self)"])
    }
}
