/// What went wrong so that only the user can help.
public enum CameraError: String, Sendable, Hashable, Codable, CaseIterable {
    /// The camera system failed, and starting again did not help. The way out is "Restart Camera".
    case cameraSystemError
}

/// What a user sees of the camera. Exactly one of these holds at any time.
public enum CameraStatus: Sendable, Hashable, Codable {
    /// Nobody wants the camera.
    case off
    /// The app is in the background; the camera comes back with it.
    case inBackground
    /// The user is being asked for permission.
    case askingForPermission
    /// The user refused; the settings are the way out.
    case denied
    /// The user may not decide.
    case restricted
    /// No camera is connected.
    case noCamera
    /// The camera starts. Only a start that takes noticeable time says so.
    case starting(showsProgress: Bool)
    /// Frames come.
    case live
    /// The system has taken the camera for a while, or heat does not let it run; it comes back by itself. `nil` until the reason
    /// is told.
    case interrupted(CameraInterruption?)
    /// The camera failed and is being brought back, for the so-manieth time.
    case recovering(attempt: Int)
    /// The user has to act; all controls but the way out are disabled.
    case failed(CameraError)
}

/// What the session is doing.
enum CameraPhase: Sendable, Hashable {
    /// It has no inputs and outputs, and nothing is under way.
    case empty
    /// As `empty`, until a timer is due: settling before a restart, or backing off before an attempt to recover.
    case pausing
    /// It gets inputs and outputs.
    case configuring(CameraTicket)
    /// It has them, and does not run.
    case ready
    /// `startRunning()` has not returned.
    case starting(CameraTicket)
    /// It runs, but no frame has come yet.
    case awaitingFrame(CameraTicket)
    /// Frames come.
    case live(CameraTicket)
    /// It runs, and is configured for another camera.
    case switching(CameraTicket)
    /// It runs, or is interrupted, and additional cameras are added or taken out.
    case adjusting(CameraTicket)
    /// The system has stopped it and will start it again.
    case interrupted(CameraTicket)
    /// It is being emptied and stopped.
    case tearingDown(CameraTicket)

    /// Whether frames of the leading camera came, and are to come.
    var isLive: Bool {
        switch self {
        case .live, .adjusting: true
        case .empty, .pausing, .configuring, .ready, .starting, .awaitingFrame, .switching, .interrupted, .tearingDown:
            false
        }
    }

    /// Whether it has been started, and no frame has come yet.
    var isStarting: Bool {
        switch self {
        case .starting, .awaitingFrame: true
        case .empty, .pausing, .configuring, .ready, .live, .switching, .adjusting, .interrupted, .tearingDown: false
        }
    }

    /// Whether an error can be about what the session has now.
    var usesSession: Bool {
        switch self {
        case .empty, .pausing, .tearingDown: false
        case .configuring, .ready, .starting, .awaitingFrame, .live, .switching, .adjusting, .interrupted: true
        }
    }

    /// Whether it is configured, and not being emptied.
    var hasCameras: Bool {
        switch self {
        case .ready, .starting, .awaitingFrame, .live, .switching, .adjusting, .interrupted: true
        case .empty, .pausing, .configuring, .tearingDown: false
        }
    }

    /// The configuration that is under way.
    var configuration: CameraTicket? {
        switch self {
        case .configuring(let ticket), .switching(let ticket), .adjusting(let ticket): ticket
        case .empty, .pausing, .ready, .starting, .awaitingFrame, .live, .interrupted, .tearingDown: nil
        }
    }

    /// Whether this configuration is under way.
    func isConfiguring(_ ticket: CameraTicket) -> Bool { configuration == ticket }
}

/// What the user and the app want, and what the surroundings allow.
struct CameraIntent: Sendable {
    /// The user wants to see the camera.
    var wantsRunning = false
    /// The app wants a start to take little time.
    var wantsPrewarm = false
    /// The app is not in the background.
    var isForeground = true
    /// Some camera is connected.
    var hasCamera = true
    /// The camera is too hot to be used (R-MULTI-5).
    var isTooHot = false
    /// What the user allows.
    private(set) var permission = CameraPermission.undecided
    private var isAsking = false

    /// Whether the camera is wanted where somebody can see it.
    var isWantedNow: Bool { wantsRunning && isForeground }

    /// Whether frames are wanted, and can be had.
    var runs: Bool { isWantedNow && isPossible }

    /// Whether a session with inputs and outputs is wanted, and can be had.
    var isConfigured: Bool { runs || (wantsPrewarm && isPossible) }

    private var isPossible: Bool { permission == .granted && hasCamera && !isTooHot }

    /// The user allows something, or not any more. Still undecided is no answer to a question.
    mutating func setPermission(_ permission: CameraPermission) {
        self.permission = permission
        if permission != .undecided { isAsking = false }
    }

    /// Whether the user has to be asked now; from then on the user is being asked, until there is an answer (R-LIFE-1).
    mutating func beginAsking() -> Bool {
        guard wantsRunning || wantsPrewarm, isForeground, permission == .undecided, !isAsking else { return false }
        isAsking = true
        return true
    }
}

/// What the user sees: derived anew from everything else after each event, so that it is never out of date.
struct StatusPresenter: Sendable {
    /// What the session has for the screen.
    enum Preview: Sendable, Hashable {
        case none
        case live
        case interrupted(CameraInterruption?)
    }

    /// What the user sees.
    private(set) var status = CameraStatus.off
    private var isLoadingLong = false

    /// The start takes so long that it shows (R-LIFE-11).
    mutating func showProgress() {
        isLoadingLong = true
    }

    /// Derives the status, and has it shown when it has changed.
    mutating func update(
        _ intent: CameraIntent,
        _ recovery: RecoveryBudget,
        _ preview: Preview,
        _ collector: inout EffectCollector
    ) {
        var next = status(intent, recovery, preview)
        if next.isStarting, !status.isStarting {
            isLoadingLong = false
            next = .starting(showsProgress: false)
            collector.set(.loading)
        } else if status.isStarting, !next.isStarting {
            collector.cancel(.loading)
        }
        guard next != status else { return }
        status = next
        collector.add(.show(next))
    }

    private func status(_ intent: CameraIntent, _ recovery: RecoveryBudget, _ preview: Preview) -> CameraStatus {
        guard intent.wantsRunning else { return .off }
        if let error = recovery.error { return .failed(error) }
        guard intent.isForeground else { return .inBackground }
        switch intent.permission {
        case .undecided: return .askingForPermission
        case .denied: return .denied
        case .restricted: return .restricted
        case .granted: break
        }
        guard intent.hasCamera else { return .noCamera }
        // It was stopped, not interrupted; to the user that is the same, and the system interrupts it at the same time.
        if intent.isTooHot { return .interrupted(.systemPressure) }
        switch preview {
        case .live: return .live
        case .interrupted(let reason): return .interrupted(reason)
        case .none: break
        }
        if recovery.isInUseElsewhere { return .interrupted(.cameraInUse) }
        return recovery.attempts > 0
            ? .recovering(attempt: recovery.attempts) : .starting(showsProgress: isLoadingLong)
    }
}

extension CameraStatus {
    fileprivate var isStarting: Bool {
        if case .starting = self { true } else { false }
    }
}
