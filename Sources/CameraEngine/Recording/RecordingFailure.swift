import CameraLifecycle

/// Why there is no recording. What to do about it stands in ``userMessage``.
public enum RecordingFailure: Error, Sendable, Hashable {
    /// The engine is not configured to record movies.
    case notConfigured
    /// There is no live picture that could be recorded.
    case notLive
    /// A recording is under way.
    case alreadyRecording
    /// No recording is under way.
    case notRecording
    /// The URL is not that of a file.
    case notAFile
    /// There is a file of this name; it is left as it is.
    case fileExists
    /// The folder does not exist.
    case noFolder
    /// Nothing may be written into the folder.
    case folderNotWritable
    /// The system cannot compress in the wanted way.
    case codecUnavailable
    /// It ended before anything was recorded.
    case nothingRecorded(RecordingEnd)
    /// Whoever asked does not want it any more.
    case cancelled
    /// Anything else; the native error's number and what it says.
    case failed(code: Int, reason: String)
}
