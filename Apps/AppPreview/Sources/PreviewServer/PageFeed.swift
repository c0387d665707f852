import AVFoundation
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

/// Decides what one page is sent of the tree: all of it first, then what changes; all of it again when too much waits.
struct TreeQueue {
    /// What the page gets next.
    enum Next: Equatable {
        /// The tree as a whole, which has to be asked for.
        case wholeTree
        /// An update, as JSON.
        case update(String)
        /// Nothing yet.
        case none
    }

    private enum State {
        case needsWholeTree
        /// Has everything up to a render, but for what waits.
        case following(render: Int, waiting: [String])
    }

    private var state = State.needsWholeTree
    private let limit: Int

    /// - Parameter limit: how many updates wait for a slow page. Beyond it, the whole tree is less than they are.
    init(limit: Int) {
        self.limit = limit
    }

    /// The page has been sent the whole tree as of a render.
    mutating func sentWholeTree(render: Int) {
        state = .following(render: render, waiting: [])
    }

    /// Something changed.
    mutating func enqueue(_ json: String, render: Int) {
        guard case .following(let last, var waiting) = state, render > last else { return }
        guard waiting.count < limit else {
            state = .needsWholeTree
            return
        }
        waiting.append(json)
        state = .following(render: render, waiting: waiting)
    }

    mutating func next() -> Next {
        switch state {
        case .needsWholeTree: return .wholeTree
        case .following(let render, var waiting):
            guard !waiting.isEmpty else { return .none }
            let first = waiting.removeFirst()
            state = .following(render: render, waiting: waiting)
            return .update(first)
        }
    }
}

/// The streams of preview layers that are being watched: one for each layer, however many pages there are.
@MainActor
final class LayerStreams {
    private struct Entry {
        weak var layer: AVCaptureVideoPreviewLayer?
        weak var stream: LayerStream?
    }

    private var entries: [Entry] = []

    /// Wide enough for a phone's screen at two pixels a point, and encoded in a few milliseconds.
    private static let longestSide = 1280

    /// The stream of a layer. It lives as long as somebody holds it.
    func stream(of layer: AVCaptureVideoPreviewLayer) throws -> LayerStream {
        entries.removeAll { $0.stream == nil || $0.layer == nil }
        if let stream = entries.first(where: { $0.layer === layer })?.stream { return stream }
        let stream = try LayerStream(layer, longestSide: Self.longestSide)
        entries.append(Entry(layer: layer, stream: stream))
        return stream
    }
}
