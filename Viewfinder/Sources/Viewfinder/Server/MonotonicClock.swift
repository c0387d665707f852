import Glibc

/// The clock of capture times: `CLOCK_MONOTONIC`, in nanoseconds. Tests put their own in its place.
package struct MonotonicClock: Sendable {
    /// The time now.
    package let now: @Sendable () -> UInt64

    /// The system's clock.
    package static let system = MonotonicClock {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
