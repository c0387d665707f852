import Synchronization

/// Counts the responses that never end. When all places are taken, a newcomer gets the place of the client that has read
/// nothing for the longest time; if all of them read, the oldest place of the network that has the most, so that no network
/// can keep the others out. If that has hardly more than the newcomer's, the newcomer is refused.
final class StreamSlots: Sendable {
    /// The right to one stream; it ends with the last reference, or when a newcomer takes it over.
    final class Slot: Sendable {
        private let slots: StreamSlots
        private let place: Occupancy

        fileprivate init(_ slots: StreamSlots, _ place: Occupancy) {
            self.slots = slots
            self.place = place
        }

        deinit {
            slots.remove(place)
        }

        /// Calls `action` once when a newcomer takes this place; at once if that has happened. It may come from any thread.
        func onEviction(_ action: @escaping @Sendable () -> Void) {
            place.onEviction(action)
        }

        /// Something is about to be written, and waits for the client from now on.
        func writeBegan() {
            place.waitingSince.store(max(1, slots.clock.now()), ordering: .relaxed)
        }

        /// It has been written.
        func writeEnded() {
            place.waitingSince.store(0, ordering: .relaxed)
        }
    }

    /// What is known about the client in a place.
    fileprivate final class Occupancy: Sendable {
        private struct Eviction {
            var isDone = false
            var action: (@Sendable () -> Void)?
        }

        /// Where the client comes from (`ClientAddress.network`).
        let network: String
        private let eviction = Mutex(Eviction())
        /// When the write began that the client has not taken yet, in nanoseconds; 0 when there is none.
        let waitingSince = Atomic<UInt64>(0)

        init(network: String) {
            self.network = network
        }

        func onEviction(_ action: @escaping @Sendable () -> Void) {
            let isDone = eviction.withLock { eviction in
                if !eviction.isDone { eviction.action = action }
                return eviction.isDone
            }
            if isDone { action() }
        }

        func evict() {
            let action = eviction.withLock { eviction in
                eviction.isDone = true
                defer { eviction.action = nil }
                return eviction.action
            }
            action?()
        }
    }

    private let limit: Int
    private let patience: UInt64
    private let clock: MonotonicClock
    /// The newest last.
    private let places = Mutex<[Occupancy]>([])

    /// - Parameters:
    ///   - limit: how many places there are.
    ///   - patience: how long a client keeps its place although it reads nothing.
    ///   - clock: the time.
    init(limit: Int, patience: Duration, clock: MonotonicClock) {
        self.limit = limit
        self.patience = UInt64(max(0, patience / .nanoseconds(1)))
        self.clock = clock
    }

    /// How many places are taken.
    var count: Int { places.withLock { $0.count } }

    /// Takes a place.
    ///
    /// - Parameter network: where the client comes from (`ClientAddress.network`).
    /// - Throws: `tooManyClients` when all places are taken by clients that read, and are shared out fairly.
    func acquire(from network: String) throws(ViewfinderFailure) -> Slot {
        let now = clock.now()
        let place = Occupancy(network: network)
        var evicted: Occupancy?
        let isTaken = places.withLock { places in
            if places.count >= limit {
                let surrendered = longestStalled(places, now: now) ?? oldestOfMost(places, comparedTo: network)
                guard let index = surrendered else { return false }
                evicted = places.remove(at: index)
            }
            places.append(place)
            return true
        }
        evicted?.evict()
        guard isTaken else { throw .tooManyClients }
        return Slot(self, place)
    }

    private func longestStalled(_ places: [Occupancy], now: UInt64) -> Int? {
        places.indices
            .map { (index: $0, since: places[$0].waitingSince.load(ordering: .relaxed)) }
            .filter { $0.since != 0 && now >= $0.since + patience }
            .min { $0.since < $1.since }?.index
    }

    /// The oldest place of the network that has the most, if it keeps as many as the newcomer's then has: who has to go and comes
    /// back gets nobody else's place.
    private func oldestOfMost(_ places: [Occupancy], comparedTo newcomer: String) -> Int? {
        let counts = places.reduce(into: [:]) { $0[$1.network, default: 0] += 1 }
        guard let most = counts.values.max(), most - 1 >= counts[newcomer, default: 0] + 1 else { return nil }
        return places.firstIndex { counts[$0.network] == most }
    }

    private func remove(_ place: Occupancy) {
        places.withLock { $0.removeAll { $0 === place } }
    }
}
