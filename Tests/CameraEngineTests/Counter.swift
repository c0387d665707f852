import Synchronization

/// Counts, from any thread.
final class Counter: Sendable {
    private let number = Atomic(0)

    /// How often it was counted.
    var total: Int { number.load(ordering: .relaxed) }

    /// One more.
    func count() { number.add(1, ordering: .relaxed) }
}
