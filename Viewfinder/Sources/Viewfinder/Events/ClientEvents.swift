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
