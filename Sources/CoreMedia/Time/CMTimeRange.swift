/// A span of time: from ``start``, inclusive, for ``duration``, exclusive.
public struct CMTimeRange: Sendable {
    /// The first moment inside.
    public var start: CMTime
    /// The length; epoch 0, not negative in a valid range.
    public var duration: CMTime

    /// Makes an invalid range.
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    /// Makes a range from its first moment and its length.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Makes a range from its first moment to the first moment after it.
    public init(start: CMTime, end: CMTime) {
        self = CMTimeRangeFromTimeToTime(start: start, end: end)
    }

    /// The empty range at zero.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// The invalid range.
    public static let invalid = CMTimeRange()

    /// Whether both fields are valid, and the duration is a duration: epoch 0 and not negative.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0
    }
    /// Whether the range is valid and its start or length is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether the range is valid and contains no moment.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// The first moment after the range.
    public var end: CMTime { CMTimeRangeGetEnd(self) }

    /// The smallest range that contains both.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetUnion(self, otherRange: otherRange)
    }

    /// The range that is in both.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetIntersection(self, otherRange: otherRange)
    }

    /// Whether the moment is inside.
    public func containsTime(_ time: CMTime) -> Bool {
        CMTimeRangeContainsTime(self, time: time)
    }

    /// Whether all of the other range is inside.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        CMTimeRangeContainsTimeRange(self, otherRange: range)
    }
}

extension CMTimeRange: Hashable {
    /// Whether start and duration are equal.
    public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
        CMTimeRangeEqual(range1, range2)
    }

    /// Whether start or duration differ.
    public static func != (range1: CMTimeRange, range2: CMTimeRange) -> Bool {
        !CMTimeRangeEqual(range1, range2)
    }
}

extension CMTimeRange: Codable {}

/// Makes a range from its first moment and its length.
@discardableResult
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Makes a range from its first moment to the first moment after it; invalid if `end` comes before `start`.
@discardableResult
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: CMTimeSubtract(end, start))
}

/// The first moment after the range.
@discardableResult
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime {
    CMTimeAdd(range.start, range.duration)
}

/// Whether start and duration are equal.
@discardableResult
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
    range1.start == range2.start && range1.duration == range2.duration
}

/// The smallest range that contains all moments of both; invalid if either is. An empty range adds nothing.
@discardableResult
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard range.isValid, otherRange.isValid else { return .invalid }
    if range.isEmpty { return otherRange }
    if otherRange.isEmpty { return range }
    return CMTimeRange(
        start: CMTimeMinimum(range.start, otherRange.start),
        end: CMTimeMaximum(range.end, otherRange.end)
    )
}

/// The range whose moments are in both; ``CMTimeRange/zero`` if there are none, invalid if either is invalid.
@discardableResult
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard range.isValid, otherRange.isValid else { return .invalid }
    let start = CMTimeMaximum(range.start, otherRange.start)
    let end = CMTimeMinimum(range.end, otherRange.end)
    return start < end ? CMTimeRange(start: start, end: end) : .zero
}

/// Whether the moment is inside; false for an invalid range or time.
@discardableResult
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
    range.isValid && time.isValid && range.start <= time && time < range.end
}

/// Whether all moments of the other range are inside; false if either is invalid.
@discardableResult
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.isValid && otherRange.isValid && range.start <= otherRange.start && otherRange.end <= range.end
}

/// Whether the range is valid.
@discardableResult
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Whether the range is invalid.
@discardableResult
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Whether the range is valid and its start or length is not known.
@discardableResult
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Whether the range is valid and contains no moment.
@discardableResult
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }

/// The nearest moment to `time` inside the range, its end included.
///
/// UNKNOWN: an invalid time or range gives an invalid time.
@discardableResult
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid else { return .invalid }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Moves a moment of one range to the corresponding moment of another, linearly, also outside of the ranges.
///
/// Documented: invalid if either range is empty or the epochs of `t` and `fromRange.start` differ; between two endless
/// ranges
/// the moment is shifted and not scaled.
@discardableResult
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard t.isValid, isMappable(fromRange, toRange), t.epoch == fromRange.start.epoch else { return .invalid }
    let distance = CMTimeSubtract(t, fromRange.start)
    return CMTimeAdd(scaled(distance, from: fromRange.duration, to: toRange.duration), toRange.start)
}

