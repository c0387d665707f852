import Dispatch
import Foundation
import Synchronization

/// Through which an object tells its clients what was decided: notifications, key-value changes, delegate calls.
///
/// What was decided first is told first, and one message is told at a time:
///
/// - ``append(_:)`` is called while the lock is held under which the decision was made, so that messages lie in the order of
///   the decisions. The state has changed by then: a handler that reads it finds it as new as the message, or newer, never older.
/// - ``deliver()`` is called once the lock is free. If nobody delivers, the caller does, on its thread, until nothing is left.
///   Else the thread that delivers takes over what the caller has put in, and the caller waits until that has been told.
///
/// Nobody waits for ever. A thread that is inside a handler, of this outbox or of any other, does not wait at all: its messages
/// follow when the handler has returned. A handler that waits for another thread, which has something to tell itself (a handler
/// that calls `sync` on the queue on which `stopRunning()` is just called), holds that thread up for ``patience`` at most: then
/// the call returns, and its messages are told later, in order. Promised in any case: the order, and the state before the news.
package final class Outbox: Sendable {
    /// Tells one message.
    package typealias Message = @Sendable () -> Void

    private struct Waiter: Sendable {
        /// The message that is waited for.
        var number: UInt64
        var delivered: DispatchSemaphore
    }

    private struct State: Sendable {
        var order = DeliveryOrder<Message>()
        var waiters: [Waiter] = []

        mutating func removeServedWaiters() -> [Waiter] {
            let served = waiters.filter { $0.number <= order.lastDelivered }
            if !served.isEmpty { waiters.removeAll { $0.number <= order.lastDelivered } }
            return served
        }
    }

    /// How long a thread waits for handlers on another thread. No rule depends on it; it only bounds a deadlock that clients
    /// would cause.
    package static let patience = DispatchTimeInterval.seconds(1)

    private let unsettled: DispatchGroup?
    private let patience: DispatchTimeInterval
    private let state = Mutex(State())

    /// Makes an empty outbox.
    ///
    /// - Parameters:
    ///   - unsettled: a group that is not empty as long as something is to be told.
    ///   - patience: how long a thread waits for handlers on another one.
    package init(unsettled: DispatchGroup? = nil, patience: DispatchTimeInterval = Outbox.patience) {
        self.unsettled = unsettled
        self.patience = patience
    }

    /// Puts a message behind all others. Call it with the lock of the decision held, and ``deliver()`` without.
    package func append(_ message: @escaping Message) {
        unsettled?.enter()
        state.withLock { $0.order.append(message) }
    }

    /// Has everything told that was put in so far: on this thread if no other one is telling. Within
    /// ``holdingDelivery(_:)`` that happens at the end of the section.
    package func deliver() {
        let thread = DeliveryThread.current
        if let queue = thread.redirection(of: self) { return deliver(on: queue) }
        assert(thread.prohibitions == 0, "clients' code must not run on a driver's thread")
        guard thread.holds == 0 else { return thread.postpone(self) }
        if state.withLock({ $0.order.begin() }) {
            notifyAll(thread)
        } else if thread.handlers == 0 {
            waitForOthers()
        }
    }

    /// Has everything told that was put in so far, on a queue unless another thread is telling already. Returns at once; for
    /// threads that must not run clients' code.
    package func deliver(on queue: DispatchQueue) {
        guard state.withLock({ $0.order.needsDelivery }) else { return }
        queue.async { [self] in Self.withoutWaiting { deliver() } }
    }

    private func notifyAll(_ thread: DeliveryThread) {
        thread.handlers += 1
        defer { thread.handlers -= 1 }
        while let message = next() {
            message()
            unsettled?.leave()
        }
    }

    private func next() -> Message? {
        let (message, served) = state.withLock { state in
            let message = state.order.next()
            return (message, state.removeServedWaiters())
        }
        served.forEach { $0.delivered.signal() }
        return message
    }

    private func waitForOthers() {
        let delivered = DispatchSemaphore(value: 0)
        let isWaiting = state.withLock { state in
            guard state.order.lastDelivered < state.order.lastNumber else { return false }
            state.waiters.append(Waiter(number: state.order.lastNumber, delivered: delivered))
            return true
        }
        guard isWaiting, delivered.wait(timeout: .now() + patience) == .timedOut else { return }
        state.withLock { state in state.waiters.removeAll { $0.delivered === delivered } }
    }

    // MARK: Sections of a thread

    /// Performs a section that holds locks which handlers may want. What it has delivered, and what sections inside of it have,
    /// is told when the outermost one has ended; `body` takes and releases the locks.
    package static func holdingDelivery<Result>(_ body: () -> Result) -> Result {
        let thread = DeliveryThread.current
        thread.holds += 1
        let result = body()
        thread.holds -= 1
        if thread.holds == 0 { thread.removePostponed().forEach { $0.deliver() } }
        return result
    }

    /// Performs a section on a thread that is somebody else's: what is in this outbox is told on a queue, whoever asks for it in the
    /// section.
    package func redirectingDelivery(to queue: DispatchQueue, _ body: () -> Void) {
        let thread = DeliveryThread.current
        thread.redirections.append((self, queue))
        body()
        thread.redirections.removeLast()
    }

    /// Performs a section of a driver's thread, on which clients' code must not run: it could stop what the thread works for, and
    /// so wait for the thread itself. What is to be told has to be told on a queue. Debug builds stop at a violation.
    package static func prohibitingDelivery<Result>(_ body: () -> Result) -> Result {
        let thread = DeliveryThread.current
        thread.prohibitions += 1
        defer { thread.prohibitions -= 1 }
        return body()
    }

    /// Whether this thread is in a section of a driver's.
    package static var isDeliveryProhibited: Bool { DeliveryThread.current.prohibitions > 0 }

    /// Performs a section in which this thread does not wait for handlers on other threads, because nobody needs the answer.
    package static func withoutWaiting<Result>(_ body: () -> Result) -> Result {
        let thread = DeliveryThread.current
        thread.handlers += 1
        defer { thread.handlers -= 1 }
        return body()
    }
}

