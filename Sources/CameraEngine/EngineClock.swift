import CameraLifecycle
import Foundation

/// The time that an engine lives in, and its timers.
public struct EngineClock: Sendable {
    /// The present time.
    public var now: @Sendable () -> CameraTime
    /// Calls an action once at a time, on any thread, unless the appointment is cancelled before.
    public var schedule: @Sendable (_ time: CameraTime, _ action: @escaping @Sendable () -> Void) -> EngineAppointment

    /// A clock.
    public init(
        now: @escaping @Sendable () -> CameraTime,
        schedule: @escaping @Sendable (CameraTime, @escaping @Sendable () -> Void) -> EngineAppointment
    ) {
        self.now = now
        self.schedule = schedule
    }

    /// Real time, as long as the machine is awake.
    public static let continuous = EngineClock(
        now: { CameraTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds)) },
        schedule: { time, action in
            let item = DispatchWorkItem(block: action)
            let deadline = DispatchTime(uptimeNanoseconds: UInt64(clamping: time.nanoseconds))
            DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: deadline, execute: item)
            let box = WorkItem(item)
            return EngineAppointment { box.item.cancel() }
        }
    )

    // @unchecked: a work item may be cancelled from any thread.
    private final class WorkItem: @unchecked Sendable {
        let item: DispatchWorkItem

        init(_ item: DispatchWorkItem) {
            self.item = item
        }
    }
}

/// Something that is going to happen, unless it is cancelled.
public struct EngineAppointment: Sendable {
    /// Takes it back. Harmless afterwards, and twice.
    public var cancel: @Sendable () -> Void

    /// - Parameter cancel: takes it back.
    public init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }
}
