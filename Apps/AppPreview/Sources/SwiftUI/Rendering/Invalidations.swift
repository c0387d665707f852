import Synchronization

/// The places whose values changed, from whatever thread, until the next render.
final class Invalidations: Sendable {
    private struct State {
        var places: Set<Int> = []
        var isScheduled = false
    }

    private let state = Mutex(State())
    private let schedule: @Sendable () -> Void

    /// - Parameter schedule: asks for a render; called once until `take()`.
    init(schedule: @escaping @Sendable () -> Void) {
        self.schedule = schedule
    }

    func insert(_ place: Int) {
        let asks = state.withLock { state in
            state.places.insert(place)
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

    var isEmpty: Bool { state.withLock { $0.places.isEmpty } }

    func take() -> Set<Int> {
        state.withLock { state in
            defer { state = State() }
            return state.places
        }
    }
}
