import CameraEngine

extension LiveCamera {
    public func setMovieFormat(_ format: ViewfinderMovieFormat?) async throws(CameraCommandError) {
        try await requireControls()
        do throws(MovieFormatFailure) {
            try await model.setMovieFormat(format.map(MovieFormat.init))
        } catch {
            throw CameraCommandError(error)
        }
    }
}

extension MovieFormat {
    init(_ format: ViewfinderMovieFormat) {
        self.init(width: format.width, height: format.height, framesPerSecond: format.framesPerSecond)
    }
}

extension ViewfinderMovieFormat {
    init(_ format: MovieFormat) {
        self.init(width: format.width, height: format.height, framesPerSecond: format.framesPerSecond)
    }
}

extension [ViewfinderMovieSize] {
    /// The engine's choices, which it tells by size.
    init(_ choices: [MovieFormat]) {
        self = choices.reduce(into: []) { sizes, choice in
            if sizes.last?.width != choice.width || sizes.last?.height != choice.height {
                sizes.append(ViewfinderMovieSize(width: choice.width, height: choice.height, rates: []))
            }
            sizes[sizes.count - 1].rates.append(choice.framesPerSecond)
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
