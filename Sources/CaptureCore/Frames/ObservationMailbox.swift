/// What was seen, on its way to a slow or fast delegate: in order, bounded, and only what is news.
package struct ObservationMailbox<Observation: Sendable>: DataMailbox {
    /// How many calls wait for a slow delegate; beyond, the oldest is forgotten.
    private static var capacity: Int { 4 }

    private var waiting: [[Observation]] = []
    /// Whether the delegate was told of something that it does not know to be gone.
    private var isAnythingInSight = false

    /// Nothing has been seen yet.
    package init() {}

    /// How many calls wait.
    package var count: Int { waiting.count }

    /// Puts in what a look has seen. That nothing is in sight is news once, when something was.
    ///
    /// - Returns: whether it is news.
    package mutating func offer(_ sightings: [Observation]) -> Bool {
        guard !sightings.isEmpty || isAnythingInSight else { return false }
        isAnythingInSight = !sightings.isEmpty
        if waiting.count == Self.capacity { waiting.removeFirst() }
        waiting.append(sightings)
        return true
    }

    /// Fetches what was seen by the oldest look.
    package mutating func next() -> [Observation]? {
        waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Forgets what was seen.
    package mutating func removeAll() {
        isAnythingInSight = false
        waiting.removeAll()
    }
}
