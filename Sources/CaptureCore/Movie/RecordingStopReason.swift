import Foundation

/// Why a recording ends.
package enum RecordingStopReason: Sendable, Equatable {
    /// `stopRecording()` was called.
    case requested
    /// The movie is as long as it may be.
    case maximumDuration
    /// The file is as large as it may be.
    case maximumFileSize
    /// The disk is full, or less of it is free than the limit says.
    case diskFull
    /// The session was interrupted, or stopped.
    case interrupted
    /// The session failed; the code is one of `AVError.Code`'s.
    case sessionFailed(code: Int)
    /// Inputs, outputs or connections were changed.
    case configurationChanged
    /// The format of the frames has changed.
    case mediaChanged
    /// The times of what is captured jumped.
    case discontinuity
    /// The camera is gone, or the only microphone.
    case deviceLost
    /// Nothing was captured for so long that nothing more is to be expected.
    case noData
    /// The file is no longer where it was, because somebody removed or moved it.
    case fileRemoved
    /// The session didn't run when the recording was to begin.
    case sessionNotRunning
    /// Another recording was under way when the recording was to begin.
    case alreadyRecording
    /// The file could not be made, or not be written; the reason is what the user is told of it.
    case fileFailed(code: Int, underlying: NSError?, reason: String?)

    /// Whether the microphone goes on, so that what was said last can be waited for.
    package var leavesMicrophoneRunning: Bool { self == .requested || self == .maximumDuration }
}
