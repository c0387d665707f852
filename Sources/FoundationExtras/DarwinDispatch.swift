import Dispatch
import Foundation
import Glibc

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

// C's constants of Apple's `dispatch/time.h`, which Dispatch for Linux does not export to Swift.

/// Nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000

/// A queue that runs one piece of work at a time.
///
/// DEVIATION: Dispatch on Linux has no class of its own for serial queues and does not allow to derive one, so this is
/// another name of `DispatchQueue`. `DispatchSerialQueue(label:)` makes a serial queue, since queues are serial unless
/// created with `.concurrent`.
public typealias DispatchSerialQueue = DispatchQueue

/// A queue can be an actor's executor:
///
///     actor Camera {
///         let queue = DispatchSerialQueue(label: "camera")
///         nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
///     }
///
/// DEVIATION: on Apple's platforms only `DispatchSerialQueue` can; here the compiler cannot tell it from other queues,
/// and a concurrent queue must not be used.
extension DispatchQueue: @retroactive Executor, @retroactive SerialExecutor {
    /// Runs an actor's job on the queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        async {
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }

    /// The queue as the executor that an actor answers. The actor must keep the queue.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Stops the process unless the caller runs on this queue; lets `assumeIsolated` work in the queue's callbacks.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(self))
    }
}

/// Calls a function and returns what it returns.
///
/// DEVIATION: there is no pool to drain. Without an Objective-C runtime objects go away as soon as their last reference
/// does, so that a client's pool around a loop is already what it hoped for.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}

extension Thread {
    /// The kernel's limit for a thread's name, in bytes.
    private static let longestName = 15

    /// Names the calling thread, as `top -H`, debuggers and `/proc` show it; cut off after 15 bytes.
    ///
    /// OBSERVED: Foundation on Linux forgets a name that is given before the thread is started, ignores one that is longer
    /// than the kernel's limit, and one that the thread gives itself before `start()` has returned.
    package static func nameCurrent(_ name: String) {
        // Swift's Glibc module leaves pthread_setname_np out. This file is what that writes to, too.
        guard let file = fopen("/proc/thread-self/comm", "w") else { return }
        fputs(String(decoding: name.utf8.prefix(longestName), as: UTF8.self), file)
        fclose(file)
    }
}
