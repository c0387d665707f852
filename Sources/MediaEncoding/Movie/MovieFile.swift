import CoreMedia
import Foundation

/// A movie file that is being written, and plays however suddenly that ends.
///
/// Thread-safe; samples of one track come in decoding order.
// Unchecked: what it holds is behind a mutex.
public final class MovieFile: @unchecked Sendable {
    /// How the file ended.
    public enum Layout: String, Sendable, Hashable {
        /// An ordinary movie, the index in front.
        case indexFirst
        /// An ordinary movie, the index behind the media: there was no room for it in front.
        case indexLast
        /// In fragments, as while recording: the index could not be written. It plays.
        case fragmented
    }

    /// The settings.
    public let settings: MovieFileSettings

    /// Creates the file. It is this process's until it is finished, cancelled or dropped.
    ///
    /// - Throws: `fileExists`, `cannotCreate`, `diskFull`, `unsupportedSettings`.
    public init(_ settings: MovieFileSettings) throws(MediaEncodingError) {
        self.settings = settings
    }

    /// Bytes of the file, those on their way to the disk included.
    public var fileSize: Int64 { 0 }
    /// From the start to the latest end of a sample.
    public var duration: CMTime { .zero }
    /// Whether the disk keeps up. When it does not, samples should be dropped or held back; what is appended nevertheless waits.
    public var isReadyForMoreData: Bool { true }
    /// Bytes that wait for the disk.
    public var backlog: Int { 0 }
    /// Why nothing can be written any more; nil while all is well.
    public var failure: MediaEncodingError? { nil }

    /// Calls a function, on the file's own thread, whenever ``isReadyForMoreData`` turns true or writing fails.
    public func setStateHandler(_ handler: (@Sendable () -> Void)?) {}

    /// Says what a track's samples are, before its first sample. Needed for tracks that were made without.
    public func setFormat(_ format: CMFormatDescription, track: Int) throws(MediaEncodingError) {}

    /// Says which time is the movie's beginning: what is shown or heard before is edited out. Before the first sample; without
    /// it the movie begins with the earliest of the first samples.
    public func start(at time: CMTime) throws(MediaEncodingError) {}

    /// Appends a sample.
    ///
    /// - Throws: `invalidSample`; `diskFull` or `writeFailed` when the disk refused, now or earlier: then finish, which keeps
    ///   what is there.
    public func append(_ sample: EncodedSample, track: Int) throws(MediaEncodingError) {}

    /// Ends the current fragment, as at a pause.
    public func flush() throws(MediaEncodingError) {}

    /// Makes an ordinary movie of the file, in place.
    ///
    /// - Parameter endTime: where the movie ends; what comes later is edited out. Nil: with the last sample.
    /// - Returns: how the file ended. It plays in any case.
    /// - Throws: `diskFull` or `writeFailed` when media was lost or nothing could be written at all. What was written plays.
    @discardableResult
    public func finish(endTime: CMTime? = nil) throws(MediaEncodingError) -> Layout { .fragmented }

    /// Deletes the file.
    public func cancel() {}
}
