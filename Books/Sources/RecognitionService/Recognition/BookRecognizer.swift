public import Foundation
public import ScanProtocol
import Synchronization

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

/// Whether a recogniser can be asked now, for all workers that share it. Callable from any thread.
///
/// It cannot while it is unavailable (``RecognizerUnavailable``), and while too many recognitions that were given up have
/// not ended: each of them may hold a thread.
final class RecognizerAvailability: Sendable {
    private struct State {
        var pausedUntil = Duration.zero
        /// Times that it was unavailable since it last recognised something.
        var refusals = 0
        var abandoned = 0
    }

    private let backoff: RetryBackoff
    private let maximumAbandoned: Int
    private let elapsed: @Sendable () -> Duration
    private let state = Mutex(State())

    init(backoff: RetryBackoff, maximumAbandoned: Int, clock: any Clock<Duration>) {
        self.backoff = backoff
        self.maximumAbandoned = maximumAbandoned
        elapsed = clock.stopwatch()
    }

    /// Whether a job may be taken.
    var isAvailable: Bool {
        let now = elapsed()
        return state.withLock { $0.pausedUntil <= now && $0.abandoned < maximumAbandoned }
    }

    /// It has recognised a photo.
    func succeeded() { state.withLock { $0.refusals = 0 } }

    /// It is unavailable, for a time that somebody told or that grows with each refusal.
    func pause(for duration: Duration?) {
        let now = elapsed()
        state.withLock { state in
            state.refusals += 1
            var generator = SystemRandomNumberGenerator()
            let delay = duration ?? backoff.delay(failures: state.refusals, using: &generator)
            state.pausedUntil = max(state.pausedUntil, now + delay)
        }
    }

    /// Counts a recognition that does not end until it does.
    func abandon<Value>(_ task: DetachableTask<Value>) {
        state.withLock { $0.abandoned += 1 }
        Task {
            _ = await task.value()
            state.withLock { $0.abandoned -= 1 }
        }
    }
}

extension Clock<Duration> {
    /// The time since this call.
    func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
