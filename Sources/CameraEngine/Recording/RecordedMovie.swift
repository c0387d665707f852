@preconcurrency import AVFoundation
import CameraLifecycle
import Foundation

/// A recording that has ended. Its file is complete and may be used.
public struct RecordedMovie: Sendable, Hashable {
    /// The file.
    public var url: URL
    /// Seconds of movie.
    public var duration: Double
    /// Bytes of the file.
    public var fileSize: Int64
    /// Whether there is sound in it.
    public var hasAudio: Bool
    /// Frames that did not get into it because disk or encoder were too slow; `nil` where the system does not tell.
    public var droppedFrames: Int?
    /// The files of the cameras alone, first and second, if they were asked for and have something in them. They share the
    /// movie's sound and its time.
    public var separateMovies: [URL]
    /// Why it ended.
    public var end: RecordingEnd
    /// Whether there is a movie: not if nothing was recorded, or the file was spoilt.
    public var isPlayable: Bool
    /// What the system says about an end that nobody asked for.
    public var reason: String?

    /// A recording that has ended.
    public init(
        url: URL,
        duration: Double = 0,
        fileSize: Int64 = 0,
        hasAudio: Bool = false,
        droppedFrames: Int? = nil,
        end: RecordingEnd = .requested,
        isPlayable: Bool = true,
        reason: String? = nil,
        separateMovies: [URL] = []
    ) {
        self.url = url
        self.duration = duration
        self.fileSize = fileSize
        self.hasAudio = hasAudio
        self.droppedFrames = droppedFrames
        self.separateMovies = separateMovies
        self.end = end
        self.isPlayable = isPlayable
        self.reason = reason
    }
}

/// How far a movie is.
struct MovieProgress: Sendable, Hashable {
    /// Seconds of movie, without pauses.
    var duration = 0.0
    var fileSize: Int64 = 0
    /// `nil` where the system does not tell.
    var droppedFrames: Int?
    var hasAudio = false

    init() {}

    /// Of what an output records, or has recorded last. On the session's queue, or where the output's delegate is called.
    init(_ output: AVCaptureMovieFileOutput) {
        let seconds = CMTimeGetSeconds(output.recordedDuration)
        duration = seconds.isFinite ? max(0, seconds) : 0
        fileSize = output.recordedFileSize
        droppedFrames = MovieLosses.droppedFrames(output)
        hasAudio = output.connection(with: .audio)?.isActive == true
    }
}

/// What is known of a file that the output is done with.
struct MovieFileInfo: Sendable, Hashable {
    var url: URL
    var progress = MovieProgress()
    /// Whether there is a movie in it.
    var isPlayable = false
    /// What the system says about an end that nobody asked for.
    var reason: String?
    /// The movies of each camera alone, in the cameras' order, if they were wanted with one of two cameras.
    var separateMovies: [URL] = []
    /// Why it did not even begin, where that is known better than by its end.
    var failure: RecordingFailure?
}

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
