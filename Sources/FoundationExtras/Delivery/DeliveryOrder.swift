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
