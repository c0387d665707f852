import CameraLifecycle

extension CameraEngine {
    nonisolated var recordsMovies: Bool { configuration.recordsMovies }

    /// How loud it is, in decibels of full scale, for each channel; empty as long as no microphone is used.
    public nonisolated var soundLevels: [Float] { [] }

    /// Chooses between photos and movies.
    public nonisolated func setMode(_ mode: CaptureMode) { inbox.yield(.mode(mode)) }

    /// Begins a recording; returns once it records.
    public func startRecording(_ request: RecordingRequest) async throws(RecordingFailure) { throw .notConfigured }

    /// Lets the movie grow no more until it is resumed.
    public func pauseRecording() async throws(RecordingFailure) { throw .notRecording }

    /// Lets a paused movie grow again.
    public func resumeRecording() async throws(RecordingFailure) { throw .notRecording }

    /// Ends the recording.
    public func stopRecording() async throws(RecordingFailure) -> RecordedMovie { throw .notRecording }

    /// Every recording that ends from now on, however it ends, once.
    public nonisolated func recordings() -> AsyncStream<RecordedMovie> {
        AsyncStream { $0.finish() }
    }
}
