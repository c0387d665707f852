import Foundation
import ViewTree

/// Movements that mean something.
///
/// DEVIATION: gestures of one's own, made of others by a `body`, are not recognised; combinations are.
@MainActor
@preconcurrency
public protocol Gesture<Value> {
    associatedtype Value
    associatedtype Body: Gesture
    @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Gesture {
    public typealias Value = Never
}

extension Gesture where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// A gesture that the page recognises.
@MainActor
@preconcurrency
protocol RecognizedGesture: Gesture {
    /// What listens to the page's events, and calls back with values. It is made at each render.
    func recognizer(_ callbacks: GestureCallbacks<Value>, _ memory: GestureMemory) -> GestureRecognizer
}

/// What becomes of a gesture's values.
@MainActor
struct GestureCallbacks<Value> {
    var changed: @MainActor (Value) -> Void = { _ in }
    var ended: @MainActor (Value) -> Void = { _ in }
    /// The gesture is over without having come to its end: the system took the finger away, or another one came.
    var cancelled: @MainActor () -> Void = {}
}

/// What the gestures of a view remember while fingers are on it, however often the view is rendered meanwhile: by their places in a
/// combination.
@MainActor
final class GestureMemory {
    private var values: AnyObject?
    private var parts: [String: GestureMemory] = [:]

    /// The memory of a part of a combination.
    func part(_ name: String) -> GestureMemory {
        if let part = parts[name] { return part }
        let part = GestureMemory()
        parts[name] = part
        return part
    }

    /// What this gesture remembers.
    func value<Value>(_ initial: @autoclosure () -> Value) -> Box<Value> {
        if let box = values as? Box<Value> { return box }
        let box = Box(initial())
        values = box
        return box
    }
}

/// How far a gesture is, as the page tells.
enum GesturePhase: String {
    case changed, ended, cancelled

    init(event: EventValue) {
        self = event["phase"].string.flatMap(Self.init(rawValue:)) ?? .changed
    }
}

/// Listens to events of an element.
@MainActor
struct GestureRecognizer {
    /// What to do for each event.
    var handlers: [String: Renderer.Handler] = [:]
    /// What the page has to know: how long a press has to last, how many taps count.
    var attributes: [String: String] = [:]
    /// Ends what is under way, as nobody will hear of its end.
    var cancel: @MainActor () -> Void = {}

    /// Both at once.
    func merging(_ other: GestureRecognizer) -> GestureRecognizer {
        GestureRecognizer(
            handlers: handlers.merging(other.handlers) { first, second in
                { value in
                    first(value)
                    second(value)
                }
            },
            attributes: attributes.merging(other.attributes) { $1 },
            cancel: both(other)
        )
    }

    /// Ends what is under way in both.
    func both(_ other: GestureRecognizer) -> @MainActor () -> Void {
        { [cancel] in
            cancel()
            other.cancel()
        }
    }
}

extension Gesture {
    func anyRecognizer(_ callbacks: GestureCallbacks<Value>, _ memory: GestureMemory) -> GestureRecognizer {
        guard let gesture = self as? any RecognizedGesture else {
            preconditionFailure("The page cannot recognise a gesture of type \(Self.self).")
        }
        func open<G: RecognizedGesture>(_ gesture: G) -> GestureRecognizer {
            guard let callbacks = callbacks as? GestureCallbacks<G.Value> else {
                preconditionFailure("A gesture has values of two types.")
            }
            return gesture.recognizer(callbacks, memory)
        }
        return open(gesture)
    }

    public func onChanged(_ action: @escaping (Value) -> Void) -> _ChangedGesture<Self> {
        _ChangedGesture(gesture: self, action: action)
    }

    /// Calls `action` when the gesture comes to its end, not when it is cancelled.
    public func onEnded(_ action: @escaping (Value) -> Void) -> _EndedGesture<Self> {
        _EndedGesture(gesture: self, action: action)
    }

    /// Changes a state while the gesture goes on. However the gesture is over, the state has its initial value again.
    public func updating<State>(
        _ state: GestureState<State>,
        body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> GestureStateGesture<Self, State> {
        GestureStateGesture(gesture: self, state: state, update: body)
    }

    /// Recognised only where this gesture is not.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }

    /// First this gesture, then the other.
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        SequenceGesture(self, other)
    }

    /// Both at once.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
}

public struct _ChangedGesture<Base: Gesture>: Gesture, RecognizedGesture {
    public typealias Value = Base.Value
    public typealias Body = Never
    let gesture: Base
    let action: (Base.Value) -> Void

    func recognizer(_ callbacks: GestureCallbacks<Base.Value>, _ memory: GestureMemory) -> GestureRecognizer {
        gesture.anyRecognizer(
            GestureCallbacks(
                changed: { value in
                    action(value)
                    callbacks.changed(value)
                },
                ended: callbacks.ended,
                cancelled: callbacks.cancelled
            ),
            memory
        )
    }
}

public struct _EndedGesture<Base: Gesture>: Gesture, RecognizedGesture {
    public typealias Value = Base.Value
    public typealias Body = Never
    let gesture: Base
    let action: (Base.Value) -> Void

    func recognizer(_ callbacks: GestureCallbacks<Base.Value>, _ memory: GestureMemory) -> GestureRecognizer {
        gesture.anyRecognizer(
            GestureCallbacks(
                changed: callbacks.changed,
                ended: { value in
                    action(value)
                    callbacks.ended(value)
                },
                cancelled: callbacks.cancelled
            ),
            memory
        )
    }
}

/// Which gestures of a view count.
public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let gesture = GestureMask(rawValue: 1)
    public static let subviews = GestureMask(rawValue: 2)
    public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
    public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        recognizing(gesture, mask, precedence: nil)
    }

    /// A gesture that is recognised even where what is inside recognises another one.
    public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        recognizing(gesture, mask, precedence: "simultaneous")
    }

    private func recognizing<T: Gesture>(_ gesture: T, _ mask: GestureMask, precedence: String?) -> some View {
        Modified(self) { context, fragments in
            let recognizer = gesture.anyRecognizer(
                GestureCallbacks(),
                context.remember("gesture") { GestureMemory() }
            )
            // The last one counts: nobody hears of the end of a gesture whose view is gone.
            let last = context.remember("recognizer") {
                let last = Box(recognizer)
                context.onLeave { last.value.cancel() }
                return last
            }
            last.value = recognizer
            guard !fragments.isEmpty, mask.contains(.gesture), context.environment.isEnabled else {
                context.afterRendering(recognizer.cancel)
                return fragments
            }
            var wrapper = context.wrap(context.single(fragments), 0, class: "wrap gesture")
            wrapper.element.attributes.merge(recognizer.attributes) { $1 }
            wrapper.element.attributes["data-gesture"] = precedence
            for (event, handler) in recognizer.handlers.sorted(by: { $0.key < $1.key }) {
                context.listen(&wrapper.element, event, handler)
            }
            return [wrapper]
        }
    }

    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        gesture(TapGesture(count: count).onEnded(action))
    }

}

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
