import CoreMedia
import Foundation

/// Finds and repairs movies whose recording ended suddenly.
public enum MovieRecovery {
    /// What is found in a movie file.
    public struct Leftover: Sendable, Hashable {
        /// The file.
        public var url: URL
        /// Whether it is an ordinary, finished movie.
        public var isComplete: Bool
        /// Whether somebody writes it just now.
        public var isBeingWritten: Bool
        /// The tracks' kinds of media and codecs.
        public var tracks: [Track]
        /// What can be played, in seconds.
        public var playableDuration: Double
        /// Bytes behind the last whole fragment: what a sudden end cost.
        public var lostBytes: Int64
        /// The size of the file in bytes.
        public var fileSize: Int64
    }

    /// One track of a movie.
    public struct Track: Sendable, Hashable {
        /// Whether it has pictures; otherwise sound.
        public var isVideo: Bool
        /// libavcodec's name of the codec, as `h264`.
        public var codec: String
        /// What can be played, in seconds.
        public var duration: Double
    }

    /// Looks at a movie. Changes nothing.
    ///
    /// - Throws: `unreadable` for a file that is no movie.
    public static func examine(_ url: URL) throws(MediaEncodingError) -> Leftover {
        throw MediaEncodingError(kind: .unreadable, operation: "examine", advice: "")
    }

    /// Makes an ordinary movie of a recording that ended suddenly, in place. A kill meanwhile does no harm. A movie that is
    /// complete stays as it is.
    ///
    /// - Parameter progress: called with values from 0 to 1, on the caller's thread.
    /// - Returns: what the file is now.
    @discardableResult
    public static func recover(
        _ url: URL,
        progress: (Double) -> Void = { _ in }
    ) throws(MediaEncodingError) -> Leftover {
        throw MediaEncodingError(kind: .unreadable, operation: "recover", advice: "")
    }

    /// The recordings in a folder that ended suddenly: unfinished, and nobody writes them.
    public static func leftovers(in folder: URL) -> [Leftover] { [] }
}
