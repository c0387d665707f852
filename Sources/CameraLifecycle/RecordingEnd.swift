/// Why a recording ended, or never began. What was recorded until then is kept, however it ended.
public enum RecordingEnd: Sendable, Hashable {
    /// The user stopped it.
    case requested
    /// It became as long as it was allowed to.
    case maximumDuration
    /// Its file became as large as it was allowed to.
    case maximumFileSize
    /// There is no room left for its file.
    case diskFull
    /// The system took the camera or the microphone away; `nil` as long as the reason was not told.
    case interrupted(CameraInterruption?)
    /// The app went to the background.
    case background
    /// The camera was stopped.
    case cameraStopped
    /// The camera was restarted.
    case cameraRestarted
    /// Another camera was chosen.
    case cameraChanged
    /// The camera was disconnected.
    case cameraLost
    /// The camera failed, or fell silent.
    case cameraFailed
    /// The system's media services died and came back.
    case mediaServicesReset
    /// The user has taken the permission for the camera away.
    case notPermitted
    /// It did not begin: there was no live picture.
    case notLive
    /// It did not begin: another one was under way.
    case alreadyRecording
    /// It did not begin in time, or its file was not finished in time.
    case unanswered
    /// Anything else; the native error's number.
    case failed(code: Int)
}

/// How far a recording is.
public enum RecordingPhase: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing is recorded.
    case idle
    /// It is about to begin.
    case starting
    /// The movie grows.
    case recording
    /// The movie does not grow until it is resumed.
    case paused
    /// The file is being finished.
    case finishing
}

/// Numbers a recording, so that what is told of a former one is recognised.
public struct RecordingTicket: Sendable, Hashable {
    /// Counts what the user asked for, from 1.
    public var number: UInt32
    /// Counts the files of one recording, from 1: a change of the camera may begin another one.
    public var part: UInt32

    /// A ticket.
    public init(number: UInt32, part: UInt32 = 1) {
        self.number = number
        self.part = part
    }

    /// The next file of the same recording.
    public var next: RecordingTicket { RecordingTicket(number: number, part: part &+ 1) }
}

extension RecordingTicket: CustomStringConvertible {
    /// The number, and that of the file if it is not the first.
    public var description: String { part == 1 ? "\(number)" : "\(number).\(part)" }
}
