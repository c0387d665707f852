import Observation
import Synchronization

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
