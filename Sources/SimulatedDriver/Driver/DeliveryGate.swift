import CaptureDriver
import Foundation
import Synchronization

/// Lets a stream's deliveries to its sink through one at a time, and waits for them when the stream is closed.
///
/// Events that are posted while a delivery is under way follow it, on its thread.
///
/// `@unchecked Sendable`: all state is only touched with `condition` locked.
final class DeliveryGate<Sink: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private let sink: Sink
    private let notify: @Sendable (Sink, CaptureStreamEvent) -> Void
    private var isOpen = true
    private var hasEnded = false
    private var owner: pthread_t?
    private var events: [CaptureStreamEvent] = []

    /// - Parameter notify: tells the sink of an event.
    init(sink: Sink, notify: @escaping @Sendable (Sink, CaptureStreamEvent) -> Void) {
        self.sink = sink
        self.notify = notify
    }

    /// Whether frames may still be delivered.
    var takesFrames: Bool {
        condition.withLock { isOpen && !hasEnded }
    }

    /// Runs `body`, which delivers to the sink, unless the stream is closed or has ended.
    func deliver(_ body: (Sink) -> Void) {
        guard enter() else { return }
        body(sink)
        leave()
    }

    /// Delivers an event, now or after the delivery that is under way.
    ///
    /// - Parameter ending: whether the stream has ended; no frames follow.
    func post(_ event: CaptureStreamEvent, ending: Bool) {
        condition.lock()
        guard isOpen, !hasEnded else { return condition.unlock() }
        hasEnded = ending
        events.append(event)
        let isBusy = owner != nil
        if !isBusy { owner = pthread_self() }
        condition.unlock()
        if !isBusy { leave() }
    }

    /// Lets nothing through any more. When it returns, the sink is called no more, unless the caller is in it.
    func close() {
        condition.lock()
        isOpen = false
        events.removeAll()
        while let owner, pthread_equal(owner, pthread_self()) == 0 { condition.wait() }
        condition.unlock()
    }

    private func enter() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while let owner {
            if pthread_equal(owner, pthread_self()) != 0 { return false }
            condition.wait()
        }
        guard isOpen, !hasEnded else { return false }
        owner = pthread_self()
        return true
    }

    /// Delivers what was posted meanwhile, and lets the next one in.
    private func leave() {
        condition.lock()
        while isOpen, !events.isEmpty {
            let event = events.removeFirst()
            condition.unlock()
            notify(sink, event)
            condition.lock()
        }
        owner = nil
        condition.broadcast()
        condition.unlock()
    }
}

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
