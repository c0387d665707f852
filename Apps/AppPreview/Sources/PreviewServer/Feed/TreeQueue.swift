import ViewTree

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
