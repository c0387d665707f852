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