/// Stretches a duration as one range is stretched to the other.
///
/// Documented: invalid if either range is empty or the duration has an epoch; between two endless ranges it stays.
@discardableResult
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard dur.isValid, isMappable(fromRange, toRange), dur.epoch == 0 else { return .invalid }
    return scaled(dur, from: fromRange.duration, to: toRange.duration)
}

private func isMappable(_ fromRange: CMTimeRange, _ toRange: CMTimeRange) -> Bool {
    fromRange.isValid && toRange.isValid && !fromRange.isEmpty && !toRange.isEmpty
}

/// `time` times `new / old`, exactly if 128 bits allow it.
private func scaled(_ time: CMTime, from old: CMTime, to new: CMTime) -> CMTime {
    if old == new { return time }
    guard time.isUsableNumber, old.isUsableNumber, new.isUsableNumber else {
        // An infinite or unknown length has no ratio.
        return time.isUsableNumber ? (new.isInfinite && old.isUsableNumber ? new : .indefinite) : time
    }
    let ratio = Fraction(new).multiplied(by: Fraction(Int128(old.timescale), Int128(old.value)))
    if let product = ratio.flatMap({ Fraction(time).multiplied(by: $0) }) {
        let wasRounded = time.hasBeenRounded || old.hasBeenRounded || new.hasBeenRounded
        return CMTime(preserving: product, preferred: time.timescale, wasRounded: wasRounded, epoch: time.epoch)
    }
    return CMTimeMultiplyByFloat64(time, multiplier: CMTimeGetSeconds(new) / CMTimeGetSeconds(old))
}

/// Moves a moment by whole lengths of the range until it lies inside, as a loop does.
///
/// UNKNOWN: an empty or invalid range and a non-numeric moment give an invalid time; an endless range leaves moments
/// after its
/// start alone and makes earlier ones invalid.
@discardableResult
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard time.isUsableNumber, foldRange.isValid, !foldRange.isEmpty, foldRange.start.isUsableNumber else {
        return .invalid
    }
    if foldRange.duration.isPositiveInfinity { return time >= foldRange.start ? time : .invalid }
    guard foldRange.duration.isUsableNumber else { return .invalid }
    let distance = CMTimeSubtract(time, foldRange.start)
    guard distance.isUsableNumber else { return .invalid }
    let (offset, length) = (Fraction(distance), Fraction(foldRange.duration))
    let common = leastCommonMultiple(offset.denominator, length.denominator)
    let period = length.numerator * (common / length.denominator)
    var rest = offset.numerator * (common / offset.denominator) % period
    if rest < 0 { rest += period }
    let folded = CMTime(
        fitting: Fraction(rest, common).reduced,
        timescale: min(common, Int128(kCMTimeMaxTimescale)),
        method: .default,
        wasRounded: distance.hasBeenRounded || foldRange.duration.hasBeenRounded,
        epoch: 0
    )
    return CMTimeAdd(foldRange.start, folded)
}

/// A correspondence of two ranges: what plays where. An invalid source with a valid target stands for a gap.
public struct CMTimeMapping: Sendable {
    /// The range of the source.
    public var source: CMTimeRange
    /// The range of the target.
    public var target: CMTimeRange

    /// Makes an invalid mapping.
    public init() {
        self.init(source: .invalid, target: .invalid)
    }

    /// Makes a mapping of two ranges.
    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }

    /// The invalid mapping.
    public static let invalid = CMTimeMapping()

    /// Whether the target is valid.
    public var isValid: Bool { target.isValid }
    /// Whether the mapping is valid and its source has no numeric start: a gap.
    public var isEmpty: Bool { isValid && !source.start.isNumeric }
}

extension CMTimeMapping: Hashable, Codable {}

/// Makes a mapping of two ranges.
@discardableResult
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

/// Makes a gap in the target.
@discardableResult
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}

/// Whether the mapping's target is valid.
@discardableResult
public func CMTIMEMAPPING_IS_VALID(_ mapping: CMTimeMapping) -> Bool { mapping.isValid }
/// Whether the mapping's target is invalid.
@discardableResult
public func CMTIMEMAPPING_IS_INVALID(_ mapping: CMTimeMapping) -> Bool { !mapping.isValid }
/// Whether the mapping is a gap.
@discardableResult
public func CMTIMEMAPPING_IS_EMPTY(_ mapping: CMTimeMapping) -> Bool { mapping.isEmpty }
