public import Foundation
public import FoundationExtras
public import OpenCombine

extension _KeyValueCodingAndObserving where Self: NSObject {
    /// Publishes a property's value, now and whenever it changes.
    ///
    /// Values come on the thread that changes the property. The publisher keeps the object alive.
    ///
    /// - Parameters:
    ///   - keyPath: a key-value observable property of a class of this package; another one ends the process.
    ///   - options: with `.initial` the value now comes first; `.prior` also publishes the value before each change.
    public func publisher<Value>(
        for keyPath: KeyPath<Self, Value>,
        options: NSKeyValueObservingOptions = [.initial, .new]
    ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
        NSObject.KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
    }
}

extension NSObject {
    /// Publishes the values of an object's property.
    public struct KeyValueObservingPublisher<Subject: NSObject & _KeyValueCodingAndObserving, Value>: Publisher {
        /// Values of the property.
        public typealias Output = Value
        /// It never fails.
        public typealias Failure = Never

        /// Whose property it is.
        public let object: Subject
        /// Which property it is.
        public let keyPath: KeyPath<Subject, Value>
        /// What is published.
        public let options: NSKeyValueObservingOptions

        /// A publisher of a property's values.
        public init(object: Subject, keyPath: KeyPath<Subject, Value>, options: NSKeyValueObservingOptions) {
            self.object = object
            self.keyPath = keyPath
            self.options = options
        }

        /// Begins to observe. The compiler's and Combine's business.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            let subscription = KeyValueSubscription(object, keyPath, deliver: subscriber.receive(_:))
            subscriber.receive(subscription: subscription)
            subscription.begin(options)
        }
    }
}

/// Hands a property's values to a subscriber, as many as it asks for; a value that it has not asked for waits, until a newer one
/// takes its place.
// @unchecked: what changes is only reached while the lock is held; object, key path and subscriber never change, and are used on the
// threads that Combine and key-value observing use them on.
private final class KeyValueSubscription<Subject: NSObject & _KeyValueCodingAndObserving, Value>: Subscription,
    @unchecked Sendable
{
    // Not a `Mutex`: its closures take no values that are not Sendable.
    private let lock = NSLock()
    private var observation: NSKeyValueObservation?
    private var demand = Subscribers.Demand.none
    private var waiting: Value?
    private var isCancelled = false

    private let object: Subject
    private let keyPath: KeyPath<Subject, Value>
    /// Hands a value to the subscriber; gives how many more it wants.
    private let deliver: (Value) -> Subscribers.Demand

    init(_ object: Subject, _ keyPath: KeyPath<Subject, Value>, deliver: @escaping (Value) -> Subscribers.Demand) {
        self.object = object
        self.keyPath = keyPath
        self.deliver = deliver
    }

    /// Observes from now on. Called after the subscriber has the subscription, since `.initial` publishes at once.
    func begin(_ options: NSKeyValueObservingOptions) {
        let observation = object.observe(keyPath, options: options.union(.new)) { [weak self] object, change in
            guard let self else { return }
            receive(change.newValue ?? object[keyPath: keyPath])
        }
        let isTooLate = lock.withLock {
            self.observation = observation
            return isCancelled
        }
        if isTooLate {
            observation.invalidate()
        }
    }

    private func receive(_ value: Value) {
        let isWanted = lock.withLock {
            guard !isCancelled else { return false }
            guard demand > .none else {
                waiting = value
                return false
            }
            demand -= 1
            return true
        }
        if isWanted {
            request(deliver(value))
        }
    }

    func request(_ more: Subscribers.Demand) {
        guard more > .none else { return }
        let value = lock.withLock {
            demand += more
            defer { waiting = nil }
            return waiting
        }
        if let value {
            receive(value)
        }
    }

    func cancel() {
        let observation = lock.withLock {
            isCancelled = true
            waiting = nil
            defer { self.observation = nil }
            return self.observation
        }
        observation?.invalidate()
    }
}
