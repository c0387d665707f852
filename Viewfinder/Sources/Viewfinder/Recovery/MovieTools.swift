public import Foundation

/// What is done to movie files. Everything here takes its time, and a thread that may be blocked.
///
/// Tests replace it where files of a certain kind, or failures, are hard to come by.
public struct MovieTools: Sendable {
    /// What is known about a movie file.
    public struct MovieInfo: Sendable, Hashable {
        /// How long it plays, in seconds.
        public var seconds: Double
        /// Whether it has sound.
        public var hasAudio: Bool

        /// Makes the info.
        public init(seconds: Double, hasAudio: Bool = false) {
            self.seconds = seconds
            self.hasAudio = hasAudio
        }
    }

    /// Looks at a file; throws when it is no movie, or nothing of it can be played.
    public var examine: @Sendable (URL) throws -> MovieInfo
    /// The recordings in a folder that were cut off and can be recovered, by the names of their files.
    public var leftovers: @Sendable (URL) throws -> [String: MovieInfo]
    /// Makes an ordinary movie of one that was cut off, in place, and tells from 0 to 1 how far it is.
    public var recover: @Sendable (URL, _ progress: @escaping @Sendable (Double) -> Void) throws -> Void

    /// Makes a set of tools.
    public init(
        examine: @escaping @Sendable (URL) throws -> MovieInfo,
        leftovers: @escaping @Sendable (URL) throws -> [String: MovieInfo],
        recover: @escaping @Sendable (URL, _ progress: @escaping @Sendable (Double) -> Void) throws -> Void
    ) {
        self.examine = examine
        self.leftovers = leftovers
        self.recover = recover
    }
}
