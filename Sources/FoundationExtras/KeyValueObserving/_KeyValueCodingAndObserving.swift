import Foundation

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
