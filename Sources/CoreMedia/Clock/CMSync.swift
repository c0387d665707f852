import FoundationExtras

/// A clock or timebase: a ``CMClock`` or a ``CMTimebase``. Anything else stops the program.
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
    /// The rate of this clock or timebase for each second of the other. See ``CMSyncGetRelativeRate(_:relativeTo:)``.
    public func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double {
        SyncRelation(self, clockOrTimebase).relativeRate
    }

    /// The relative rate, and a moment of this clock or timebase with the other's time at that moment.
    public func rateAndAnchorTime<T: CMSyncProtocol>(
        relativeTo clockOrTimebase: T
    ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
        let relation = SyncRelation(self, clockOrTimebase)
        let (own, other) = relation.times
        return (relation.relativeRate, own, other)
    }

    /// A time of this clock or timebase as a time of the other. See ``CMSyncConvertTime(_:from:to:)``.
    public func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime {
        convert(time, from: self, to: clockOrTimebase)
    }

    /// Whether the two can run at slightly different rates: whether they follow different clocks in the end.
    public func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool {
        SyncRelation(self, clockOrTimebase).mightDrift
    }
}

private func convert(_ time: CMTime, from source: any CMSyncProtocol, to target: any CMSyncProtocol) -> CMTime {
    guard time.isNumeric, !isSameObject(source, target) else { return time }
    guard source is CMTimebase || target is CMTimebase else {
        // Two clocks, as for every frame: without an allocation.
        let (sourceTime, targetTime) = simultaneousTimes(source, target)
        return CMTimeAdd(targetTime, CMTimeSubtract(time, sourceTime))
    }
    return SyncRelation(source, target).convert(time)
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

/// The present time of a clock or timebase.
@discardableResult
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime {
    clock(clockOrTimebase).time
}

/// A time of one clock or timebase as a time of another.
///
/// Between timebases that follow one clock this is exact arithmetic with their rates and anchors. Different clocks are read
/// at one moment: they drift and are read a few nanoseconds apart, so converting to and fro gives the same time only within
/// that error. Non-numeric times stay as they are.
///
/// UNKNOWN: the times of a timebase that stands have no counterpart; the result is invalid.
@discardableResult
public func CMSyncConvertTime(
    _ time: CMTime,
    from fromClockOrTimebase: CMClockOrTimebase,
    to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
    convert(time, from: clock(fromClockOrTimebase), to: clock(toClockOrTimebase))
}

/// Whether the two can run at slightly different rates: whether they follow different clocks in the end.
@discardableResult
public func CMSyncMightDrift(
    _ clockOrTimebase1: CMClockOrTimebase,
    _ clockOrTimebase2: CMClockOrTimebase
) -> Bool {
    SyncRelation(clock(clockOrTimebase1), clock(clockOrTimebase2)).mightDrift
}

/// The rate of one clock or timebase for each second of another.
///
/// Documented: it is that of their places in the tree of what both follow, and not a number relative to a timebase that
/// stands. DEVIATION: the drift of clocks is not measured; they count as running at the same rate.
@discardableResult
public func CMSyncGetRelativeRate(
    _ ofClockOrTimebase: CMClockOrTimebase,
    relativeTo relativeToClockOrTimebase: CMClockOrTimebase
) -> Float64 {
    SyncRelation(clock(ofClockOrTimebase), clock(relativeToClockOrTimebase)).relativeRate
}

/// The relative rate of two clocks or timebases and their times at one moment.
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
    let relation = SyncRelation(clock(ofClockOrTimebase), clock(relativeToClockOrTimebase))
    let (own, other) = relation.times
    outRelativeRate?.pointee = relation.relativeRate
    outOfClockOrTimebaseAnchorTime?.pointee = own
    outRelativeToClockOrTimebaseAnchorTime?.pointee = other
    return noErr
}
