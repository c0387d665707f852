import Synchronization

/// Hands events to all who listen. A slow listener keeps the newest events only.
final class EventListeners: Sendable {
    private struct State {
        var nextID = 0
        var continuations: [Int: AsyncStream<ViewfinderEvent>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// A stream of everything that is sent from now on.
    func stream() -> AsyncStream<ViewfinderEvent> {
        let (stream, continuation) = AsyncStream<ViewfinderEvent>.makeStream(bufferingPolicy: .bufferingNewest(64))
        let id = state.withLock { state in
            state.nextID += 1
            state.continuations[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: id) }
        }
        return stream
    }

    /// Sends an event to all streams.
    func send(_ event: ViewfinderEvent) {
        for continuation in state.withLock({ Array($0.continuations.values) }) {
            continuation.yield(event)
        }
    }

    /// Ends all streams.
    func finish() {
        for continuation in state.withLock({ Array($0.continuations.values) }) {
            continuation.finish()
        }
    }
}
