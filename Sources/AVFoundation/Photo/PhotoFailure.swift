import CoreMedia

/// Why a photo could not be taken.
enum PhotoFailure: Sendable, Hashable {
    /// The session isn't running, or stopped before the photo was taken.
    case sessionNotRunning
    /// The system interrupted the session before the photo was taken.
    case interrupted
    /// The camera is gone.
    case deviceDisconnected
    /// The session's configuration changed, so that no camera feeds the output any more.
    case configurationChanged
    /// No frame came in time.
    case noFrame
    /// Too many requests are unfinished.
    case tooManyRequests
    /// The camera's pictures can't be read.
    case undecodable(String)
    /// The picture could not be brought into the requested format.
    case unencodable(String)

    /// The error code that clients get. The documentation names codes only for movies; photos use the same ones.
    /// UNKNOWN: which code Apple chooses for `noFrame`.
    var code: AVError.Code {
        switch self {
        case .sessionNotRunning: .sessionNotRunning
        case .interrupted: .sessionWasInterrupted
        case .deviceDisconnected: .deviceWasDisconnected
        case .configurationChanged: .sessionConfigurationChanged
        case .noFrame: .noDataCaptured
        case .tooManyRequests: .maximumStillImageCaptureRequestsExceeded
        case .undecodable: .decodeFailed
        case .unencodable: .encodeFailed
        }
    }

    /// What the library below said, for the error's user info.
    var detail: String? {
        switch self {
        case .undecodable(let detail), .unencodable(let detail): detail
        case .sessionNotRunning, .interrupted, .deviceDisconnected, .configurationChanged, .noFrame, .tooManyRequests:
            nil
        }
    }
}
