import CaptureDriver
import CoreMedia
import Dispatch
import Foundation

/// A driver with one of its devices, and all that a check needs to know and do besides.
public struct ConformanceSubject: Sendable {
    /// Chooses formats from a device's description.
    public typealias FormatSelection = @Sendable (CaptureDeviceDescription) -> [CaptureFormat]

    /// How to pull the device's plug. Both return when the deed is done; the driver may notice later.
    public struct Plug: Sendable {
        /// Takes the device away.
        public var pull: @Sendable () throws -> Void
        /// Brings it back.
        public var insert: @Sendable () throws -> Void

        /// - Parameters:
        ///   - pull: takes the device away.
        ///   - insert: brings it back.
        public init(pull: @escaping @Sendable () throws -> Void, insert: @escaping @Sendable () throws -> Void) {
            self.pull = pull
            self.insert = insert
        }
    }

    /// A name for failures.
    public var name: String
    /// The driver.
    public var driver: any CaptureDriver
    /// The device, which has to be present when a check begins, and nobody else's.
    public var device: CaptureDeviceDescription.ID
    /// The clock that frames are stamped with.
    public var clock: any CaptureClock
    /// How to wait on that clock.
    public var waiting: any ConformanceWaiting
    /// Tolerances.
    public var limits: ConformanceLimits
    /// The formats that the streaming checks run with, each in turn.
    public var streamedFormats: FormatSelection
    /// The formats that are examined one by one, with a frame each.
    public var examinedFormats: FormatSelection
    /// How to unplug the device; `nil` if that can't be done.
    public var plug: Plug?
    /// Lets another program stream from the device; returns once it does, with what ends that. `nil` if that can't be done.
    public var occupyElsewhere: (@Sendable () throws -> @Sendable () -> Void)?

    /// Makes a subject that is examined with all formats, and streams with one format of each kind.
    ///
    /// - Parameters:
    ///   - name: for failures.
    ///   - driver: the driver.
    ///   - device: the id of one of its devices.
    ///   - clock: the clock that frames are stamped with.
    ///   - waiting: how to wait on that clock.
    ///   - limits: tolerances.
    public init(
        name: String,
        driver: any CaptureDriver,
        device: CaptureDeviceDescription.ID,
        clock: any CaptureClock,
        waiting: any ConformanceWaiting,
        limits: ConformanceLimits = ConformanceLimits()
    ) {
        self.name = name
        self.driver = driver
        self.device = device
        self.clock = clock
        self.waiting = waiting
        self.limits = limits
        streamedFormats = { Self.smallFormats(of: $0, highestRate: limits.highestExactRate) }
        examinedFormats = { $0.formats }
    }

    /// Whether depth maps can come with frames of the device.
    var offersDepth: Bool {
        let device = driver.devices().first { $0.id == self.device }
        return device?.formats.contains { !$0.traits.depthFormats.isEmpty } ?? false
    }

    /// The checks that the subject can be held to.
    public var checks: [ConformanceCheck] { ConformanceCheck.allCases.filter { $0.applies(to: self) } }

    /// One format of pixels and one compressed format, as far as the device has them: the smallest that is fluent.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - highestRate: formats whose highest rate is above this are left out, unless there are no others.
    public static func smallFormats(of device: CaptureDeviceDescription, highestRate: Double) -> [CaptureFormat] {
        [false, true].compactMap { isCompressed in
            let candidates = device.formats
                .filter { ($0.mediaSubType == kCMVideoCodecType_JPEG) == isCompressed }
                .sorted { $0.dimensions.area < $1.dimensions.area }
            return candidates.first { (15...highestRate).contains($0.highestRate) } ?? candidates.first
        }
    }
}

/// What can fairly be expected of a device: tolerances, and how long to wait.
public struct ConformanceLimits: Sendable, Hashable {
    /// By how much of a frame period the time from one frame to the next may differ from the period.
    public var jitter = 0.5
    /// By how much the average frame period may differ from the promised one, as a share of it.
    public var rateError = 0.02
    /// How old a frame may be when it is delivered, in seconds.
    public var latency = 1.0
    /// Up to this rate, in frames per second, the device counts its frames exactly and keeps the rate it promises. Some
    /// hardware doesn't above some rate; checks that need exactness choose slower formats.
    public var highestExactRate = Double.infinity
    /// How long to wait for anything that should happen, in seconds of the capture clock's, besides the time that the
    /// frames take.
    public var patience = 10.0
    /// How many frames a consumer tries to hold at a time.
    public var heldFrames = [1, 2, 3, 5, 8, 89]
    /// By how much of a control's range a value at its end may differ from what was set: the hardware's step.
    public var controlStep = 1.0 / 64

    /// Limits that any camera should keep.
    public init() {}
}

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
