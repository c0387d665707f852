/// A value that lies elsewhere, to read and to write.
@propertyWrapper
@dynamicMemberLookup
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

    public init(projectedValue: Binding<Value>) {
        self = projectedValue
    }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let (get, set) = (get, set)
        return Binding<Subject>(
            source: source.map { .member($0, keyPath) },
            get: { get()[keyPath: keyPath] },
            set: { part in
                var whole = get()
                whole[keyPath: keyPath] = part
                set(whole)
            }
        )
    }
}

extension Binding {
    /// A binding to the same value, optional.
    public init<V>(_ base: Binding<V>) where Value == V? {
        self.init(
            source: base.source.map { .member($0, \V?.self) },
            get: { base.wrappedValue },
            set: { value in
                if let value { base.wrappedValue = value }
            }
        )
    }

    /// A binding to what an optional holds; nil where it holds nothing.
    public init?(_ base: Binding<Value?>) {
        guard let value = base.wrappedValue else { return nil }
        self.init(
            source: base.source.map { .member($0, \Value?.self) },
            // What was there last, for whoever still looks after it went.
            get: { base.wrappedValue ?? value },
            set: { base.wrappedValue = $0 }
        )
    }

    /// The same binding, whose changes are animated.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        let (get, set) = (get, set)
        return Binding(source: source, get: get, set: { value in withAnimation(animation) { set(value) } })
    }
}

extension Binding: @unchecked Sendable where Value: Sendable {
    // @unchecked: both functions are Sendable, or made of storage that is.
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
/// main actor, where whoever makes a binding for a view is, too.
private func synchronous<Value>(_ function: @escaping @isolated(any) @Sendable () -> Value) -> () -> Value {
    unsafeBitCast(function, to: (@Sendable () -> Value).self)
}

private func synchronous<Value>(_ function: @escaping @isolated(any) @Sendable (Value) -> Void) -> (Value) -> Void {
    unsafeBitCast(function, to: (@Sendable (Value) -> Void).self)
}
