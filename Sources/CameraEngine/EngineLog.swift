import CameraLifecycle

/// Where the engine tells what it does: one line for each thing that happens, in order, under a category (R-LIFE-14).
///
/// On Apple's platforms these are `os.Logger`s, to be seen in Console under the app's subsystem; on Linux swift-log's, under the
/// label `CameraEngine.` and the category. This package's own `os` is for apps that import it: the engine does not have every program
/// that uses it find a module of that name by `canImport(os)`.
struct EngineLog: Sendable {
    /// What a line is about.
    enum Category: String, Sendable, Hashable, CaseIterable {
        /// Wishes, and what the session is told.
        case session
        /// Inputs and outputs.
        case configuration
        /// What the user allows.
        case permission
        /// The system takes the camera, and gives it back.
        case interruption
        /// Failures, and what is done about them.
        case recovery
        /// Heat and power.
        case pressure
        /// Photos and scans, and their size.
        case photo
        /// Movies, and their sound.
        case recording
        /// What the user sees.
        case status
    }

    /// How much a line matters.
    enum Level: Sendable, Hashable {
        /// For whoever looks for a fault.
        case debug
        /// What happens when all is well.
        case info
        /// What a user may ask about.
        case notice
        /// What should not happen.
        case error
    }

    /// A line.
    struct Entry: Sendable, Hashable {
        var category: Category
        var level: Level
        /// Always the same words for the same thing.
        var message: String
        /// What differs from time to time.
        var details: [String: String] = [:]

        /// All of it in one line: "start() called, isRunning=false".
        var line: String {
            let details = details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return details.isEmpty ? message : "\(message), \(details.joined(separator: " "))"
        }
    }

    private let sinks = Dictionary(uniqueKeysWithValues: Category.allCases.map { ($0, LogSink($0)) })

    /// The engine's log.
    static let shared = EngineLog()

    /// Tells a line.
    func write(_ entry: Entry) {
        sinks[entry.category]?.write(entry)
    }

    /// Tells a line.
    func write(
        _ category: Category,
        _ level: Level,
        _ message: String,
        _ details: [String: String] = [:]
    ) {
        write(Entry(category: category, level: level, message: message, details: details))
    }
}

extension CameraEvent {
    /// What the log tells of an event.
    ///
    /// What belongs to the sequence of a start is a notice: Console hides what is less.
    ///
    /// - Parameter isRunning: whether the picture is live as it happens.
    func logEntry(isRunning: Bool) -> EngineLog.Entry {
        switch self {
        case .prewarm: entry(.session, .info, "prewarm() called")
        case .start: entry(.session, .notice, "start() called", ["isRunning": "\(isRunning)"])
        case .stop: entry(.session, .notice, "stop() called", ["isRunning": "\(isRunning)"])
        case .restart: entry(.session, .notice, "restart() called", ["isRunning": "\(isRunning)"])
        case .selectCamera: entry(.session, .info, "another camera chosen")
        case .cameraCount(let count): entry(.session, .info, "number of cameras chosen", ["count": "\(count)"])
        case .enteredBackground: entry(.session, .info, "app entered the background")
        case .enteredForeground: entry(.session, .info, "app entered the foreground")
        case .permission(let permission): entry(.permission, .notice, "permission", ["is": "\(permission)"])
        case .cameras(let available): entry(.configuration, .info, "cameras changed", ["available": "\(available)"])
        case .cameraLost(let index):
            entry(.configuration, .notice, "camera in use disconnected", Self.details(index))
        case .cameraFailed(let index): entry(.recovery, .error, "camera not started", Self.details(index))
        case .cameraRefused(_, let index): entry(.configuration, .notice, "camera not added", Self.details(index))
        case .pressure(let isTooHigh, let index):
            entry(.pressure, .notice, "pressure", ["isTooHigh": "\(isTooHigh)"].merging(Self.details(index)) { $1 })
        case .hardwareFreed: entry(.configuration, .info, "room for more of the cameras")
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
                isRunning || isInterrupted ? .notice : .error,
                isRunning ? "session started" : "session did not start",
                ["isRunning": "\(isRunning)", "isInterrupted": "\(isInterrupted)"]
            )
        case .tornDown: entry(.session, .notice, "session stopped")
        case .firstFrame: entry(.session, .notice, "first frame")
        case .frames(_, let counts):
            entry(
                .session,
                .debug,
                "frames since the last look",
                ["count": counts.map(String.init).joined(separator: ", ")]
            )
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

    /// Which camera it is about, if that is not the leading one.
    private static func details(_ index: Int) -> [String: String] { index == 0 ? [:] : ["camera": "\(index)"] }

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
        case .configure(_, _, let cameras):
            .init(
                category: .configuration,
                level: .info,
                message: "configuring session",
                details: cameras == .leading ? [:] : ["cameras": "\(cameras.count)"]
            )
        case .start: .init(category: .session, level: .info, message: "starting session")
        case .tearDown: .init(category: .session, level: .info, message: "stopping session")
        case .abandonSession: .init(category: .recovery, level: .error, message: "session does not answer; given up")
        case .changeSession(let forSeveral):
            .init(
                category: .configuration,
                level: .info,
                message: "another session",
                details: ["forSeveral": "\(forSeveral)"]
            )
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
