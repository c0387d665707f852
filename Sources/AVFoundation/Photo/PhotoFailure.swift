import CaptureDriver
import Foundation

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
    /// The camera refused the light, or an exposure of a bracket.
    case cameraRefused(CaptureDriverError)
    /// The camera's pictures can't be read.
    case undecodable(String)
    /// The picture could not be brought into the requested format.
    case unencodable(String)

    /// The error that clients get. UNKNOWN: the documentation names most of these codes for movies only; here photos use the
    /// same ones.
    var error: AVError {
        switch self {
        case .sessionNotRunning: AVError(.sessionNotRunning)
        case .interrupted: AVError(.sessionWasInterrupted)
        case .deviceDisconnected: AVError(.deviceWasDisconnected)
        case .configurationChanged: AVError(.sessionConfigurationChanged)
        case .noFrame: AVError(.noDataCaptured)
        case .tooManyRequests: AVError(.maximumStillImageCaptureRequestsExceeded)
        case .cameraRefused(let error): AVError(error)
        case .undecodable(let reason): AVError(.decodeFailed, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
        case .unencodable(let reason): AVError(.encodeFailed, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
        }
    }
}
