import CoreMedia

/// Time as the capture system sees it: the clock that stamps frames, and timers on it.
///
/// Real capture uses the host clock; simulations and tests pass their own, so that nothing waits on the wall.
public protocol CaptureClock: AnyObject, Sendable {
    /// The clock as Core Media knows it; `clock.time` is now.
    var clock: CMClock { get }

    /// Calls `action` once, as soon as the clock has reached `time`, on a thread of the clock's.
    func schedule(at time: CMTime, _ action: @escaping @Sendable () -> Void) -> CaptureObservation

    /// Makes a timer for what recurs, such as frames; it calls `action` on a thread of the clock's or of its own.
    func makeTimer(_ action: @escaping @Sendable () -> Void) -> any CaptureTimer
}

extension CaptureClock {
    /// The present time.
    public var now: CMTime { CMClockGetTime(clock) }

    /// A timer that makes a new appointment with `schedule` each time it is set.
    public func makeTimer(_ action: @escaping @Sendable () -> Void) -> any CaptureTimer {
        AppointmentTimer(action: action) { [self] time, action in schedule(at: time, action) }
    }
}
