import Synchronization

/// What a test orders from the camera, and what the camera tells the test; between the test's thread and the camera's.
final class FaultInjector: Sendable {
    private struct State {
        var faults = PendingFaults()
        var isStalled = false
        var framesSent = 0
    }

    private let state = Mutex(State())

    var isStalled: Bool { state.withLock { $0.isStalled } }
    var framesSent: Int { state.withLock { $0.framesSent } }

    func stall(_ isStalled: Bool) {
        state.withLock { $0.isStalled = isStalled }
    }

    func inject(_ change: (inout PendingFaults) -> Void) {
        state.withLock { change(&$0.faults) }
    }

    func consumeFaults() -> FrameFaults {
        state.withLock { $0.faults.consume() }
    }

    /// What was meant for a camera that is unplugged now is not meant for the next.
    func cancelFaults() {
        state.withLock { $0.faults = PendingFaults() }
    }

    func count(framesSent: Int) {
        state.withLock { $0.framesSent += framesSent }
    }
}
