import Synchronization

/// The places whose values changed, from whatever thread, until the next render.
final class Invalidations: Sendable {
    /// What has changed.
    struct Changes {
        var places: Set<Int> = []
        /// The animation that the last of the animated changes was made with.
        var animation: Animation?
    }

    private struct State {
        var changes = Changes()
        var isScheduled = false
    }

    private let state = Mutex(State())
    private let schedule: @Sendable () -> Void

    /// - Parameter schedule: asks for a render; called once until `take()`.
    init(schedule: @escaping @Sendable () -> Void) {
        self.schedule = schedule
    }

    func insert(_ place: Int) {
        let animation = Transaction.current.animation
        let asks = state.withLock { state in
            state.changes.places.insert(place)
            if let animation { state.changes.animation = animation }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if asks { schedule() }
    }

    /// Asks for a render without a place.
    func requestRender() {
        let asks = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if asks { schedule() }
    }

    var isEmpty: Bool { state.withLock { $0.changes.places.isEmpty } }

    /// Whether a render was asked for that has not begun.
    var isScheduled: Bool { state.withLock { $0.isScheduled } }

    func drain() -> Changes {
        state.withLock { state in
            defer { state = State() }
            return state.changes
        }
    }
}
