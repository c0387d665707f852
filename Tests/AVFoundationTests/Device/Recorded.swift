import Synchronization

/// What happened, in order, from any thread.
final class Recorded<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])

    var values: [Value] { list.withLock { $0 } }

    func append(_ value: Value) {
        list.withLock { $0.append(value) }
    }
}
