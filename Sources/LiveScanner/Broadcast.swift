import Synchronization

/// Tells several listeners the same; a slow one gets the latest.
final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
        var next = 0
        var isOver = false
    }

    private let state = Mutex(State())

    /// What is told from now on.
    func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let key: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            let former = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
            withExtendedLifetime(former) {}
        }
        return stream
    }

    func send(_ value: Value) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(value) }
    }

    /// Ends all streams, and those that are asked for later.
    func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
