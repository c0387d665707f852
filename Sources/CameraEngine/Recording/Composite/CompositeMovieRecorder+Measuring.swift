@preconcurrency import AVFoundation
import CameraLifecycle

extension CompositeMovieRecorder {
    private static let measured = RecordingTicket(number: 1)

    /// Records as the engine does, without a session and an engine around it.
    ///
    /// - Parameters:
    ///   - cameraCount: how many cameras are recorded.
    ///   - separateMovies: whether each camera has a movie of its own besides.
    ///   - ended: called once, when the file is finished.
    @_spi(Pinhole) public func record(
        _ request: RecordingRequest,
        cameraCount: Int,
        separateMovies: Bool = false,
        ended: @escaping @Sendable (RecordedMovie) -> Void
    ) {
        var plan = CompositeRecordingPlan(
            ticket: Self.measured,
            request: request,
            url: request.url,
            cameraCount: cameraCount
        )
        if separateMovies {
            plan.separateURLs = CompositeRecordingPlan.separateURLs(request.url, cameraCount: cameraCount)
        }
        start(plan) { news in
            guard case .ended(_, let end, let info) = news else { return }
            ended(
                RecordedMovie(
                    url: info.url,
                    duration: info.progress.duration,
                    fileSize: info.progress.fileSize,
                    hasAudio: info.progress.hasAudio,
                    droppedFrames: info.progress.droppedFrames,
                    end: end,
                    isPlayable: info.isPlayable,
                    reason: info.reason
                )
            )
        }
    }

    /// Ends what `record` began.
    @_spi(Pinhole) public func stopRecording() { stop(Self.measured) }
}
