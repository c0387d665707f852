/// What a user sees of the size and rate of movies.
public struct MovieFormatStatus: Sendable, Hashable, Codable {
    /// What the camera in use can record, the largest size first, the rates of a size in ascending order. Empty without a camera, and as
    /// long as several cameras are wanted: these share the hardware, and their sizes and rates are what it has room for.
    public var choices: [MovieFormat]
    /// What the user has chosen, for whichever camera; `nil` for as the engine is configured.
    public var wanted: MovieFormat?

    /// Nothing to choose from, and nothing chosen.
    public init(choices: [MovieFormat] = [], wanted: MovieFormat? = nil) {
        self.choices = choices
        self.wanted = wanted
    }

    /// The choice that comes closest to what is wanted, which is what the camera in use records; `nil` for as the engine is configured.
    /// Heat may allow fewer frames (``CameraPressure/frameRateLimit``).
    public var selected: MovieFormat? { wanted?.nearest(among: choices) }
}

/// Why another size and rate of movies were not taken. What to do about it stands in ``userMessage``.
public enum MovieFormatFailure: Error, Sendable, Hashable {
    /// A recording is under way: a movie has one format from its beginning to its end.
    case recording
    /// Several cameras are wanted, whose sizes and rates are what the hardware has room for.
    case severalCameras
    /// The camera in use has no such size and rate; what it has.
    case notOffered([MovieFormat])
}
