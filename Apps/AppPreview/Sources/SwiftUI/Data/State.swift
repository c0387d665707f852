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
