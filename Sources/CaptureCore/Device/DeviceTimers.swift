import CaptureDriver
import CoreMedia
import Synchronization

/// Timers on a capture clock that live until they have fired.
package final class DeviceTimers: Sendable {
    private struct State: Sendable {
        var nextID: UInt64 = 0
        var pending: [UInt64: CaptureObservation?] = [:]
    }

    private let clock: any CaptureClock
    private let state = Mutex(State())

    package init(clock: any CaptureClock) {
        self.clock = clock
    }

    /// Calls `action` once at `time`, on a thread of the clock's.
    package func schedule(at time: CMTime, _ action: @escaping @Sendable () -> Void) {
        let id = state.withLock { state in
            state.nextID += 1
            state.pending.updateValue(nil, forKey: state.nextID)
            return state.nextID
        }
        let observation = clock.schedule(at: time) { [weak self] in
            self?.remove(id)
            action()
        }
        state.withLock { state in
            // Gone already if the timer has fired meanwhile.
            if state.pending.keys.contains(id) { state.pending.updateValue(observation, forKey: id) }
        }
    }

    private func remove(_ id: UInt64) {
        // Released after unlocking, as releasing an observation calls the clock.
        let done = state.withLock { $0.pending.removeValue(forKey: id) }
        withExtendedLifetime(done) {}
    }
}
