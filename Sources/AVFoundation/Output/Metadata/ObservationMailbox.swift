/// What was seen, on its way to a slow or fast delegate: in order, bounded, and only what is news.
struct ObservationMailbox: DataMailbox {
    /// How many calls wait for a slow delegate; beyond, the oldest is forgotten.
    private static let capacity = 4

    private var waiting: [[CodeObservation]] = []
    /// Whether the delegate was told of something that it does not know to be gone.
    private var isAnythingInSight = false

    /// How many calls wait.
    var count: Int { waiting.count }

    /// Puts in what a look has seen. That nothing is in sight is news once, when something was.
    ///
    /// - Returns: whether it is news.
    mutating func offer(_ sightings: [CodeObservation]) -> Bool {
        guard !sightings.isEmpty || isAnythingInSight else { return false }
        isAnythingInSight = !sightings.isEmpty
        if waiting.count == Self.capacity { waiting.removeFirst() }
        waiting.append(sightings)
        return true
    }

    /// Fetches what was seen by the oldest look.
    mutating func next() -> [CodeObservation]? {
        waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Forgets what was seen.
    mutating func removeAll() {
        isAnythingInSight = false
        waiting.removeAll()
    }
}
