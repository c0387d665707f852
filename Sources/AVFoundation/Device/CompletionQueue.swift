import CoreMedia
import Synchronization

/// Completion handlers of control changes, called in the order of the calls (S-65).
final class CompletionQueue: Sendable {
    typealias Handler = @Sendable (CMTime) -> Void

    private struct Entry: Sendable {
        var id: UInt64
        var time: CMTime
        var handler: Handler
        var isDue = false
    }

    private struct State: Sendable {
        var nextID: UInt64 = 0
        var entries: [Entry] = []
    }

    private let timers: DeviceTimers
    private let state = Mutex(State())

    init(timers: DeviceTimers) {
        self.timers = timers
    }

    /// Calls `handler` with `time` once the clock has reached it and all handlers before have been called.
    func add(at time: CMTime, _ handler: Handler?) {
        guard let handler else { return }
        let id = state.withLock { state in
            state.nextID += 1
            state.entries.append(Entry(id: state.nextID, time: time, handler: handler))
            return state.nextID
        }
        timers.schedule(at: time) { [weak self] in self?.becameDue(id) }
    }

    private func becameDue(_ id: UInt64) {
        let due = state.withLock { state in
            if let index = state.entries.firstIndex(where: { $0.id == id }) { state.entries[index].isDue = true }
            let due = state.entries.prefix { $0.isDue }
            state.entries.removeFirst(due.count)
            return due
        }
        for entry in due {
            entry.handler(entry.time)
        }
    }
}
