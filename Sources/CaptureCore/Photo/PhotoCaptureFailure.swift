import CaptureDriver

/// Why a photo could not be taken.
package enum PhotoCaptureFailure: Error, Sendable, Hashable {
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
    /// The camera's frames can't be read.
    case undecodable(String)
    /// The photo could not be brought into the requested format.
    case unencodable(String)
    /// A Live Photo's movie could not be encoded or written; with the code of the public API's error.
    case movieFailed(code: Int, String)
}
