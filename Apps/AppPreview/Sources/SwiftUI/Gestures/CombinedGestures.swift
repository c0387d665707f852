import ViewTree

/// One gesture or, where that is not recognised, another one.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture, RecognizedGesture {
    public enum Value {
        case first(First.Value)
        case second(Second.Value)
    }

    public typealias Body = Never
    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) {
        (self.first, self.second) = (first, second)
    }

    func recognizer(_ callbacks: GestureCallbacks<Value>, _ memory: GestureMemory) -> GestureRecognizer {
        // The page takes one touch for one gesture: a tap, a long press or a drag.
        let one = first.anyRecognizer(
            GestureCallbacks(
                changed: { callbacks.changed(.first($0)) },
                ended: { callbacks.ended(.first($0)) },
                cancelled: callbacks.cancelled
            ),
            memory.part("first")
        )
        let other = second.anyRecognizer(
            GestureCallbacks(
                changed: { callbacks.changed(.second($0)) },
                ended: { callbacks.ended(.second($0)) },
                cancelled: callbacks.cancelled
            ),
            memory.part("second")
        )
        return GestureRecognizer(
            handlers: one.handlers.merging(other.handlers) { first, _ in first },
            attributes: one.attributes.merging(other.attributes) { first, _ in first },
            cancel: one.both(other)
        )
    }
}

extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension ExclusiveGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

/// One gesture after another, with the same finger.
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture, RecognizedGesture {
    public enum Value {
        case first(First.Value)
        case second(First.Value, Second.Value?)
    }

    public typealias Body = Never
    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) {
        (self.first, self.second) = (first, second)
    }

    func recognizer(_ callbacks: GestureCallbacks<Value>, _ memory: GestureMemory) -> GestureRecognizer {
        // The value of the first gesture, from its end to that of the second one.
        let done = memory.value(First.Value?.none)
        var one = first.anyRecognizer(firstCallbacks(callbacks, done), memory.part("first"))
        let other = second.anyRecognizer(secondCallbacks(callbacks, done), memory.part("second"))
        // A long press tells where the finger is, as the drag after it would: a drag of no distance, which its end ends.
        if let drag = other.handlers["drag"], let press = one.handlers["longPress"] {
            one.handlers["longPress"] = { event in
                press(event)
                drag(event)
            }
            one.attributes["data-then"] = "drag"
        }
        return GestureRecognizer(
            handlers: one.handlers.merging(other.handlers) { first, _ in first },
            attributes: one.attributes.merging(other.attributes) { first, _ in first },
            cancel: one.both(other)
        )
    }

    private func firstCallbacks(
        _ callbacks: GestureCallbacks<Value>,
        _ done: Box<First.Value?>
    ) -> GestureCallbacks<First.Value> {
        GestureCallbacks(
            changed: { callbacks.changed(.first($0)) },
            ended: { value in
                done.value = value
                callbacks.changed(.second(value, nil))
            },
            cancelled: callbacks.cancelled
        )
    }

    private func secondCallbacks(
        _ callbacks: GestureCallbacks<Value>,
        _ done: Box<First.Value?>
    ) -> GestureCallbacks<Second.Value> {
        GestureCallbacks(
            changed: { value in
                if let first = done.value { callbacks.changed(.second(first, value)) }
            },
            ended: { value in
                guard let first = done.value else { return }
                done.value = nil
                callbacks.ended(.second(first, value))
            },
            cancelled: {
                guard done.value != nil else { return }
                done.value = nil
                callbacks.cancelled()
            }
        )
    }
}

extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SequenceGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

/// Two gestures at once.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture, RecognizedGesture {
    public struct Value {
        public var first: First.Value?
        public var second: Second.Value?
    }

    public typealias Body = Never
    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) {
        (self.first, self.second) = (first, second)
    }

    func recognizer(_ callbacks: GestureCallbacks<Value>, _ memory: GestureMemory) -> GestureRecognizer {
        let pair = memory.value(Pair())
        let one = first.anyRecognizer(part(\.first, .first, pair, callbacks), memory.part("first"))
        let other = second.anyRecognizer(part(\.second, .second, pair, callbacks), memory.part("second"))
        return one.merging(other)
    }

    /// The values of both, until both are over.
    private struct Pair {
        var value = Value()
        var underWay: Set<Part> = []
    }

    private enum Part {
        case first, second
    }

    private func part<Own>(
        _ own: WritableKeyPath<Value, Own?>,
        _ part: Part,
        _ pair: Box<Pair>,
        _ callbacks: GestureCallbacks<Value>
    ) -> GestureCallbacks<Own> {
        GestureCallbacks(
            changed: { value in
                pair.value.underWay.insert(part)
                pair.value.value[keyPath: own] = value
                callbacks.changed(pair.value.value)
            },
            ended: { value in
                pair.value.underWay.remove(part)
                pair.value.value[keyPath: own] = value
                let values = pair.value.value
                // The end of the one is a change of both, as long as the other goes on.
                guard pair.value.underWay.isEmpty else { return callbacks.changed(values) }
                pair.value = Pair()
                callbacks.ended(values)
            },
            cancelled: {
                pair.value.underWay.remove(part)
                pair.value.value[keyPath: own] = nil
                guard pair.value.underWay.isEmpty else { return callbacks.changed(pair.value.value) }
                pair.value = Pair()
                callbacks.cancelled()
            }
        )
    }
}

extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SimultaneousGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
