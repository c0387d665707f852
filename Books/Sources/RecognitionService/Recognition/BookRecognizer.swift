public import Foundation
public import ScanProtocol

/// Finds books in a photo.
public protocol BookRecognizer: Sendable {
    /// The recogniser's name, which results carry unless they have one.
    var name: String { get }

    /// Finds the books. Called from several tasks at once when there are several workers.
    ///
    /// Its task is cancelled when the worker stops, when the job goes to another worker, and when it takes too long
    /// (``ScanWorkerConfiguration/timeLimit``). It should then throw `CancellationError` soon.
    ///
    /// Throws ``UnrecognizablePhoto`` when another attempt is pointless, and ``RecognizerUnavailable`` when no photo can be
    /// recognised at present. After any other error there are more attempts, up to
    /// ``ScanWorkerConfiguration/maximumFailures``.
    /// - Parameters:
    ///   - photo: the file's bytes: JPEG, PNG or HEIC by their beginning, and otherwise of unknown origin. They may be a
    ///     mapped file.
    ///   - progress: to be called with how far it is, as often as convenient, from any thread.
    func recognize(
        photo: Data,
        progress: @escaping @Sendable (RecognitionProgress) -> Void
    ) async throws -> PhotoResult
}

/// A photo that no attempt will ever make sense of.
public struct UnrecognizablePhoto: Error, Sendable, Hashable {
    /// Why, and what helps: a sentence for people.
    public let reason: String

    /// Makes the error.
    public init(reason: String) {
        self.reason = reason
    }
}

/// A recogniser that cannot recognise any photo at present, whichever it is: a rate limit, a server that is down.
///
/// The photo goes back to its place in the queue, and this does not count as its failure. The workers that share the
/// recogniser take no job meanwhile.
public struct RecognizerUnavailable: Error, Sendable, Hashable {
    /// Why, for logs.
    public let reason: String
    /// How long to wait; nil if nobody told. Workers then wait longer each time.
    public let retryAfter: Duration?

    /// Makes the error.
    public init(reason: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.retryAfter = retryAfter
    }
}
