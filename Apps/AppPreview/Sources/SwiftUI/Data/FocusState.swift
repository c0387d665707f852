/// Which field the keyboard writes into.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    private let source: StateSource<Value>

    public init() where Value == Bool {
        source = StateSource(false)
    }

    public init<T: Hashable>() where Value == T? {
        source = StateSource(nil)
    }

    public var wrappedValue: Value {
        get { source.storage.value }
        nonmutating set { source.storage.value = newValue }
    }

    public var projectedValue: Binding {
        let storage = source.storage
        return Binding(
            base: SwiftUI.Binding(
                source: .object(ObjectIdentifier(storage)),
                get: { storage.value },
                set: { storage.value = $0 }
            )
        )
    }

    /// A focus that lies elsewhere.
    @propertyWrapper
    public struct Binding {
        let base: SwiftUI.Binding<Value>

        public var wrappedValue: Value {
            get { base.wrappedValue }
            nonmutating set { base.wrappedValue = newValue }
        }

        public var projectedValue: Binding { self }
    }
}

extension FocusState: InstalledProperty, ViewComparable {
    @MainActor
    func install(in node: Node, path: String) {
        source.install(in: node, path: path)
    }

    func isSame(as other: Any) -> Bool { other is FocusState }
}

extension View {
    /// The field has the focus while the state has a value.
    public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
        InEnvironment(self) { environment in
            environment.fieldFocus = FieldFocus(
                read: { binding.base.wrappedValue == value },
                write: { isFocused in
                    if isFocused {
                        binding.base.wrappedValue = value
                    } else if binding.base.wrappedValue == value, let none = Self.unfocused(Value.self) {
                        binding.base.wrappedValue = none
                    }
                }
            )
        }
    }

    /// The field has the focus while the state is true.
    public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        focused(condition, equals: true)
    }

    private static func unfocused<Value>(_ type: Value.Type) -> Value? {
        if let none = false as? Value { return none }
        return (type as? any ExpressibleByNilLiteral.Type).flatMap { $0.init(nilLiteral: ()) as? Value }
    }
}

/// What a text field does about the focus.
struct FieldFocus {
    var read: @MainActor () -> Bool
    var write: @MainActor (Bool) -> Void
}

extension EnvironmentValues {
    var fieldFocus: FieldFocus? {
        get { self[FieldFocusKey.self] }
        set { self[FieldFocusKey.self] = newValue }
    }
}

private enum FieldFocusKey: EnvironmentKey {
    static var defaultValue: FieldFocus? { nil }
}
