import Glibc

/// Reads a clock in nanoseconds. The real one is the kernel's monotonic clock, which stamps frames and which Core Media's
/// host time clock shows on Linux; tests pass their own.
package typealias MonotonicTime = @Sendable () -> Int64

/// `CLOCK_MONOTONIC`, in nanoseconds.
package func kernelMonotonicTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
