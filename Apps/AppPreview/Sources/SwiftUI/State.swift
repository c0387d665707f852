import Observation
import Synchronization

/// A value that belongs to a view and outlives its evaluations.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let source: StateSource<Value>

    public init(wrappedValue value: Value) {
        source = StateSource(value)
    }

    public init(initialValue value: Value) {
        source = StateSource(value)
    }

    public var wrappedValue: Value {
        get { source.storage.value }
        nonmutating set { source.storage.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        let storage = source.storage
        return Binding(
            source: .object(ObjectIdentifier(storage)),
            get: { storage.value },
            set: { storage.value = $0 }
        )
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() {
        self.init(wrappedValue: nil)
    }
}

extension State: Sendable where Value: Sendable {}

extension State: InstalledProperty, ViewComparable {
    @MainActor
    func install(in node: Node, path: String) {
        source.install(in: node, path: path)
    }

    /// What a view was made with makes no difference later: its state is at its place.
    func isSame(as other: Any) -> Bool { other is State }
}

/// A value that lies elsewhere, to read and to write.
@propertyWrapper
public struct Binding<Value> {
    let source: BindingSource?
    private let get: () -> Value
    private let set: (Value) -> Void

    @preconcurrency
    public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        self.init(source: nil, get: synchronous(get), set: synchronous(set))
    }

    init(source: BindingSource?, get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.source = source
        self.get = get
        self.set = set
    }

    /// A binding to a value that never changes.
    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(source: nil, get: { value }, set: { _ in })
    }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    public var projectedValue: Binding<Value> { self }
}

extension Binding: @unchecked Sendable where Value: Sendable {
    // @unchecked: both functions are Sendable, or made of storage that is; their types do not say so, as key paths and the values
    // of bindings that are no Sendable would have to be it, too.
}

extension Binding: DynamicProperty {}

extension Binding: Identifiable where Value: Identifiable {
    public var id: Value.ID { wrappedValue.id }
}

extension Binding: ViewComparable {
    func isSame(as other: Any) -> Bool {
        guard let other = other as? Binding<Value>, let source else { return false }
        return source == other.source
    }
}

/// Where a binding's value lies, so that two bindings can be compared.
indirect enum BindingSource: Hashable {
    case object(ObjectIdentifier)
    case member(BindingSource, AnyKeyPath)
}

/// A function that brings its actor along, to be called where that actor is: views are evaluated, and events handled, on the
/// main actor, where whoever makes a binding for a view is, too. Elsewhere the call ends the program.
///
/// The language has no such call without `await`. Its conversion to a function without an actor does just this cast, with a
/// warning that nothing silences: a function carries its actor in its context, so that both types have one representation.
private func synchronous<Value>(_ function: @escaping @isolated(any) @Sendable () -> Value) -> () -> Value {
    let actor = function.isolation
    let call = unsafeBitCast(function, to: (@Sendable () -> Value).self)
    return {
        actor?.preconditionIsolated()
        return call()
    }
}

private func synchronous<Value>(_ function: @escaping @isolated(any) @Sendable (Value) -> Void) -> (Value) -> Void {
    let actor = function.isolation
    let call = unsafeBitCast(function, to: (@Sendable (Value) -> Void).self)
    return {
        actor?.preconditionIsolated()
        call($0)
    }
}

/// Makes bindings to the properties of an observable object.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
    public var wrappedValue: Value

    public var projectedValue: Bindable<Value> { self }

    @available(*, unavailable, message: "The wrapped value must be an object that is Observable.")
    public init(wrappedValue: Value) {
        fatalError("This initializer is unavailable.")
    }

    private init(object: Value) {
        wrappedValue = object
    }
}

extension Bindable where Value: AnyObject {
    public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
    ) -> Binding<Subject> {
        let object = wrappedValue
        return Binding<Subject>(
            source: .member(.object(ObjectIdentifier(object)), keyPath),
            get: { object[keyPath: keyPath] },
            set: { object[keyPath: keyPath] = $0 }
        )
    }
}

extension Bindable where Value: AnyObject, Value: Observable {
    public init(wrappedValue: Value) {
        self.init(object: wrappedValue)
    }
}

extension Bindable: Identifiable where Value: Identifiable {
    public var id: Value.ID { wrappedValue.id }
}

extension Bindable: Sendable where Value: Sendable {}

/// A value that views observe: what `@State` keeps at a view's place.
final class Storage<Value>: Observable, Sendable {
    // @unchecked: the mutex keeps accesses apart; whether the value may be used on several threads is its own matter, as in
    // Apple's State.
    private struct Content: @unchecked Sendable {
        var value: Value
    }

    private let registrar = ObservationRegistrar()
    private let content: Mutex<Content>

    init(_ value: Value) {
        content = Mutex(Content(value: value))
    }

    var value: Value {
        get {
            registrar.access(self, keyPath: \.value)
            return content.withLock { $0 }.value
        }
        set {
            let new = Content(value: newValue)
            // Who sets what is there already changes nothing.
            if isSame(content.withLock { $0 }.value, newValue) { return }
            registrar.withMutation(of: self, keyPath: \.value) {
                content.withLock { $0 = new }
            }
        }
    }
}

/// What the copies of a property wrapper share: its storage, its own until a view's place gives it another.
final class StateSource<Value>: Sendable {
    private let current: Mutex<Storage<Value>>

    init(_ initialValue: Value) {
        current = Mutex(Storage(initialValue))
    }

    var storage: Storage<Value> { current.withLock { $0 } }

    /// Takes the storage that is kept at a place, or leaves its own there.
    @MainActor
    func install(in node: Node, path: String) {
        let kept = node.remember(path) { storage }
        current.withLock { $0 = kept }
    }
}

/// A stored property that a view reads at each evaluation.
public protocol DynamicProperty {}
