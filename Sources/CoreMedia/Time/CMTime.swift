import FoundationExtras

/// The numerator of a ``CMTime``.
public typealias CMTimeValue = Int64
/// Units per second of a ``CMTime``; positive.
public typealias CMTimeScale = Int32
/// Tells apart times whose distance is unknown, as between two passes of a loop.
public typealias CMTimeEpoch = Int64

/// The largest timescale that arithmetic produces. Documented: S-199.
public let kCMTimeMaxTimescale = 0x7fff_ffff

/// A rational time: `value / timescale` seconds, or invalid, indefinite or infinite.
///
/// A plain value: copy it freely between threads. Arithmetic is exact where the result fits and says so by
/// ``hasBeenRounded`` where it does not (S-198 ... S-201).
public struct CMTime: Sendable {
    /// Numerator of the time in seconds.
    public var value: CMTimeValue
    /// Denominator of the time in seconds.
    public var timescale: CMTimeScale
    /// Whether the time is valid, rounded, infinite or indefinite.
    public var flags: CMTimeFlags
    /// The pass that the time belongs to; 0 for durations.
    public var epoch: CMTimeEpoch

    /// Makes a zeroed, and therefore invalid, time.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    /// Makes a time from its four fields, unchecked.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Makes a valid time of `value / timescale` seconds in epoch 0.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
    }

    /// Makes the time nearest below `seconds` in magnitude. See ``CMTimeMakeWithSeconds(_:preferredTimescale:)``.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
    }

    /// The invalid time: all fields zero.
    public static let invalid = CMTime()
    /// A valid time that is not known yet, such as the duration of a live recording.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// Plus infinity.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Minus infinity.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    /// Zero seconds: 0/1.
    public static let zero = CMTime(value: 0, timescale: 1, flags: .valid, epoch: 0)

    /// Whether the time is valid, infinities and indefinite included.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is plus infinity.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether the time is minus infinity.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether the time is valid but unknown.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the time is valid, finite and known.
    public var isNumeric: Bool { flags.rawValue & Self.kindBits == CMTimeFlags.valid.rawValue }
    private static let kindBits = CMTimeFlags.valid.rawValue | CMTimeFlags.impliedValueFlagsMask.rawValue
    /// Whether precision was lost on the way to this time.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }
    /// The time in seconds: NaN when invalid or indefinite, infinite for infinities. Documented: S-200.
    public var seconds: Double { CMTimeGetSeconds(self) }

    /// The time in another timescale. See ``CMTimeConvertScale(_:timescale:method:)``.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        CMTimeConvertScale(self, timescale: newTimescale, method: method)
    }

    /// The sum. See ``CMTimeAdd(_:_:)``.
    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime {
        CMTimeAdd(addend1, addend2)
    }

    /// The difference. See ``CMTimeSubtract(_:_:)``.
    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime {
        CMTimeSubtract(minuend, subtrahend)
    }
}

extension CMTime: Comparable {
    /// Whether both mean the same moment; 1/2 equals 2/4. Documented: S-198.
    public static func == (time1: CMTime, time2: CMTime) -> Bool {
        CMTimeCompare(time1, time2) == 0
    }

    /// Whether the two mean different moments.
    public static func != (time1: CMTime, time2: CMTime) -> Bool {
        CMTimeCompare(time1, time2) != 0
    }

    /// The order of ``CMTimeCompare(_:_:)``.
    public static func < (time1: CMTime, time2: CMTime) -> Bool {
        CMTimeCompare(time1, time2) < 0
    }

    /// The order of ``CMTimeCompare(_:_:)``.
    public static func <= (time1: CMTime, time2: CMTime) -> Bool {
        CMTimeCompare(time1, time2) <= 0
    }

    /// The order of ``CMTimeCompare(_:_:)``.
    public static func > (time1: CMTime, time2: CMTime) -> Bool {
        CMTimeCompare(time1, time2) > 0
    }

    /// The order of ``CMTimeCompare(_:_:)``.
    public static func >= (time1: CMTime, time2: CMTime) -> Bool {
        CMTimeCompare(time1, time2) >= 0
    }
}

extension CMTime: Hashable {
    /// Equal times hash equally, whatever their timescales.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sortingRank)
        guard isUsableNumber else { return }
        let fraction = Fraction(self).reduced
        hasher.combine(fraction.numerator)
        hasher.combine(fraction.denominator)
        hasher.combine(epoch)
    }
}

extension CMTime: Codable {
    // UNKNOWN: Apple does not document the coded form; the keys are those of CMTimeCopyAsDictionary.
    private enum CodingKeys: String, CodingKey {
        case value, timescale, flags, epoch
    }

    /// Reads the four fields.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            value: try container.decode(Int64.self, forKey: .value),
            timescale: try container.decode(Int32.self, forKey: .timescale),
            flags: CMTimeFlags(rawValue: try container.decode(UInt32.self, forKey: .flags)),
            epoch: try container.decode(Int64.self, forKey: .epoch)
        )
    }

    /// Writes the four fields.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(value, forKey: .value)
        try container.encode(timescale, forKey: .timescale)
        try container.encode(flags.rawValue, forKey: .flags)
        try container.encode(epoch, forKey: .epoch)
    }
}
