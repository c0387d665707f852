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

/// What a clock or timebase follows: itself first, its ultimate clock last.
struct SyncChain {
    struct Link {
        let timebase: CMTimebase
        let mapping: TimebaseMapping
    }

    /// The timebases, from the object itself upwards; none for a clock.
    let links: [Link]
    let root: any CMSyncProtocol

    init(_ object: any CMSyncProtocol) {
        var links: [Link] = []
        var current = object
        while let timebase = current as? CMTimebase {
            let (mapping, source) = timebase.snapshot
            links.append(Link(timebase: timebase, mapping: mapping))
            current = source.object
        }
        self.links = links
        root = current
    }

    var objects: [any CMSyncProtocol] { links.map { $0.timebase as any CMSyncProtocol } + [root] }
}

/// How two clocks or timebases relate: through what both follow, or, if they follow different clocks, through those clocks.
struct SyncRelation {
    /// What the first follows, up to what both follow.
    private let ascent: ArraySlice<SyncChain.Link>
    /// What the second follows, up to what both follow.
    private let descent: ArraySlice<SyncChain.Link>
    /// What both follow; nil if there is nothing.
    private let pivot: (any CMSyncProtocol)?
    private let roots: (first: any CMSyncProtocol, second: any CMSyncProtocol)

    init(_ first: any CMSyncProtocol, _ second: any CMSyncProtocol) {
        let (own, other) = (SyncChain(first), SyncChain(second))
        roots = (own.root, other.root)
        let objects = own.objects
        let others = other.objects
        let meeting = objects.firstIndex { object in others.contains { isSameObject($0, object) } }
        if let meeting, let match = others.firstIndex(where: { isSameObject($0, objects[meeting]) }) {
            ascent = own.links.prefix(meeting)
            descent = other.links.prefix(match)
            pivot = objects[meeting]
        } else {
            ascent = own.links[...]
            descent = other.links[...]
            pivot = nil
        }
    }

    /// Whether they follow different clocks.
    var mightDrift: Bool { !isSameObject(roots.first, roots.second) }

    /// The rate of the first for each second of the second; not a number if the second stands.
    var relativeRate: Double {
        let rate: Double = ascent.reduce(1) { $0 * $1.mapping.rate }
        let reference: Double = descent.reduce(1) { $0 * $1.mapping.rate }
        return reference == 0 ? .nan : rate / reference
    }

    /// The times of both at one moment.
    var times: (CMTime, CMTime) {
        let common = pivot?.time
        let (first, second) = common.map { ($0, $0) } ?? simultaneousTimes(roots.first, roots.second)
        return (Self.time(first, down: ascent), Self.time(second, down: descent))
    }

    /// A time of the first as a time of the second; invalid if the first, or what it follows, stands.
    func convert(_ time: CMTime) -> CMTime {
        var current = time
        for link in ascent {
            guard let above = link.mapping.sourceTime(at: current) else { return .invalid }
            current = above
        }
        if pivot == nil {
            let (own, other) = simultaneousTimes(roots.first, roots.second)
            current = CMTimeAdd(other, CMTimeSubtract(current, own))
        }
        return Self.time(current, down: descent)
    }

    private static func time(_ time: CMTime, down links: ArraySlice<SyncChain.Link>) -> CMTime {
        links.reversed().reduce(time) { $1.mapping.time(atSourceTime: $0) }
    }
}

/// Whether two are one object.
func isSameObject(_ left: any CMSyncProtocol, _ right: any CMSyncProtocol) -> Bool {
    (left as AnyObject) === (right as AnyObject)
}
