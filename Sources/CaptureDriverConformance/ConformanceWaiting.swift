import CaptureDriver
import Dispatch
import Foundation

/// How a subject's time passes.
public protocol ConformanceWaiting: Sendable {
    /// Waits on the calling thread until something holds.
    ///
    /// - Parameters:
    ///   - seconds: the bound, on the capture clock.
    ///   - beacon: is lit whenever `holds` may have changed.
    ///   - holds: what is waited for.
    /// - Returns: whether it holds.
    func wait(atMost seconds: Double, for beacon: ConformanceBeacon, until holds: () -> Bool) -> Bool

    /// Lets time pass on the calling thread, which is that of a consumer who is busy with a frame.
    func pass(seconds: Double)
}

/// Lit whenever something has happened that a check may be waiting for.
// @unchecked: the count is only touched with the condition locked.
public final class ConformanceBeacon: @unchecked Sendable {
    private let condition = NSCondition()
    private var count: UInt64 = 0

    init() {}

    /// How often it was lit.
    public var flashes: UInt64 { condition.withLock { count } }

    func light() {
        condition.withLock {
            count += 1
            condition.broadcast()
        }
    }

    /// Waits until it is lit once more than `flashes` times, or for the deadline.
    ///
    /// - Returns: whether it was lit.
    public func wait(after flashes: UInt64, until deadline: Date) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while count == flashes {
            if !condition.wait(until: deadline) { return count != flashes }
        }
        return true
    }
}

/// Waits for real devices, whose time passes by itself.
public struct RealTimeWaiting: ConformanceWaiting {
    /// Makes one.
    public init() {}

    /// Waits until something holds, woken by the beacon.
    public func wait(atMost seconds: Double, for beacon: ConformanceBeacon, until holds: () -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            let flashes = beacon.flashes
            if holds() { return true }
            if !beacon.wait(after: flashes, until: deadline) { return holds() }
        }
    }

    /// Blocks the thread.
    public func pass(seconds: Double) {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + seconds)
    }
}

/// Advances a clock that stands still otherwise: checks of simulated devices wait for nothing.
public struct ManualClockWaiting: ConformanceWaiting {
    private let clock: ManualCaptureClock
    private let step: Double

    /// - Parameters:
    ///   - clock: the subject's.
    ///   - step: seconds to advance at a time; shorter than the shortest frame.
    public init(_ clock: ManualCaptureClock, step: Double = 0.002) {
        self.clock = clock
        self.step = step
    }

    /// Advances step by step until something holds.
    public func wait(atMost seconds: Double, for beacon: ConformanceBeacon, until holds: () -> Bool) -> Bool {
        var left = seconds
        while !holds() {
            guard left > 0 else { return false }
            clock.advance(bySeconds: min(step, left))
            left -= step
        }
        return true
    }

    /// Advances the clock.
    public func pass(seconds: Double) {
        clock.advance(bySeconds: seconds)
    }
}
