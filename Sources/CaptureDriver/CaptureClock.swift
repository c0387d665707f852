import CoreMedia
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

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

/// A timer on the host's monotonic clock with a thread of its own, as a camera driver has one per stream: exact to the
/// scheduler, and setting it allocates nothing.
final class HostCaptureTimer: CaptureTimer {
    private let alarm: Alarm

    init(action: @escaping @Sendable () -> Void) {
        let alarm = Alarm()
        self.alarm = alarm
        let thread = Thread {
            Thread.nameCurrent("pinhole timer")
            while alarm.waitUntilDue() { action() }
        }
        thread.start()
    }

    deinit {
        alarm.cancel()
    }

    func arm(at time: CMTime) {
        alarm.arm(at: Int64(clamping: CMClockConvertHostTimeToSystemUnits(time)))
    }

    func cancel() {
        alarm.cancel()
    }

    /// The thread's alarm.
    ///
    /// `@unchecked Sendable`: `due` and `isCancelled` are only touched with `mutex` locked.
    private final class Alarm: @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var due: Int64?
        private var isCancelled = false

        init() {
            pthread_mutex_init(mutex, nil)
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        }

        deinit {
            pthread_cond_destroy(condition)
            pthread_mutex_destroy(mutex)
            condition.deallocate()
            mutex.deallocate()
        }

        func arm(at nanoseconds: Int64) {
            pthread_mutex_lock(mutex)
            due = nanoseconds
            pthread_cond_signal(condition)
            pthread_mutex_unlock(mutex)
        }

        func cancel() {
            pthread_mutex_lock(mutex)
            isCancelled = true
            pthread_cond_signal(condition)
            pthread_mutex_unlock(mutex)
        }

        /// Waits for the appointment and takes it; false once the timer is cancelled.
        func waitUntilDue() -> Bool {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while !isCancelled {
                guard let due else {
                    pthread_cond_wait(condition, mutex)
                    continue
                }
                var deadline = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
                guard pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT else { continue }
                guard !isCancelled, self.due == due else { continue }
                self.due = nil
                return true
            }
            return false
        }
    }
}

/// A clock that stands still until it is told to advance; for simulations and tests.
///
/// Timers due at the same time fire in the order in which they were scheduled, on the thread that advances.
public final class ManualCaptureClock: CaptureClock {
    private struct Timer: Sendable {
        var id: UInt64
        var time: CMTime
        var action: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now: CMTime
        var nextID: UInt64 = 0
        var timers: [Timer] = []

        /// Takes the timer that is due next, not later than `limit`, and moves the time to it.
        mutating func popDue(limit: CMTime) -> (@Sendable () -> Void)? {
            let due = timers.indices.min { a, b in
                let order = CMTimeCompare(timers[a].time, timers[b].time)
                return order < 0 || (order == 0 && timers[a].id < timers[b].id)
            }
            guard let due, CMTimeCompare(timers[due].time, limit) <= 0 else {
                if CMTimeCompare(now, limit) < 0 { now = limit }
                return nil
            }
            let timer = timers.remove(at: due)
            if CMTimeCompare(now, timer.time) < 0 { now = timer.time }
            return timer.action
        }
    }

    /// Shared by the clock and by the closure that Core Media reads the time with.
    private final class Box: Sendable {
        let state: Mutex<State>
        init(_ start: CMTime) { state = Mutex(State(now: start)) }
    }

    private let box: Box

    /// The clock as Core Media knows it.
    public let clock: CMClock

    /// - Parameter start: the time it shows first.
    public init(start: CMTime = CMTime(value: 1_000, timescale: 1)) {
        let box = Box(start)
        self.box = box
        clock = CMClock(name: "pinhole.manual") { box.state.withLock { $0.now } }
    }

    /// Keeps `action` until the time is advanced to or past `time`.
    public func schedule(at time: CMTime, _ action: @escaping @Sendable () -> Void) -> CaptureObservation {
        let id = box.state.withLock { state in
            state.nextID += 1
            state.timers.append(Timer(id: state.nextID, time: time, action: action))
            return state.nextID
        }
        let box = box
        return CaptureObservation {
            box.state.withLock { state in state.timers.removeAll { $0.id == id } }
        }
    }

    /// When the next timer falls due; `nil` when none is set.
    public var nextDue: CMTime? {
        box.state.withLock { state in state.timers.map(\.time).min { CMTimeCompare($0, $1) < 0 } }
    }

    /// Lets time pass, firing every timer that falls due, including those scheduled meanwhile.
    public func advance(bySeconds seconds: Double) {
        let limit = box.state.withLock { state in
            CMTimeAdd(state.now, CMTime(seconds: seconds, preferredTimescale: 1_000_000_000))
        }
        advance(to: limit)
    }

    /// Lets time pass up to a moment, firing every timer that falls due, including those scheduled meanwhile.
    public func advance(to limit: CMTime) {
        while let action = box.state.withLock({ $0.popDue(limit: limit) }) {
            action()
        }
    }
}
