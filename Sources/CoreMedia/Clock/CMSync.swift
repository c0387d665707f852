import FoundationExtras

/// A clock or timebase. Documented as any Core Foundation object; here always a ``CMClock``.
public typealias CMClockOrTimebase = CFTypeRef

/// The relations between clocks: a name space for their errors.
public struct CMSync {
    /// The errors of relations between clocks.
    public struct Error {
        /// A parameter that may not be nil was nil.
        public static let missingRequiredParameter = statusError(-12752)
        /// A parameter was out of range.
        public static let invalidParameter = statusError(-12753)
        /// Memory ran out.
        public static let allocationFailed = statusError(-12754)
        /// A rate of zero has no inverse.
        public static let rateMustBeNonZero = statusError(-12755)
    }
}

/// What clocks and timebases have in common: a time, and a relation to others.
public protocol CMSyncProtocol: Sendable {
    /// The present time.
    var time: CMTime { get }
}

extension CMSyncProtocol {
    /// The rate of this clock for each second of the other: 1 between clocks.
    public func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double {
        1
    }

    /// The relative rate, and a moment of this clock with the other's time at that moment.
    public func rateAndAnchorTime<T: CMSyncProtocol>(
        relativeTo clockOrTimebase: T
    ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
        let (own, other) = simultaneousTimes(self, clockOrTimebase)
        return (1, own, other)
    }

    /// A time of this clock as a time of the other. See ``CMSyncConvertTime(_:from:to:)``.
    public func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime {
        convert(time, from: self, to: clockOrTimebase)
    }

    /// Whether the two can run at slightly different rates.
    public func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool {
        !isSame(self, clockOrTimebase)
    }
}

private func isSame(_ left: any CMSyncProtocol, _ right: any CMSyncProtocol) -> Bool {
    (left as AnyObject) === (right as AnyObject)
}

private func convert(_ time: CMTime, from source: any CMSyncProtocol, to target: any CMSyncProtocol) -> CMTime {
    guard time.isNumeric, !isSame(source, target) else { return time }
    let (sourceTime, targetTime) = simultaneousTimes(source, target)
    return CMTimeAdd(targetTime, CMTimeSubtract(time, sourceTime))
}

/// Reads two clocks at what is as nearly one moment as can be had.
///
/// The first clock is read before and after the second, and the tightest of three such brackets counts: a thread that
/// is
/// put aside between two readings would otherwise shift every converted time.
func simultaneousTimes(_ first: any CMSyncProtocol, _ second: any CMSyncProtocol) -> (CMTime, CMTime) {
    var best: (first: CMTime, second: CMTime, gap: CMTime)?
    for _ in 0..<3 {
        let (before, middle, after) = (first.time, second.time, first.time)
        let gap = CMTimeSubtract(after, before)
        if let best, best.gap <= gap { continue }
        let halfway = gap.value == 0 ? before : CMTimeAdd(before, CMTimeMultiplyByRatio(gap, multiplier: 1, divisor: 2))
        best = (CMTimeConvertScale(halfway, timescale: before.timescale, method: .roundTowardZero), middle, gap)
        if gap.value == 0 { break }
    }
    guard var (time, other, _) = best else { return (first.time, second.time) }
    // Half a unit of the clock is no loss of precision that a caller could care about.
    time.flags.remove(.hasBeenRounded)
    other.flags.remove(.hasBeenRounded)
    return (time, other)
}

private func clock(_ object: CMClockOrTimebase) -> any CMSyncProtocol {
    guard let clock = object as? any CMSyncProtocol else {
        programmerError(.invalidArgument, "\(type(of: object)) is neither a CMClock nor a CMTimebase")
    }
    return clock
}

/// The present time of a clock.
@discardableResult
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime {
    clock(clockOrTimebase).time
}

/// A time of one clock as a time of another, by reading both at one moment.
///
/// Non-numeric times stay as they are. Two real clocks drift and are read a few nanoseconds apart, so converting to
/// and fro
/// gives the same time only within that error.
@discardableResult
public func CMSyncConvertTime(
    _ time: CMTime,
    from fromClockOrTimebase: CMClockOrTimebase,
    to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
    convert(time, from: clock(fromClockOrTimebase), to: clock(toClockOrTimebase))
}

/// Whether the two can run at slightly different rates.
@discardableResult
public func CMSyncMightDrift(
    _ clockOrTimebase1: CMClockOrTimebase,
    _ clockOrTimebase2: CMClockOrTimebase
) -> Bool {
    !isSame(clock(clockOrTimebase1), clock(clockOrTimebase2))
}

/// The rate of one clock for each second of the other: 1, since clocks run at the rate of real time.
@discardableResult
public func CMSyncGetRelativeRate(
    _ ofClockOrTimebase: CMClockOrTimebase,
    relativeTo relativeToClockOrTimebase: CMClockOrTimebase
) -> Float64 {
    1
}

/// The relative rate of two clocks and their times at one moment.
///
/// - Returns: 0. Each result is optional.
@discardableResult
public func CMSyncGetRelativeRateAndAnchorTime(
    _ ofClockOrTimebase: CMClockOrTimebase,
    relativeTo relativeToClockOrTimebase: CMClockOrTimebase,
    relativeRateOut outRelativeRate: UnsafeMutablePointer<Float64>?,
    anchorTimeOut outOfClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?,
    relativeToAnchorTimeOut outRelativeToClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?
) -> OSStatus {
    let (own, other) = simultaneousTimes(clock(ofClockOrTimebase), clock(relativeToClockOrTimebase))
    outRelativeRate?.pointee = 1
    outOfClockOrTimebaseAnchorTime?.pointee = own
    outRelativeToClockOrTimebaseAnchorTime?.pointee = other
    return noErr
}
