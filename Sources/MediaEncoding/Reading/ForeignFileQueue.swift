import Dispatch
import Synchronization

/// Reads files of unknown origin on threads of its own, some at once, and each only once at a time.
///
/// What a file costs to read is bounded, but may still be seconds: nobody else's work waits for these threads. Requests for the
/// same file while it is being read share its reading.
///
/// Any thread; readings begin in the order in which they were asked for.
public final class ForeignFileQueue<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Reading {
        var read: @Sendable () throws -> Value
        var callers: [CheckedContinuation<Value, any Error>]
    }

    private struct State {
        var readings: [Key: Reading] = [:]
        /// Those that have not begun.
        var waiting: [Key] = []
        /// Threads without work.
        var idle: [DispatchQueue]
    }

    /// A reading that may begin.
    private struct Start {
        var key: Key
        var read: @Sendable () throws -> Value
        var thread: DispatchQueue
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - label: the threads' name.
    ///   - width: how many files are read at once, at most.
    public init(label: String, width: Int) {
        // Serial queues: a concurrent one would share its threads, of which there are as many as cores, with all of Swift's tasks.
        let threads = (0..<max(1, width)).map { DispatchQueue(label: "\(label).\($0)") }
        state = Mutex(State(idle: threads))
    }

    /// How many callers wait for a file.
    var callerCount: Int { state.withLock { $0.readings.values.reduce(0) { $0 + $1.callers.count } } }

    /// What a file says.
    ///
    /// - Parameters:
    ///   - key: what tells the file, in its present state, from others.
    ///   - read: reads it; not called when the same file is waiting or being read already.
    /// - Throws: what `read` throws.
    public func value(of key: Key, _ read: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in
            let next = state.withLock { state in
                if state.readings[key]?.callers.append(caller) == nil {
                    state.readings[key] = Reading(read: read, callers: [caller])
                    state.waiting.append(key)
                }
                return begin(&state)
            }
            run(next)
        }
    }

    /// The reading that may begin, if there is one.
    private func begin(_ state: inout State) -> Start? {
        guard !state.waiting.isEmpty, let thread = state.idle.popLast() else { return nil }
        let key = state.waiting.removeFirst()
        guard let reading = state.readings[key] else {
            preconditionFailure("whoever waits has a reading, which is removed when it is over only")
        }
        return Start(key: key, read: reading.read, thread: thread)
    }

    private func run(_ start: Start?) {
        guard let start else { return }
        start.thread.async { [self] in
            let result = Result { try start.read() }
            let (callers, next) = state.withLock { state in
                state.idle.append(start.thread)
                return (state.readings.removeValue(forKey: start.key)?.callers ?? [], begin(&state))
            }
            for caller in callers { caller.resume(with: result) }
            run(next)
        }
    }
}