/// The order in which an outbox delivers: what still waits, and whether somebody delivers it. No lock, no I/O.
package struct DeliveryOrder<Message> {
    private var waiting: ArraySlice<Message> = []
    private var isDelivering = false
    /// The number of the message that was handed out last; messages count from 1.
    private var lastHandedOut: UInt64 = 0

    /// The number of the message that was put in last.
    package private(set) var lastNumber: UInt64 = 0
    /// The number of the last message that has been delivered completely.
    package private(set) var lastDelivered: UInt64 = 0

    /// Nothing waits.
    package init() {}

    /// Whether messages wait that nobody is about to deliver.
    package var needsDelivery: Bool { !isDelivering && !waiting.isEmpty }

    /// Puts a message behind all others.
    package mutating func append(_ message: Message) {
        waiting.append(message)
        lastNumber += 1
    }

    /// Asks to deliver.
    ///
    /// - Returns: whether the caller has to deliver now: to perform what ``next()`` gives until that is `nil`.
    package mutating func begin() -> Bool {
        guard needsDelivery else { return false }
        isDelivering = true
        return true
    }

    /// The next message, for the one who delivers. The message before counts as delivered. `nil` ends the delivery.
    package mutating func next() -> Message? {
        lastDelivered = lastHandedOut
        guard let message = waiting.popFirst() else {
            isDelivering = false
            // A slice that has been emptied from the front still owns all that it ever held.
            waiting = []
            return nil
        }
        lastHandedOut += 1
        return message
    }
}

extension DeliveryOrder: Sendable where Message: Sendable {}

/// What the calling thread does with outboxes at the moment. Each thread has one; only that thread uses it.
final class DeliveryThread {
    /// Sections under way in which nothing may be delivered, because the thread holds locks.
    var holds = 0
    /// Handlers and other sections under way in which the thread must not wait for handlers on other threads.
    var handlers = 0
    /// Sections under way on behalf of somebody else's thread, such as a driver's, on which no handler may ever run.
    var prohibitions = 0
    /// Outboxes that are to be delivered on a queue, in the sections under way.
    var redirections: [(outbox: Outbox, queue: DispatchQueue)] = []
    /// What is to be delivered once nothing is held any more.
    private var postponed: [Outbox] = []

    /// The calling thread's.
    static var current: DeliveryThread {
        if let known = pthread_getspecific(key) {
            return Unmanaged<DeliveryThread>.fromOpaque(known).takeUnretainedValue()
        }
        let made = DeliveryThread()
        pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
        return made
    }

    // Not a task-local value: a task that a handler starts would inherit it, and runs on other threads.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { object in
            if let object { Unmanaged<DeliveryThread>.fromOpaque(object).release() }
        }
        return key
    }()

    func redirection(of outbox: Outbox) -> DispatchQueue? { redirections.last { $0.outbox === outbox }?.queue }

    func postpone(_ outbox: Outbox) {
        if !postponed.contains(where: { $0 === outbox }) { postponed.append(outbox) }
    }

    /// What was postponed, in order.
    func removePostponed() -> [Outbox] {
        defer { postponed = [] }
        return postponed
    }
}
