import Foundation
import Synchronization

/// A class of this package some of whose properties can be observed with key paths.
///
/// The class owns a ``KeyValueObserverRegistry``, lists its observable properties, and reports each change: by
/// ``reportChange(of:from:to:through:)`` while it holds the lock under which the property changed, which keeps the order of
/// changes on several threads; by ``reportChange(of:from:to:)`` after it let go of its locks, where only one thread makes
/// changes; or by ``withChange(of:from:to:_:)`` around the change.
package protocol KeyValueObservable: NSObject, _KeyValueCodingAndObserving {
    /// Who observes this object.
    var keyValueObservers: KeyValueObserverRegistry { get }

    /// The key paths of the observable properties, written for a root class: this class or a subclass of it.
    ///
    /// Clients write key paths with the class they know, so `\Subclass.isRunning` must be found as well as
    /// `\Superclass.isRunning`. For a class without subclasses this is one line:
    ///
    ///     package static func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
    ///         [\Device.isConnected, \Device.zoomFactor]
    ///     }
    ///
    /// A class with subclasses writes the list in a generic function and opens the root:
    ///
    ///     package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
    ///         func list<Root: Session>(_: Root.Type) -> [AnyKeyPath] { [\Root.isRunning] }
    ///         guard let root = root as? any (Session & KeyValueObservable).Type else { return [] }
    ///         return list(root)
    ///     }
    ///
    /// A subclass with observable properties of its own appends them to `super`'s; an ancestor as root has only the
    /// ancestor's, so that a property has the same position in the list for every root. (`\Self.isRunning` is no
    /// way out: in a class that is not final it stops the process.)
    static func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath]
}

extension KeyValueObservable {
    /// Tells observers that a property has changed. Costs one atomic load when nobody observes.
    ///
    /// Observers are called on this thread, in the order of registration. The caller must hold no lock that an
    /// observer could want. DEVIATION: observers that asked for `.prior` are called directly before the others,
    /// although the change has happened; ``withChange(of:from:to:_:)`` calls them in time.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - old: the value before the change.
    ///   - new: the value after the change.
    package func reportChange<Value>(
        of keyPath: KeyPath<Self, Value>,
        from old: @autoclosure () -> Value,
        to new: @autoclosure () -> Value
    ) {
        guard let audience = keyValueObservers.audience else { return }
        reportChange(of: keyPath, from: old(), to: new(), to: audience)
    }

    /// Puts the news that a property has changed into an outbox, for those who observe now. Costs one atomic load when nobody
    /// does. Called with the lock held under which the property changed; whoever holds it has the outbox deliver afterwards.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - old: the value before the change.
    ///   - new: the value after the change.
    ///   - outbox: tells the object's news in order.
    package func reportChange<Value>(
        of keyPath: any KeyPath<Self, Value> & Sendable,
        from old: @autoclosure () -> Value,
        to new: @autoclosure () -> Value,
        through outbox: Outbox
    ) {
        guard let audience = keyValueObservers.audience else { return }
        let change = Shared((object: self, old: old(), new: new()))
        outbox.append {
            let (object, old, new) = change.object
            object.reportChange(of: keyPath, from: old, to: new, to: audience)
        }
    }

    /// Tells those who observed when a property changed, as far as they still do.
    package func reportChange<Value>(
        of keyPath: KeyPath<Self, Value>,
        from old: Value,
        to new: Value,
        to audience: KeyValueObserverRegistry.Audience
    ) {
        audience.notify(self, keyPath, KeyValueStep(old: old, new: new, isPrior: true))
        audience.notify(self, keyPath, KeyValueStep(old: old, new: new, isPrior: false))
    }

    /// Changes a property and tells observers: those that asked for `.prior` before, all after the change.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - old: the value before the change.
    ///   - new: the value after the change.
    ///   - change: makes the change. Locks must be taken and let go inside.
    package func withChange<Value, Result, Failure: Error>(
        of keyPath: KeyPath<Self, Value>,
        from old: @autoclosure () -> Value,
        to new: @autoclosure () -> Value,
        _ change: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard keyValueObservers.isObserved else { return try change() }
        let (old, new) = (old(), new())
        keyValueObservers.notify(self, keyPath, KeyValueStep(old: old, new: new, isPrior: true))
        let result = try change()
        keyValueObservers.notify(self, keyPath, KeyValueStep(old: old, new: new, isPrior: false))
        return result
    }
}

