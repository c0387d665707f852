import Dispatch
import Foundation

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
