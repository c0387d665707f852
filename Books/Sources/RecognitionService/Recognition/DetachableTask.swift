import Synchronization

/// A task that may be left behind: unlike `Task.value`, waiting for its value ends when the waiting task is cancelled.
final class DetachableTask<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
        var cancelled: Set<Int> = []
        var next = 0
    }

    private let state = Mutex(State())
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Starts the operation.
    init(_ operation: @escaping @Sendable () async -> Value) {
        let running = Task { self.finish(await operation()) }
        task.withLock { $0 = running }
    }

    /// Asks the operation to end.
    func cancel() { task.withLock { $0 }?.cancel() }

    /// Waits for the value; nil when the waiting task is cancelled before.
    func value() async -> Value? {
        let key = state.withLock { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, value) = state.withLock { state -> (Bool, Value?) in
                    let isCancelled = state.cancelled.remove(key) != nil
                    if state.value == nil, !isCancelled {
                        state.waiters[key] = continuation
                        return (false, nil)
                    }
                    return (true, state.value)
                }
                if isOver { continuation.resume(returning: value) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: key)
                if waiter == nil { state.cancelled.insert(key) }
                return waiter
            }
            waiter?.resume(returning: nil)
        }
    }

    private func finish(_ value: Value) {
        let waiters = state.withLock { state in
            state.value = value
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }
}
