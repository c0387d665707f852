@preconcurrency import AVFoundation

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
