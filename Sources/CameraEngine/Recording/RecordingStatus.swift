import CameraLifecycle
import Foundation

/// What a user sees of recording.
public struct RecordingStatus: Sendable, Hashable, Codable {
    /// How far it is.
    public var phase = RecordingPhase.idle
    /// Seconds of movie so far, without pauses.
    public var duration = 0.0
    /// Bytes of the file so far.
    public var fileSize: Int64 = 0
    /// Frames that did not get into the movie because disk or encoder were too slow; `nil` where the system does not tell.
    public var droppedFrames: Int?
    /// The file; `nil` when nothing is recorded.
    public var url: URL?
    /// The microphone.
    public var audio = AudioState.off

    /// Nothing is recorded.
    public init() {}

    /// Whether the movie gets, or would get, sound.
    public var hasAudio: Bool { audio == .on }
}

/// What is the matter with the microphone. For people: ``userMessage``.
public enum AudioState: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is not used: nobody needs it now, or the engine is configured to leave it alone (R-LIFE-15).
    case off
    /// It is used.
    case on
    /// The user does not allow it. Movies have a picture only.
    case notAllowed = "denied"
    /// There is none. Movies have a picture only.
    case noMicrophone
    /// A call, or another app, has it. Movies have a picture only until it is free.
    case inUse
    /// It was lost while it was used: the picture goes on without it (R-REC-6).
    case lost
    /// The system did not let it be used.
    case refused
}
