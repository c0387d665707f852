/// Those who follow a value. A slow reader gets the latest value; nobody is told the same twice in a row.
struct ValueObservers<Value: Sendable & Equatable>: Sendable {
    private var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    private var nextID = 0
    private(set) var value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// The present value, and each later one.
    ///
    /// - Parameter onEnd: told the reader's number when the reader has gone; to be handed to ``remove(_:)``.
    mutating func add(onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        nextID += 1
        let id = nextID
        continuations[id] = continuation
        continuation.onTermination = { _ in onEnd(id) }
        continuation.yield(value)
        return stream
    }

    mutating func remove(_ id: Int) {
        continuations[id] = nil
    }

    /// Tells a value, if it is another one.
    mutating func notify(_ new: Value) {
        guard new != value else { return }
        value = new
        continuations.values.forEach { $0.yield(new) }
    }

    /// Nothing more is going to be told.
    func end() {
        continuations.values.forEach { $0.finish() }
    }
}
