import Dispatch

/// Lets threads wait until something is ready; it stays open once it was opened.
@_spi(Pinhole) public final class Latch: Sendable {
    private let group: DispatchGroup

    @_spi(Pinhole) public init() {
        group = DispatchGroup()
        group.enter()
    }

    /// From now on nobody waits. Called once.
    @_spi(Pinhole) public func open() { group.leave() }

    /// Returns when it is open.
    @_spi(Pinhole) public func wait() { group.wait() }
}
