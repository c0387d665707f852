import CoreMedia
import Synchronization

/// A timer on a capture clock that can be set again and again without allocating.
///
/// All methods may be called from any thread, also from the timer's own action.
public protocol CaptureTimer: AnyObject, Sendable {
    /// Calls the action once as soon as the clock has reached `time`; replaces an earlier setting that has not fired.
    func arm(at time: CMTime)

    /// Ends the timer for good. A call of the action that is under way may still finish.
    func cancel()
}

/// A timer made of single appointments with a clock; allocates at each setting.
final class AppointmentTimer: CaptureTimer {
    private let schedule: @Sendable (CMTime, @escaping @Sendable () -> Void) -> CaptureObservation
    private let action: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var isCancelled = false
        var appointment: CaptureObservation?
    }

    init(
        action: @escaping @Sendable () -> Void,
        schedule: @escaping @Sendable (CMTime, @escaping @Sendable () -> Void) -> CaptureObservation
    ) {
        self.action = action
        self.schedule = schedule
    }

    func arm(at time: CMTime) {
        guard !state.withLock({ $0.isCancelled }) else { return }
        let appointment = schedule(time, action)
        // The replaced appointment is cancelled by its release, after unlocking.
        let replaced = state.withLock { state -> CaptureObservation? in
            defer { state.appointment = state.isCancelled ? nil : appointment }
            return state.isCancelled ? appointment : state.appointment
        }
        replaced?.cancel()
    }

    func cancel() {
        let last = state.withLock { state -> CaptureObservation? in
            state.isCancelled = true
            defer { state.appointment = nil }
            return state.appointment
        }
        last?.cancel()
    }
}
