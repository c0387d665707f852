import ScanProtocol
import Synchronization

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