/// One call of the observers: before or after a change.
struct KeyValueStep<Value> {
    var old: Value
    var new: Value
    var isPrior: Bool
}

/// The observers of one object. Any thread may use it; observers are called without its lock.
package final class KeyValueObserverRegistry: Sendable {
    fileprivate struct Observer: Sendable {
        weak let observation: NSKeyValueObservation?
        let identity: ObjectIdentifier
        let property: Int
        let options: NSKeyValueObservingOptions
        // Takes the object and a `KeyValueStep` of the property's type.
        let call: @Sendable (Any, Any) -> Void
    }

    /// Those who observed at one moment. Who begins to observe later must not hear of changes before, whose values may be older
    /// than what they have read.
    package struct Audience: Sendable {
        fileprivate let observers: [Observer]
    }

    private let observers = Mutex<[Observer]>([])
    private let count = Atomic<Int>(0)

    /// A registry without observers.
    package init() {}

    /// Whether anybody observes anything; one atomic load.
    package var isObserved: Bool {
        count.load(ordering: .acquiring) > 0
    }

    /// Those who observe now; `nil` for nobody. One atomic load then.
    package var audience: Audience? {
        isObserved ? Audience(observers: observers.withLock { $0 }) : nil
    }

    func add<Object, Value>(
        _ observation: NSKeyValueObservation,
        property: Int,
        options: NSKeyValueObservingOptions,
        changeHandler: @escaping @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void
    ) {
        let observer = Observer(
            observation: observation,
            identity: ObjectIdentifier(observation),
            property: property,
            options: options
        ) { object, step in
            guard let object = object as? Object, let step = step as? KeyValueStep<Value> else { return }
            changeHandler(object, NSKeyValueObservedChange(step, options))
        }
        observers.withLock { observers in
            observers.append(observer)
            count.store(observers.count, ordering: .releasing)
        }
    }

    func remove(_ identity: ObjectIdentifier) {
        // The handler is destroyed after unlocking: it may own whatever the client put into it.
        let removed = observers.withLock { observers -> Observer? in
            guard let index = observers.firstIndex(where: { $0.identity == identity }) else { return nil }
            let observer = observers.remove(at: index)
            count.store(observers.count, ordering: .releasing)
            return observer
        }
        withExtendedLifetime(removed) {}
    }

    func notify<Object: KeyValueObservable, Value>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value>,
        _ step: KeyValueStep<Value>
    ) {
        audience?.notify(object, keyPath, step)
    }
}

extension KeyValueObserverRegistry.Audience {
    /// Calls those who observe a property, as far as they still do, on this thread.
    func notify<Object: KeyValueObservable, Value>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value>,
        _ step: KeyValueStep<Value>
    ) {
        let property = keyPath.position(in: type(of: object))
        for observer in observers where observer.property == property {
            guard !step.isPrior || observer.options.contains(.prior) else { continue }
            // An observer that was ended meanwhile, or by one called before it, must not be called any more.
            guard let observation = observer.observation, observation.isActive else { continue }
            observer.call(object, step)
        }
    }
}

extension PartialKeyPath where Root: KeyValueObservable {
    /// The property's place among the observable properties of an object's class.
    fileprivate func position(in type: any KeyValueObservable.Type) -> Int {
        guard let position = type.observableKeyPaths(rootedAt: Root.self).firstIndex(of: self) else {
            programmerError(
                .internalInconsistency,
                "*** -[\(type) didChangeValueForKey:] \(self) is not among the observable properties"
            )
        }
        return position
    }
}

extension NSKeyValueObservedChange {
    /// What an observer with these options is told of a step.
    fileprivate init(_ step: KeyValueStep<Value>, _ options: NSKeyValueObservingOptions) {
        self.init(
            kind: .setting,
            newValue: options.contains(.new) && !step.isPrior ? step.new : nil,
            oldValue: options.contains(.old) ? step.old : nil,
            indexes: nil,
            isPrior: step.isPrior
        )
    }
}
