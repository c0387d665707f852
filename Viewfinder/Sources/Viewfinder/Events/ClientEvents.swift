import ServerSentEvents
import Synchronization

/// One client's events, for one reader.
struct ClientEvents: AsyncSequence, Sendable {
    /// Where the events come from.
    final class Source: Sendable {
        private let pending = Mutex(PendingEvents())
        private let wake: AsyncStream<Void>.Continuation

        fileprivate init(wake: AsyncStream<Void>.Continuation) {
            self.wake = wake
        }

        func send(_ event: ServerSentEvent) {
            pending.withLock { $0.append(event) }
            wake.yield()
        }

        /// Ends the events after those that wait. Callable from any thread, any number of times.
        func finish() {
            wake.finish()
        }

        /// - Parameter body: called once, when nobody reads any more.
        func whenOver(_ body: @escaping @Sendable () -> Void) {
            wake.onTermination = { _ in body() }
        }

        fileprivate func next() -> ServerSentEvent? {
            pending.withLock { $0.popFirst() }
        }
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: Source
        fileprivate var wakes: AsyncStream<Void>.Iterator

        mutating func next() async -> ServerSentEvent? {
            while true {
                if let event = source.next() { return event }
                if await wakes.next() == nil { return source.next() }
            }
        }
    }

    private let source: Source
    private let wakes: AsyncStream<Void>

    /// The events of a new client, and where they are sent to.
    static func make() -> (events: ClientEvents, source: Source) {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = Source(wake: wake)
        return (ClientEvents(source: source, wakes: wakes), source)
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(source: source, wakes: wakes.makeAsyncIterator())
    }
}

/// What one client has still to be told.
///
/// Most events say how something is now: of those only the newest waits, so that a client that reads slowly hears the truth when it
/// reads. The others say that something has happened; of those the oldest go when too many wait, and can be looked up.
struct PendingEvents {
    /// How many events wait at most that do not replace each other.
    static let limit = 32
    /// The events that say what has happened, and replace none.
    static let oneTimeEvents: Set<String> = ["photo", "movie", "failure"]

    private var events: [ServerSentEvent] = []

    /// Adds an event at the end.
    mutating func append(_ event: ServerSentEvent) {
        if Self.isOneTime(event) {
            let waiting = events.indices.filter { Self.isOneTime(events[$0]) }
            if waiting.count >= Self.limit { events.remove(at: waiting[0]) }
        } else if let index = events.firstIndex(where: { $0.name == event.name }) {
            events.remove(at: index)
        }
        events.append(event)
    }

    private static func isOneTime(_ event: ServerSentEvent) -> Bool {
        event.name.map(oneTimeEvents.contains) ?? false
    }

    /// Takes the first event out.
    mutating func popFirst() -> ServerSentEvent? {
        events.isEmpty ? nil : events.removeFirst()
    }
}

/// Tells several listeners the same; a slow one gets the newest.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
        var next = 0
        var isOver = false
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: how much waits for a slow listener.
    package init(limit: Int = 1) {
        self.limit = limit
    }

    /// What is told from now on.
    package func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(limit))
        let key: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            let former = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
            withExtendedLifetime(former) {}
        }
        return stream
    }

    /// Tells all who listen.
    package func send(_ value: Value) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(value) }
    }

    /// Ends all streams, and those that are asked for later.
    package func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
