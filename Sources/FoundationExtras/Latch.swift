import Dispatch

/// Lets threads wait until something is ready; it stays open once it was opened.
package final class Latch: Sendable {
    private let group: DispatchGroup

    package init() {
        group = DispatchGroup()
        group.enter()
    }

    /// From now on nobody waits. Called once.
    package func open() { group.leave() }

    /// Returns when it is open.
    package func wait() { group.wait() }
}
