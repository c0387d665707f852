import ServerSentEvents
import Synchronization
import ViewTree
@_spi(PageServer) import Viewfinder

/// What one page is told: the tree and its changes in order, and the newest of everything else. A page that reads slowly makes
/// nothing grow.
final class PageFeed: Sendable {
    private struct State {
        var queue: TreeQueue
        /// What else is to be told, the newest of each name, in the order of their first change.
        var news: [(name: String, data: String)] = []
        var waiter: CheckedContinuation<Void, Never>?
        var isOver = false
    }

    private enum Step {
        case send(ServerSentEvent)
        case readTree
        case wait
        case end
    }

    private let state: Mutex<State>
    /// Reads the whole tree, and calls the closure in the same turn of the main actor.
    private let wholeTree: @Sendable (_ adopt: @Sendable (_ render: Int) -> Void) async -> String

    /// How many updates wait before the whole tree takes their place.
    static let updateLimit = 32
    /// Milliseconds that a page waits before it connects again.
    private static let reconnectionDelay = 250

    init(wholeTree: @escaping @Sendable (_ adopt: @Sendable (_ render: Int) -> Void) async -> String) {
        state = Mutex(State(queue: TreeQueue(limit: Self.updateLimit)))
        self.wholeTree = wholeTree
    }

    /// The events, pulled one by one as the connection takes them.
    var events: PageResponses.Events<AsyncStream<ServerSentEvent>> {
        PageResponses.Events(AsyncStream { await self.next() }, end: { self.end() })
    }

    /// The tree changed.
    func update(_ json: String, render: Int) {
        change { $0.queue.enqueue(json, render: render) }
    }

    /// Something else is different now.
    func send(_ name: String, _ data: String) {
        change { state in
            if let index = state.news.firstIndex(where: { $0.name == name }) {
                state.news[index].data = data
            } else {
                state.news.append((name, data))
            }
        }
    }

    /// Ends the events. Callable from any thread, again too.
    func end() {
        change { $0.isOver = true }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiter = state.withLock { state in
            body(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func next() async -> ServerSentEvent? {
        while true {
            switch state.withLock({ Self.step(&$0) }) {
            case .send(let event): return event
            case .end: return nil
            case .readTree:
                let tree = await wholeTree { render in
                    self.state.withLock { $0.queue.sentWholeTree(render: render) }
                }
                return ServerSentEvent(name: "tree", data: tree, retry: Self.reconnectionDelay)
            case .wait: await wait()
            }
        }
    }

    private static func step(_ state: inout State) -> Step {
        if state.isOver { return .end }
        // What the screen is like comes before what is on it.
        if !state.news.isEmpty {
            let (name, data) = state.news.removeFirst()
            return .send(ServerSentEvent(name: name, data: data))
        }
        return switch state.queue.next() {
        case .wholeTree: .readTree
        case .update(let json): .send(ServerSentEvent(name: "changes", data: json))
        case .none: .wait
        }
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    var next = state.queue
                    guard !state.isOver, state.news.isEmpty, next.next() == .none else { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            end()
        }
    }
}
