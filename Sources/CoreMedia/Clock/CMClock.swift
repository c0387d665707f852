import FoundationExtras

/// A source of time that moves at the rate of real time and never stops: the host's clock, or one injected by a driver.
///
/// All functions may be called on any thread.
public final class CMClock: CMSyncProtocol, CFTypeIdentified {
    /// What the clock is, for logs.
    package let name: String
    private let now: @Sendable () -> CMTime

    /// Makes a clock from a function that reads it, such as a simulation's time.
    ///
    /// - Parameters:
    ///   - name: what the clock is, for logs.
    ///   - now: reads the clock; called on any thread, must not go backwards, must return a numeric time.
    package init(name: String, now: @escaping @Sendable () -> CMTime) {
        self.name = name
        self.now = now
    }

    private static let host = CMClock(name: "host") {
        CMClockMakeHostTimeFromSystemUnits(mach_absolute_time())
    }

    /// The clock of the machine: on Linux `CLOCK_MONOTONIC`, which V4L2 stamps frames with.
    public static var hostTimeClock: CMClock { host }

    /// The present time of this clock.
    public var time: CMTime { now() }

    /// The number of the type at run time.
    public static var typeID: CFTypeID { CMClockGetTypeID() }

    /// A moment of this clock and the host's time at that moment.
    public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
        simultaneousTimes(self, CMClock.hostTimeClock)
    }

    /// Whether this clock can run at a slightly different rate than the other: two clocks may, one clock does not.
    public func mightDrift(relativeTo otherClock: CMClock) -> Bool {
        CMClockMightDrift(self, otherClock: otherClock)
    }

    /// Ends the clock's use of hardware. See ``CMClockInvalidate(_:)``.
    public func invalidate() {
        CMClockInvalidate(self)
    }

    /// A host time in the unit of the system clock: nanoseconds.
    public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
        CMClockConvertHostTimeToSystemUnits(hostTime)
    }

    /// Nanoseconds of the system clock as a host time.
    public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
        CMClockMakeHostTimeFromSystemUnits(systemUnits)
    }
}

extension CMClock: Hashable {
    /// Clocks are equal when they are the same object.
    public static func == (left: CMClock, right: CMClock) -> Bool { left === right }

    /// Hashes the clock's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The number of ``CMClock`` at run time.
@discardableResult
public func CMClockGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CMClock.self))
}

/// The clock of the machine. See ``CMClock/hostTimeClock``.
@discardableResult
public func CMClockGetHostTimeClock() -> CMClock {
    CMClock.hostTimeClock
}

/// The present time of a clock.
@discardableResult
public func CMClockGetTime(_ clock: CMClock) -> CMTime {
    clock.time
}

/// A moment of a clock and the host's time at that moment, for computing one from the other.
///
/// - Returns: 0; the two times are read as close to each other as the machine allows.
@discardableResult
public func CMClockGetAnchorTime(
    _ clock: CMClock,
    clockTimeOut: UnsafeMutablePointer<CMTime>,
    referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
    (clockTimeOut.pointee, referenceClockTimeOut.pointee) = simultaneousTimes(clock, CMClock.hostTimeClock)
    return noErr
}

/// Whether the clocks can run at slightly different rates: two clocks may, one clock does not.
@discardableResult
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
    clock !== otherClock
}

/// Tells a clock that nobody will use it again.
///
/// DEVIATION: Apple stops clocks that hold hardware. No clock here does, so a clock stays readable.
public func CMClockInvalidate(_ clock: CMClock) {}

/// A host time in the unit of the system clock: nanoseconds of `CLOCK_MONOTONIC`; 0 for a time that is not numeric or
/// negative.
@discardableResult
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    let converted = CMTimeConvertScale(hostTime, timescale: 1_000_000_000, method: .default)
    return converted.isNumeric ? UInt64(max(0, converted.value)) : 0
}

/// Nanoseconds of `CLOCK_MONOTONIC` as a host time.
@discardableResult
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMTime(value: CMTimeValue(clamping: hostTime), timescale: 1_000_000_000)
}

extension CMClock {
    /// The errors of clocks, as the Foundation errors that Swift code catches.
    public struct Error {
        /// A parameter that may not be nil was nil.
        public static let missingRequiredParameter = statusError(-12745)
        /// A parameter was out of range.
        public static let invalidParameter = statusError(-12746)
        /// Memory ran out.
        public static let allocationFailed = statusError(-12747)
        /// The clock cannot do what was asked.
        public static let unsupportedOperation = statusError(-12756)
    }
}

/// Clock error: a parameter that may not be nil was nil.
public let kCMClockError_MissingRequiredParameter: OSStatus = -12745
/// Clock error: a parameter was out of range.
public let kCMClockError_InvalidParameter: OSStatus = -12746
/// Clock error: memory ran out.
public let kCMClockError_AllocationFailed: OSStatus = -12747
/// Clock error: the clock cannot do what was asked.
public let kCMClockError_UnsupportedOperation: OSStatus = -12756

/// Error of the relation between clocks: a parameter that may not be nil was nil.
public let kCMSyncError_MissingRequiredParameter: OSStatus = -12752
/// Error of the relation between clocks: a parameter was out of range.
public let kCMSyncError_InvalidParameter: OSStatus = -12753
/// Error of the relation between clocks: memory ran out.
public let kCMSyncError_AllocationFailed: OSStatus = -12754
/// Error of the relation between clocks: a rate of zero has no inverse.
public let kCMSyncError_RateMustBeNonZero: OSStatus = -12755
