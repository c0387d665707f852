import CaptureDriver
import Synchronization

/// Observers that are told of events one at a time, in order, without a lock held.
final class ObserverList<Event: Sendable>: Sendable {
    fileprivate struct State {
        var nextID: UInt64 = 0
        var handlers: [(id: UInt64, handler: @Sendable (Event) -> Void)] = []
        var queue: [Event] = []
        var isDelivering = false
    }

    private let state = Mutex(State())

    /// Adds an observer until the observation is cancelled or released.
    func observe(_ handler: @escaping @Sendable (Event) -> Void) -> CaptureObservation {
        let id = state.withLock { state in
            state.nextID += 1
            state.handlers.append((state.nextID, handler))
            return state.nextID
        }
        return CaptureObservation { [weak self] in
            self?.state.withLock { state in state.handlers.removeAll { $0.id == id } }
        }
    }

    /// Tells all observers; an event that is posted by an observer, or by another thread meanwhile, follows.
    func post(_ event: Event) {
        let isFirst = state.withLock { state in
            state.queue.append(event)
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard isFirst else { return }
        while let (event, handlers) = state.withLock({ $0.next() }) {
            handlers.forEach { $0.handler(event) }
        }
    }
}

extension ObserverList.State {
    fileprivate mutating func next() -> (Event, [(id: UInt64, handler: @Sendable (Event) -> Void)])? {
        guard !queue.isEmpty else {
            isDelivering = false
            return nil
        }
        return (queue.removeFirst(), handlers)
    }
}
