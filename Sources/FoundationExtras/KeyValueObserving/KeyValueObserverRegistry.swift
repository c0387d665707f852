import Foundation
import Synchronization

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
