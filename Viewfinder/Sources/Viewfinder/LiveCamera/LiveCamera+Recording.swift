import CameraEngine
import CameraLifecycle
import Foundation

extension LiveCamera {
    /// How long the end of the program waits for a movie to be finished.
    private static let longestFinish: Duration = .seconds(10)

    public func setMode(_ mode: CaptureMode) async throws(CameraCommandError) {
        try await requireControls()
        let phase = await model.recording.phase
        guard mode == .video || phase == .idle else {
            throw CameraCommandError(.unavailable, "A recording is under way. Stop it before you take photos again.")
        }
        await model.setMode(mode)
    }

    public func startRecording(hasAudio: Bool, hasSeparateFiles: Bool) async throws(CameraCommandError) {
        try requireTime()
        try await requireControls()
        do {
            try FileManager.default.createDirectory(at: movieFolder, withIntermediateDirectories: true)
        } catch {
            throw CameraCommandError(
                .storage,
                "The folder \(movieFolder.path) cannot be made: \(error.localizedDescription) Choose another with --movies."
            )
        }
        var request = RecordingRequest(url: MovieFileName.free(in: movieFolder, date: Date()), recordsAudio: hasAudio)
        // Who changes cameras in the page wants to see both in the gallery.
        request.cameraSwitch = .goesOnInNextFile
        request.separateFiles = hasSeparateFiles
        do throws(RecordingFailure) {
            try await model.startRecording(request)
        } catch {
            throw CameraCommandError(error)
        }
        // It may have begun after the end looked for it.
        if isEnding.load(ordering: .sequentiallyConsistent) { await finishRecording() }
    }

    private func requireTime() throws(CameraCommandError) {
        guard isEnding.load(ordering: .sequentiallyConsistent) else { return }
        throw CameraCommandError(.unavailable, "The viewfinder is ending, and records nothing any more.")
    }

    public func pauseRecording() async throws(CameraCommandError) {
        do throws(RecordingFailure) {
            try await model.pauseRecording()
        } catch {
            throw CameraCommandError(error)
        }
    }

    public func resumeRecording() async throws(CameraCommandError) {
        do throws(RecordingFailure) {
            try await model.resumeRecording()
        } catch {
            throw CameraCommandError(error)
        }
    }

    public func stopRecording() async throws(CameraCommandError) -> MovieRecord {
        do throws(RecordingFailure) {
            return MovieRecord(try await model.stopRecording())
        } catch {
            throw CameraCommandError(error)
        }
    }

    public func recordingProgress() async -> RecordingProgress? {
        let freeBytes = mapper.withLock { $0.freeBytes }
        return await MainActor.run {
            guard model.mode == .video || model.recording.phase != .idle else { return nil }
            return RecordingProgress(model.recording, levels: model.audioLevels, freeBytes: freeBytes)
        }
    }

    /// Reports a recording that has ended.
    func report(_ movie: RecordedMovie) async {
        let record = MovieRecord(movie)
        mapper.withLock { $0.lastMovie = record }
        listeners.send(.movie(record))
        await announceState()
    }

    /// Finishes the movie that is being recorded, at the end of the program; from now on none can be begun. Callable again.
    public func finishForGood() async {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        await finishRecording()
    }

    private func finishRecording() async {
        guard await model.recording.phase != .idle else { return }
        // Tasks of their own: a group would wait for both, and a disk that hangs lets no movie end.
        let (end, ended) = AsyncStream.makeStream(of: Void.self)
        let finish = Task {
            _ = try? await model.stopRecording()
            ended.finish()
        }
        let bound = Task {
            try? await Task.sleep(for: Self.longestFinish)
            ended.finish()
        }
        for await _ in end {}
        finish.cancel()
        bound.cancel()
    }
}

extension LiveCamera {
    public func setMovieFormat(_ format: MovieFormat?) async throws(CameraCommandError) {
        try await requireControls()
        do throws(MovieFormatFailure) {
            try await model.setMovieFormat(format)
        } catch {
            throw CameraCommandError(error)
        }
    }
}

extension CameraCommandError {
    /// The engine's words for a size and rate that it did not take.
    init(_ failure: MovieFormatFailure) {
        let kind: Kind =
            switch failure {
            case .recording, .severalCameras: .unavailable
            case .notOffered: .invalidRequest
            }
        self.init(kind, failure.userMessage.sentences)
    }
}
