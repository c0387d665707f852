/// Decides when to look at the machine after a hint that something was plugged in or out.
///
/// A hint comes too early: the node exists before udev has set its permissions, and a camera announces several nodes one
/// after the other. So the machine is looked at soon after a hint, and again a few times as long as nodes are not
/// accessible. Hints that come in bursts are taken together.
///
/// Times are nanoseconds of one monotonic clock.
package struct HotplugSettler: Sendable, Equatable {
    /// Delays of the looks after a hint; the later ones are for nodes that were not accessible.
    package static let delays: [Int64] = [50_000_000, 200_000_000, 500_000_000, 1_000_000_000, 2_000_000_000]

    private var lastHint: Int64 = 0
    private var pending: Int?

    package init() {}

    /// When to look; `nil` when there is no reason.
    package var deadline: Int64? {
        pending.map { lastHint + Self.delays[$0] }
    }

    /// Something happened.
    package mutating func hint(at now: Int64) {
        // A burst must not put the look off for ever.
        if pending == 0 { return }
        lastHint = now
        pending = 0
    }

    /// Whether to look now.
    package func isDue(at now: Int64) -> Bool {
        deadline.map { now >= $0 } ?? false
    }

    /// A look was taken.
    ///
    /// - Parameter hasInaccessible: whether a node could not be opened or asked.
    package mutating func refreshed(hasInaccessible: Bool) {
        guard let current = pending else { return }
        let next = current + 1
        pending = hasInaccessible && next < Self.delays.count ? next : nil
    }
}
