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
