import Foundation

// What comes along with Foundation on Apple's platforms, where clocks count in units of the processor. Here the unit is a nanosecond.
// C has a structure and a function of one name, mach_timebase_info; Swift cannot, so the structure is known by its other name alone.

/// What a call of the kernel answers.
public typealias kern_return_t = Int32

/// The answer of success.
public var KERN_SUCCESS: kern_return_t { 0 }

/// How many nanoseconds `denom` units of the system's clock are: `numer`. Here both are 1; clients must not rely on it.
public struct mach_timebase_info_data_t: Sendable {
    /// Nanoseconds.
    public var numer: UInt32
    /// Units of the clock.
    public var denom: UInt32

    /// Makes one of zeros, to be filled by ``mach_timebase_info(_:)``.
    public init() {
        self.init(numer: 0, denom: 0)
    }

    /// Makes one.
    public init(numer: UInt32, denom: UInt32) {
        self.numer = numer
        self.denom = denom
    }
}

/// Tells how long a unit of the system's clock is.
///
/// - Returns: `KERN_SUCCESS`.
@discardableResult
public func mach_timebase_info(_ info: UnsafeMutablePointer<mach_timebase_info_data_t>) -> kern_return_t {
    info.pointee = mach_timebase_info_data_t(numer: 1, denom: 1)
    return KERN_SUCCESS
}

/// Zeros, as the structure of the same name on Apple's platforms is made.
public func mach_timebase_info() -> mach_timebase_info_data_t { mach_timebase_info_data_t() }

/// A time base, as the structure of the same name on Apple's platforms is made.
public func mach_timebase_info(numer: UInt32, denom: UInt32) -> mach_timebase_info_data_t {
    mach_timebase_info_data_t(numer: numer, denom: denom)
}

/// The time of the system's clock, which stands still while the machine sleeps: that of `CMClock.hostTimeClock`.
public func mach_absolute_time() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

/// The time since the machine was started, with the time that it slept.
public func mach_continuous_time() -> UInt64 { nanoseconds(of: CLOCK_BOOTTIME) }

private func nanoseconds(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * NSEC_PER_SEC + UInt64(time.tv_nsec)
}
