import FoundationExtras

/// The time of the host clock, in ticks of ``CVGetHostClockFrequency()``: the kernel's monotonic clock, which stands
/// while the machine sleeps and never jumps.
@discardableResult
public func CVGetCurrentHostTime() -> UInt64 { mach_absolute_time() }

/// The host clock's ticks per second: they are nanoseconds.
@discardableResult
public func CVGetHostClockFrequency() -> Double {
    1_000_000_000
}

/// The smallest step of the host clock, in ticks.
@discardableResult
public func CVGetHostClockMinimumTimeDelta() -> UInt32 {
    1
}
