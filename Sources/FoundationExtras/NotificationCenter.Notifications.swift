import Foundation
import Synchronization

extension NotificationCenter {
    /// The notifications of a name as they are posted.
    ///
    /// Observation begins with this call: what is posted before the first iteration is kept for it. Nothing is ever
    /// dropped.
    ///
    /// - Parameters:
    ///   - name: the notifications' name.
    ///   - object: the sender, or nil for any sender. The sequence keeps no reference to it.
    /// - Returns: a sequence that ends when the iterating task is cancelled.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// The notifications of a name as they are posted.
    ///
    /// Each iterator gets every notification posted since it was made; the first one also those posted since the
    /// sequence was made.
    // @unchecked: the sender is only compared by identity, never used.
    public final class Notifications: AsyncSequence, @unchecked Sendable {
        /// The elements are notifications.
        public typealias Element = Notification
        /// The sequence does not fail.
        public typealias Failure = Never

        private let center: NotificationCenter
        private let name: Notification.Name
        private weak let object: AnyObject?
        private let filtersObject: Bool
        private let firstStream: Mutex<AsyncStream<Envelope>?>

        fileprivate init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            self.center = center
            self.name = name
            self.object = object
            filtersObject = object != nil
            firstStream = Mutex(Envelope.stream(center: center, name: name, object: object))
        }

        /// Begins an iteration.
        public func makeAsyncIterator() -> Iterator {
            let prepared = firstStream.withLock { stream in
                defer { stream = nil }
                return stream
            }
            return Iterator(stream: (prepared ?? laterStream()).makeAsyncIterator())
        }

        private func laterStream() -> AsyncStream<Envelope> {
            // A sender that is gone posts no more.
            if filtersObject && object == nil { return AsyncStream { $0.finish() } }
            return Envelope.stream(center: center, name: name, object: object)
        }

        /// Waits for one notification after the other.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var stream: AsyncStream<Envelope>.Iterator

            /// The next notification, or nil when the task was cancelled.
            public mutating func next() async -> Notification? {
                await stream.next()?.notification
            }

            /// The next notification, or nil when the task was cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await stream.next(isolation: actor)?.notification
            }
        }
    }
}

/// Carries a notification from the poster's thread to the iterating task.
// @unchecked: Foundation hands the same notification to observers on any thread; its content is the poster's to guard.
private struct Envelope: @unchecked Sendable {
    let notification: Notification

    static func stream(
        center: NotificationCenter,
        name: Notification.Name,
        object: AnyObject?
    ) -> AsyncStream<Envelope> {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let token = ObserverToken(
                center.addObserver(forName: name, object: object, queue: nil) { notification in
                    continuation.yield(Envelope(notification: notification))
                }
            )
            continuation.onTermination = { _ in
                center.removeObserver(token.observer)
            }
        }
    }
}

/// Foundation's proof of registration.
// @unchecked: only handed back to Foundation, which synchronises it.
private struct ObserverToken: @unchecked Sendable {
    let observer: NSObjectProtocol

    init(_ observer: NSObjectProtocol) {
        self.observer = observer
    }
}
