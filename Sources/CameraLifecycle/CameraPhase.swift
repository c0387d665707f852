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
