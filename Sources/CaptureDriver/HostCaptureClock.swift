import CoreMedia
import Dispatch

/// The host's monotonic clock, with timers on a private serial queue.
public final class HostCaptureClock: CaptureClock {
    private let queue = DispatchQueue(label: "pinhole.capture.clock", qos: .userInitiated)

    /// Makes a clock; all of them tell the same time.
    public init() {}

    /// Core Media's host time clock.
    public var clock: CMClock { CMClockGetHostTimeClock() }

    /// Calls `action` on the clock's queue at `time`, or at once if `time` has passed.
    public func schedule(at time: CMTime, _ action: @escaping @Sendable () -> Void) -> CaptureObservation {
        let delay = max(0, CMTimeGetSeconds(CMTimeSubtract(time, now)))
        let item = DispatchWorkItem(block: action)
        queue.asyncAfter(deadline: .now() + delay, execute: item)
        // A work item may be cancelled from any thread; Dispatch documents it, the type does not say so.
        nonisolated(unsafe) let cancellable = item
        return CaptureObservation { cancellable.cancel() }
    }

    /// A timer with a thread of its own.
    public func makeTimer(_ action: @escaping @Sendable () -> Void) -> any CaptureTimer {
        HostCaptureTimer(action: action)
    }
}
