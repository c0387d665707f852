import Synchronization

/// Counts the responses that never end, and refuses one too many.
final class StreamSlots: Sendable {
    /// The right to one stream; it ends with the last reference.
    final class Slot: Sendable {
        private let slots: StreamSlots

        fileprivate init(_ slots: StreamSlots) {
            self.slots = slots
        }

        deinit {
            slots.used.subtract(1, ordering: .relaxed)
        }
    }

    private let limit: Int
    private let used = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// How many slots are taken.
    var count: Int {
        used.load(ordering: .relaxed)
    }

    /// Takes a slot; throws when all are taken.
    func take() throws(ViewfinderFailure) -> Slot {
        if used.wrappingAdd(1, ordering: .relaxed).newValue > limit {
            used.subtract(1, ordering: .relaxed)
            throw .tooManyClients
        }
        return Slot(self)
    }
}
