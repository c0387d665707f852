/// The size and rate of movies.
extension CameraEngine {
    /// Chooses the size and rate of movies: those that ``MovieFormatStatus/choices`` tell. The camera changes its format in the mode for
    /// movies, and the picture goes on; in any other mode with the next change to that one. Another camera takes what comes closest, and
    /// while several cameras are wanted they are as always. Without a camera any choice is remembered.
    ///
    /// Heat comes first: a camera under pressure takes fewer frames than were chosen (R-MULTI-5), and as many again afterwards.
    ///
    /// - Parameter format: the size and rate; `nil` for as the engine is configured.
    /// - Throws: why not; nothing has changed then.
    public func setMovieFormat(_ format: MovieFormat?) async throws(MovieFormatFailure) {
        let failure = await withCheckedContinuation { continuation in
            inbox.yield(.recording(.format(format) { continuation.resume(returning: $0) }))
        }
        if let failure { throw failure }
    }

    /// Takes what the user has chosen.
    ///
    /// - Returns: why not; `nil` if it was taken.
    func applyMovieFormat(_ format: MovieFormat?) -> MovieFormatFailure? {
        guard recordingPhase == .idle else { return .recording }
        if let format, let refusal = refusal(of: format) { return refusal }
        recording.format = format
        EngineLog.shared.write(
            .recording,
            .info,
            "format of movies chosen",
            ["wanted": "\(format?.description ?? "usual")"]
        )
        selectFormat()
        return nil
    }

    private func refusal(of format: MovieFormat) -> MovieFormatFailure? {
        if areSeveralWanted { return .severalCameras }
        let choices = recording.formatChoices
        return choices.isEmpty || choices.contains(format) ? nil : .notOffered(choices)
    }

    private var areSeveralWanted: Bool { multiCam.isPossible && multiCam.wanted > 1 }

    /// Another camera is in use, or none.
    func listMovieFormats() {
        recording.formatChoices =
            sessionCamera.map { MovieFormat.choices(of: $0, inMultiCamSession: worker.configurator.canHaveSeveral) }
            ?? []
    }

    /// What a user sees of the size and rate of movies.
    var movieFormatStatus: MovieFormatStatus {
        MovieFormatStatus(choices: areSeveralWanted ? [] : recording.formatChoices, wanted: recording.format)
    }
}
