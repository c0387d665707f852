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
        var running = 0
    }

    private let width: Int
    private let threads: DispatchQueue
    private let state = Mutex(State())

    /// - Parameters:
    ///   - label: the threads' name.
    ///   - width: how many files are read at once, at most.
    public init(label: String, width: Int) {
        self.width = max(1, width)
        threads = DispatchQueue(label: label, attributes: .concurrent)
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
    private func begin(_ state: inout State) -> (key: Key, read: @Sendable () throws -> Value)? {
        guard state.running < width, !state.waiting.isEmpty else { return nil }
        let key = state.waiting.removeFirst()
        guard let reading = state.readings[key] else { return nil }
        state.running += 1
        return (key, reading.read)
    }

    private func run(_ next: (key: Key, read: @Sendable () throws -> Value)?) {
        guard let (key, read) = next else { return }
        threads.async { [self] in
            let result = Result { try read() }
            let (callers, next) = state.withLock { state in
                state.running -= 1
                return (state.readings.removeValue(forKey: key)?.callers ?? [], begin(&state))
            }
            for caller in callers { caller.resume(with: result) }
            run(next)
        }
    }
}
