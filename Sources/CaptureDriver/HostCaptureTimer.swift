import CoreMedia
import Foundation
import FoundationExtras

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
