/// Why a press of the shutter gave no photo. What to do about it stands in ``userMessage``.
public enum PhotoFailure: Error, Sendable, Hashable {
    /// There is no live picture that a photo could be taken of.
    case notLive
    /// The camera was stopped before the photo was taken.
    case stopped
    /// The system took the camera away before the photo was taken; the camera comes back by itself.
    case interrupted
    /// The camera was unplugged.
    case cameraLost
    /// Another camera took the place of the one that was to take the photo.
    case cameraChanged
    /// The camera failed; the native error's number.
    case cameraFailed(code: Int)
    /// The camera gave no picture in time.
    case timedOut
    /// So many presses are unanswered that one more makes no sense.
    case tooManyPresses
    /// The picture could not be read, or not be made a photo of; the native error's number and what it says.
    case spoilt(code: Int, reason: String)
    /// Whoever pressed does not want the photo any more.
    case cancelled
}
