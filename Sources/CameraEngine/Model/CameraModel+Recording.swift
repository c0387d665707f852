import CameraLifecycle

extension CameraModel {
    // MARK: - What the user sees of recording

    /// Whether the record button is enabled: the picture is live, and nothing is recorded.
    public var canRecord: Bool { engine.recordsMovies && status == .live && recording.phase == .idle }

    /// How loud it is, for each channel of the microphone in decibels of full scale (0 is the loudest); empty as long as no
    /// microphone is used. Documented: to be polled, as often as it is shown; it is not observed (S-126).
    public var audioLevels: [Float] { engine.audioLevels }

    // MARK: - What the user wants

    /// Chooses between photos, movies and scans. With movies the microphone is used as long as the camera is live, so that a recording
    /// begins at once; the first time the user is asked for it. With scans the camera has a format for them; it changes with the mode
    /// while the picture goes on, or, if a movie is recorded, when that is over.
    public func setMode(_ mode: CaptureMode) { engine.setMode(mode) }

    /// Chooses the size and rate of movies: those that ``movieFormat`` tells. The camera changes its format in the mode for movies, and the
    /// picture goes on; in any other mode with the next change to that one. Another camera takes what comes closest, and while several
    /// cameras are wanted they are as always. Without a camera any choice is remembered. A camera under pressure takes fewer frames.
    ///
    /// - Parameter format: the size and rate; `nil` for as the engine is configured.
    /// - Throws: why not; nothing has changed then.
    public func setMovieFormat(_ format: MovieFormat?) async throws(MovieFormatFailure) {
        try await engine.setMovieFormat(format)
    }

    /// Begins a recording. Returns once it records.
    ///
    /// - Parameter request: what is wanted of it.
    /// - Throws: why there is none.
    public func startRecording(_ request: RecordingRequest) async throws(RecordingFailure) {
        try await engine.startRecording(request)
    }

    /// Lets the movie grow no more until it is resumed. Harmless if it is paused already.
    public func pauseRecording() async throws(RecordingFailure) { try await engine.pauseRecording() }

    /// Lets a paused movie grow again. Harmless if it is not paused.
    public func resumeRecording() async throws(RecordingFailure) { try await engine.resumeRecording() }

    /// Ends the recording.
    ///
    /// - Returns: the movie, whose file may be used now. It also comes by ``recordings()``.
    /// - Throws: why there is none.
    public func stopRecording() async throws(RecordingFailure) -> RecordedMovie {
        try await engine.stopRecording()
    }

    /// Every recording that ends from now on, however it ends, once. Nothing is left out for a slow reader.
    public func recordings() -> AsyncStream<RecordedMovie> { engine.recordings() }
}
