import Synchronization

/// Tells several listeners the same; a slow one gets the newest.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
        var next = 0
        var isOver = false
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: how much waits for a slow listener.
    package init(limit: Int = 1) {
        self.limit = limit
    }

    /// What is told from now on.
    package func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(limit))
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

    /// Tells all who listen.
    package func send(_ value: Value) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(value) }
    }

    /// Ends all streams, and those that are asked for later.
    package func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
