import CoreMedia
import Dispatch
import FoundationExtras
import Synchronization

/// Completion handlers of control changes, called in the order of the calls (S-65), on a queue of the device's.
package final class CompletionQueue: Sendable {
    package typealias Handler = @Sendable (CMTime) -> Void

    private struct Entry: Sendable {
        var id: UInt64
        /// What the handler is told.
        var time: CMTime
        var handler: Handler
        var isDue = false
    }

    private struct State: Sendable {
        var nextID: UInt64 = 0
        var entries: [Entry] = []
    }

    private let timers: DeviceTimers
    private let outbox: Outbox
    private let events: DispatchQueue
    private let state = Mutex(State())

    /// - Parameters:
    ///   - timers: tell when a handler is due.
    ///   - outbox: the device's.
    ///   - events: where the outbox delivers.
    package init(timers: DeviceTimers, outbox: Outbox, events: DispatchQueue) {
        self.timers = timers
        self.outbox = outbox
        self.events = events
    }

    /// Calls `handler` with `time` once the clock has reached it and all handlers before have been called.
    package func add(at time: CMTime, _ handler: Handler?) {
        guard let id = append(time, handler) else { return }
        timers.schedule(at: time) { [weak self] in self?.becameDue(id) }
    }

    /// Calls `handler` with an invalid time once all handlers before have been called: the hardware refused.
    package func addRefusal(_ handler: Handler?) {
        if let id = append(.invalid, handler) { becameDue(id) }
    }

    private func append(_ time: CMTime, _ handler: Handler?) -> UInt64? {
        guard let handler else { return nil }
        return state.withLock { state in
            state.nextID += 1
            state.entries.append(Entry(id: state.nextID, time: time, handler: handler))
            return state.nextID
        }
    }

    private func becameDue(_ id: UInt64) {
        state.withLock { state in
            if let index = state.entries.firstIndex(where: { $0.id == id }) { state.entries[index].isDue = true }
            let due = state.entries.prefix { $0.isDue }
            state.entries.removeFirst(due.count)
            for entry in due { outbox.append { entry.handler(entry.time) } }
        }
        outbox.deliver(on: events)
    }
}
