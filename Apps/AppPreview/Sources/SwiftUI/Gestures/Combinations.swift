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

    func recognizer(_ callbacks: GestureCallbacks<Value>) -> GestureRecognizer {
        // The page takes one touch for one gesture: a tap, a long press or a drag.
        let one = first.anyRecognizer(
            GestureCallbacks(
                changed: { callbacks.changed(.first($0)) },
                ended: { callbacks.ended(.first($0)) }
            )
        )
        let other = second.anyRecognizer(
            GestureCallbacks(
                changed: { callbacks.changed(.second($0)) },
                ended: { callbacks.ended(.second($0)) }
            )
        )
        return GestureRecognizer(
            handlers: one.handlers.merging(other.handlers) { first, _ in first },
            attributes: one.attributes.merging(other.attributes) { first, _ in first }
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

    func recognizer(_ callbacks: GestureCallbacks<Value>) -> GestureRecognizer {
        let done = Box<First.Value?>(nil)
        var one = first.anyRecognizer(
            GestureCallbacks(
                changed: { callbacks.changed(.first($0)) },
                ended: { value in
                    done.value = value
                    callbacks.changed(.second(value, nil))
                }
            )
        )
        let other = second.anyRecognizer(
            GestureCallbacks(
                changed: { value in
                    if let first = done.value { callbacks.changed(.second(first, value)) }
                },
                ended: { value in
                    guard let first = done.value else { return }
                    done.value = nil
                    callbacks.ended(.second(first, value))
                }
            )
        )
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
            attributes: one.attributes.merging(other.attributes) { first, _ in first }
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

    func recognizer(_ callbacks: GestureCallbacks<Value>) -> GestureRecognizer {
        let last = Box(Value())
        let one = first.anyRecognizer(
            GestureCallbacks(
                changed: {
                    last.value.first = $0; callbacks.changed(last.value)
                },
                ended: {
                    last.value.first = $0; callbacks.ended(last.value)
                }
            )
        )
        let other = second.anyRecognizer(
            GestureCallbacks(
                changed: {
                    last.value.second = $0; callbacks.changed(last.value)
                },
                ended: {
                    last.value.second = $0; callbacks.ended(last.value)
                }
            )
        )
        return one.merging(other)
    }
}

extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SimultaneousGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}
