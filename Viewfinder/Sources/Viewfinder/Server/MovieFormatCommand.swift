import Foundation

/// The command for the size and rate of movies.
extension ViewfinderRoutes {
    /// A size and a rate, or `automatic`.
    private struct SetMovieFormat: Decodable {
        var width: Int?
        var height: Int?
        var framesPerSecond: Int?
        var automatic: Bool?

        static let example = #"{"width": 1280, "height": 720, "framesPerSecond": 60}"#
        /// No camera's frames are wider or higher, and none makes more in a second.
        private static let bounds = 1...100_000

        /// What is wanted; nil for as the camera does by itself.
        func format() throws(ViewfinderFailure) -> ViewfinderMovieFormat? {
            switch (width, height, framesPerSecond, automatic) {
            case (nil, nil, nil, true?): return nil
            case (let width?, let height?, let rate?, nil):
                guard [width, height, rate].allSatisfy(Self.bounds.contains) else { throw Self.invalidInput }
                return ViewfinderMovieFormat(width: width, height: height, framesPerSecond: rate)
            default: throw Self.invalidInput
            }
        }

        private static let invalidInput = ViewfinderFailure.badCommand(
            "The body does not fit this command, which looks like \(example) or {\"automatic\": true}."
        )
    }

    func addMovieFormatCommand(to commands: CommandRouter) {
        commands.add("movieFormat", like: SetMovieFormat.example) { (command: SetMovieFormat) in
            let format = try command.format()
            if let format { try await check(format) }
            try await camera.setMovieFormat(format)
        }
    }

    private func check(_ format: ViewfinderMovieFormat) async throws(CameraCommandError) {
        let state = await camera.state()
        // Without choices the camera knows why.
        guard !state.recording.sizes.isEmpty, !state.recording.sizes.contain(format) else { return }
        let message =
            "This camera records no \(format.width) x \(format.height) at \(format.framesPerSecond) frames a second."
        throw CameraCommandError(.invalidRequest, "\(message) Choose one of those that the state tells.")
    }
}
