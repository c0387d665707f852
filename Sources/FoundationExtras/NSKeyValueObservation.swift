import Foundation
import Synchronization

/// A registered observer. It observes until ``invalidate()`` is called or the object goes away; keep it for as long as
/// changes matter.
public final class NSKeyValueObservation: NSObject, Sendable {
    private weak let registry: KeyValueObserverRegistry?
    private let active = Atomic<Bool>(true)

    init(registry: KeyValueObserverRegistry) {
        self.registry = registry
    }

    /// Ends the observation. May be called more than once, from any thread, also from the observer itself. A call of
    /// the observer that is under way on another thread is not waited for.
    public func invalidate() {
        guard active.exchange(false, ordering: .acquiringAndReleasing) else { return }
        registry?.remove(ObjectIdentifier(self))
    }

    /// Whether changes are still to be told.
    var isActive: Bool { active.load(ordering: .acquiring) }

    deinit {
        invalidate()
    }
}

/// The kind of a change.
public enum NSKeyValueChange: UInt, Sendable {
    /// The property got a value. Every change of this package's classes is of this kind.
    case setting = 1
    /// Objects were inserted into a collection.
    case insertion = 2
    /// Objects were removed from a collection.
    case removal = 3
    /// Objects in a collection were replaced.
    case replacement = 4
}

/// What happened to an observed property.
public struct NSKeyValueObservedChange<Value> {
    /// Kinds of change.
    public typealias Kind = NSKeyValueChange

    /// The kind of change.
    public let kind: Kind
    /// The value after the change; nil unless the observer asked for `.new`, and in prior notifications.
    public let newValue: Value?
    /// The value before the change; nil unless the observer asked for `.old`, and in initial notifications.
    public let oldValue: Value?
    /// Which objects of a collection changed; always nil for `.setting`.
    public let indexes: IndexSet?
    /// Whether the change is still to come; only observers that asked for `.prior` are told.
    public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}

/// What an observer wants to be told.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// The options' bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Changes carry the new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1 << 0)
    /// Changes carry the old value.
    public static let old = NSKeyValueObservingOptions(rawValue: 1 << 1)
    /// The observer is also called once at registration, before `observe` returns, with the present value as new one.
    public static let initial = NSKeyValueObservingOptions(rawValue: 1 << 2)
    /// The observer is also called before each change; such a change says `isPrior` and has no new value.
    public static let prior = NSKeyValueObservingOptions(rawValue: 1 << 3)
}

/// What `observe(_:options:changeHandler:)` is a method of: each class of this package with observable properties.
///
/// DEVIATION: on Apple's platforms every `NSObject` is. Linux has no Objective-C runtime that could notice changes of a client's
/// own properties (`@objc dynamic` does not compile there), so that a key path that begins at a client's class is an error when compiling.
public protocol _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
    /// Calls a function whenever a property changes: on the thread that changes it or, where an object tells its changes in order,
    /// on the thread that is telling them. Then the property has the told value, or a newer one.
    ///
    /// The capture classes list which properties can be observed. Observing anything else stops the process, since
    /// Linux has no Objective-C runtime that could notice the change, and an observer that is never called would hide
    /// the mistake. DEVIATION: Apple's runtime accepts every Objective-C property.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - options: what to be told; see `NSKeyValueObservingOptions`.
    ///   - changeHandler: called with the object and the change, without any lock of the object being held.
    /// - Returns: the observation, which ends when it is released.
    @preconcurrency
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        guard let observable = self as? any KeyValueObservable else {
            programmerError(
                .invalidArgument,
                "*** -[\(Self.self) addObserver:forKeyPath:options:context:] the class has no properties that can be observed"
            )
        }
        guard let property = observable.position(of: keyPath) else {
            programmerError(
                .invalidArgument,
                "*** -[\(Self.self) addObserver:forKeyPath:options:context:] the property \(keyPath) cannot be observed"
            )
        }
        let registry = observable.keyValueObservers
        let observation = NSKeyValueObservation(registry: registry)
        registry.add(observation, property: property, options: options, changeHandler: changeHandler)
        if options.contains(.initial) {
            let value = options.contains(.new) ? self[keyPath: keyPath] : nil
            changeHandler(
                self,
                NSKeyValueObservedChange(kind: .setting, newValue: value, oldValue: nil, indexes: nil, isPrior: false)
            )
        }
        return observation
    }
}

extension _KeyValueCodingAndObserving {
    /// Not available: an observer would have to override `observeValue(forKeyPath:of:change:context:)` of `NSObject`, which needs
    /// an Objective-C runtime.
    @available(*, unavailable, message: "Use observe(_:options:changeHandler:) with a Swift key path.")
    public func addObserver(
        _ observer: NSObject,
        forKeyPath keyPath: String,
        options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {}

    /// Not available, as `addObserver(_:forKeyPath:options:context:)` is not.
    @available(*, unavailable, message: "Invalidate the NSKeyValueObservation instead.")
    public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {}

    /// Not available, as `addObserver(_:forKeyPath:options:context:)` is not.
    @available(*, unavailable, message: "Invalidate the NSKeyValueObservation instead.")
    public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {}
}

extension KeyValueObservable {
    /// The property's place among this object's observable properties, or nil if it is none of them.
    fileprivate func position(of keyPath: AnyKeyPath) -> Int? {
        guard let root = type(of: keyPath).rootType as? AnyClass else { return nil }
        return type(of: self).observableKeyPaths(rootedAt: root).firstIndex(of: keyPath)
    }
}
