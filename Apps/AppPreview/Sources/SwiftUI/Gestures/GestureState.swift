/// A value that a gesture changes while it goes on, and which is the initial one otherwise.
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
    private let initialValue: Value
    private let source: StateSource<Value>

    public init(wrappedValue: Value) {
        initialValue = wrappedValue
        source = StateSource(wrappedValue)
    }

    public var wrappedValue: Value { source.storage.value }

    /// For `updating(_:body:)`.
    public var projectedValue: GestureState<Value> { self }

    func update(_ change: (inout Value, inout Transaction) -> Void) {
        var value = source.storage.value
        var transaction = Transaction.current
        change(&value, &transaction)
        withTransaction(transaction) { source.storage.value = value }
    }

    func reset() { source.storage.value = initialValue }
}

extension GestureState: InstalledProperty, ViewComparable {
    @MainActor
    func install(in node: Node, path: String) {
        source.install(in: node, path: path)
    }

    /// What a view was made with makes no difference later: its state is at its place.
    func isSame(as other: Any) -> Bool { other is GestureState }
}

/// A gesture that changes a state while it goes on.
public struct GestureStateGesture<Base: Gesture, State>: Gesture, RecognizedGesture {
    public typealias Value = Base.Value
    public typealias Body = Never
    let gesture: Base
    let state: GestureState<State>
    let update: (Base.Value, inout State, inout Transaction) -> Void

    func recognizer(_ callbacks: GestureCallbacks<Base.Value>, _ memory: GestureMemory) -> GestureRecognizer {
        gesture.anyRecognizer(
            GestureCallbacks(
                changed: { value in
                    state.update { update(value, &$0, &$1) }
                    callbacks.changed(value)
                },
                ended: { value in
                    callbacks.ended(value)
                    state.reset()
                },
                cancelled: {
                    callbacks.cancelled()
                    state.reset()
                }
            ),
            memory
        )
    }
}
