import Synchronization

/// Calls that somebody waits for, so that nobody waits for ever: whoever gives the camera up ends them all.
///
/// Each call is answered once: by its result, or by ``endAll()``, whichever comes first.
final class PendingCalls: Sendable {
    private struct State: Sendable {
        var nextID = 0
        var isOver = false
        var ends: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Takes note of a call.
    ///
    /// - Parameter end: what to do should the call never be answered; done at once if all is over already.
    /// - Returns: the call's number, to be handed to ``finish(_:)``; `nil` if all is over.
    func begin(end: @escaping @Sendable () -> Void) -> Int? {
        let id: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.nextID += 1
            state.ends[state.nextID] = end
            return state.nextID
        }
        if id == nil { end() }
        return id
    }

    /// Whether the call was still waited for; it is not any more.
    func finish(_ id: Int) -> Bool {
        state.withLock { $0.ends.removeValue(forKey: id) != nil }
    }

    /// Ends every call, and each that comes later.
    func endAll() {
        let ends = state.withLock { state in
            state.isOver = true
            defer { state.ends = [:] }
            return state.ends.values
        }
        ends.forEach { $0() }
    }
}
