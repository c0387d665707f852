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
