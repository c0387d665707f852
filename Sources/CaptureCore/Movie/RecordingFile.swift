import CaptureDriver
import CoreMedia
import Foundation
import MovieTime

/// The file of a recording, as the recording sees it, which calls it on its own queue; nothing here waits for an encoder or for the disk.
package protocol RecordingFile: AnyObject, Sendable {
    /// Makes the file.
    ///
    /// - Throws: an `AVError`.
    func open() throws
    /// Hands a frame over.
    ///
    /// - Returns: false when the encoder or the disk doesn't keep up, or has failed.
    func append(_ frame: CaptureFrame, at time: CMTime) throws -> Bool
    /// Hands audio over.
    func append(_ span: RecordingTimeline<CaptureAudioPacket>.Span) -> Bool
    /// No more audio will come.
    func endAudio()
    /// Bytes of the file so far.
    var bytesWritten: Int64 { get }
    /// How much of the movie is in the file after writing it failed; `nil` while all of it is.
    var keptDuration: CMTime? { get }
    /// What went wrong; `nil` while nothing did.
    var failure: NSError? { get }
    /// Ends the movie at a time, and calls back when the file is done, with what went wrong.
    func finish(at end: CMTime, _ done: @escaping @Sendable (NSError?) -> Void)
    /// Whether a file is there that plays, though writing it failed.
    var leftPlayableFile: Bool { get }
    /// Deletes the file, if it was made.
    func discard()
}
