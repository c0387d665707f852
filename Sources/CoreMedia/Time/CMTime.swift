import Foundation
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

/// What a `CMTime` is: valid, rounded, infinite or indefinite.
///
/// A time without ``valid`` is invalid whatever the other bits say, so zeroed memory reads as an invalid time.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The bits as Apple's headers number them.
    public let rawValue: UInt32

    /// Makes flags from raw bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The time is valid. Without this bit all other fields are meaningless.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// Some calculation that led to this time lost precision; sticky through arithmetic. Documented: S-199.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// The time is plus infinity.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// The time is minus infinity.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// The time is valid and not yet known.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// The bits that make `value` and `timescale` meaningless: either infinity, or indefinite.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// How a time is rounded when a timescale cannot hold it exactly.
public enum CMTimeRoundingMethod: UInt32, Hashable, Sendable {
    /// To the nearest unit; halves go away from zero. The default of all of CoreMedia.
    case roundHalfAwayFromZero = 1
    /// Cuts the fraction off.
    case roundTowardZero = 2
    /// Any fraction moves the value away from zero.
    case roundAwayFromZero = 3
    /// Toward zero when the new timescale is coarser, away from zero when it is finer; a negative time never becomes
    /// zero.
    case quickTime = 4
    /// Any fraction moves the value up.
    case roundTowardPositiveInfinity = 5
    /// Any fraction moves the value down.
    case roundTowardNegativeInfinity = 6

    /// The method used where none is asked for: ``roundHalfAwayFromZero``.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}

extension CMTime {
    /// Whether the time is numeric and its timescale can be divided by.
    ///
    /// UNKNOWN: Apple documents only that timescales are positive. A numeric time with another timescale counts as
    /// invalid.
    var isUsableNumber: Bool { isNumeric && timescale > 0 }

    /// Whether arithmetic treats the time as invalid.
    var isUnusable: Bool { !isValid || (isNumeric && timescale <= 0) }

    /// Whether the time is either infinity.
    var isInfinite: Bool { isPositiveInfinity || isNegativeInfinity }

    /// An infinity of the sign given.
    static func infinity(negative: Bool) -> CMTime {
        negative ? .negativeInfinity : .positiveInfinity
    }

    /// Fits an exact result into a time: first at `timescale`, then at half of it and so on, at last as an infinity.
    ///
    /// Documented: S-199.
    ///
    /// - Parameters:
    ///   - exact: the result in seconds.
    ///   - timescale: the timescale wanted, 1 ... `kCMTimeMaxTimescale`.
    ///   - wasRounded: whether an operand had been rounded, which sticks.
    ///   - epoch: the epoch of the result.
    init(fitting exact: Fraction, timescale: Int128, method: CMTimeRoundingMethod, wasRounded: Bool, epoch: CMTimeEpoch)
    {
        var scale = timescale
        while scale > 0 {
            if let (units, isExact) = exact.units(of: scale, method: method), let value = Int64(exactly: units) {
                let flags: CMTimeFlags = wasRounded || !isExact ? [.valid, .hasBeenRounded] : .valid
                self.init(value: value, timescale: Int32(scale), flags: flags, epoch: epoch)
                return
            }
            scale /= 2
        }
        self = .infinity(negative: exact.numerator < 0)
    }

    /// Fits an exact product, keeping its exact value if any timescale can.
    ///
    /// Documented: the exact rational value is kept if it fits; otherwise the timescale is chosen for the smallest
    /// error.
    /// UNKNOWN: which of several exact timescales Apple takes; here `preferred` if it is exact, then the least common
    /// multiple with it, then the denominator in lowest terms.
    init(preserving product: Fraction, preferred: Int32, wasRounded: Bool, epoch: CMTimeEpoch) {
        let exact = product.reduced
        let limit = Int128(kCMTimeMaxTimescale)
        if exact.denominator <= limit {
            let own = Int128(preferred)
            let candidates = [own, leastCommonMultiple(own, exact.denominator), exact.denominator]
            for scale in candidates where scale <= limit {
                guard let (units, isExact) = exact.units(of: scale, method: .default), isExact,
                    let value = Int64(exactly: units)
                else { continue }
                let flags: CMTimeFlags = wasRounded ? [.valid, .hasBeenRounded] : .valid
                self.init(value: value, timescale: Int32(scale), flags: flags, epoch: epoch)
                return
            }
        }
        self.init(fitting: exact, timescale: limit, method: .default, wasRounded: wasRounded, epoch: epoch)
    }
}

/// Makes a valid time of `value / timescale` seconds in epoch 0.
@discardableResult
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Makes a valid time of `value / timescale` seconds in the epoch given.
@discardableResult
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

/// Makes a time from seconds.
///
/// Documented: S-200. A timescale of 0 or less gives an invalid time; the timescale is halved while the value
/// overflows,
/// at last the result is infinite. The rounded flag is set when the time does not convert back to the same seconds.
/// OBSERVED: the fraction of a unit is cut off, so 1.1 s at timescale 1 is 1/1. Not-a-number gives an invalid time.
@discardableResult
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    guard preferredTimescale > 0, !seconds.isNaN else { return .invalid }
    guard seconds.isFinite else { return .infinity(negative: seconds < 0) }
    var timescale = preferredTimescale
    while timescale > 0 {
        if let value = Int64(exactly: (seconds * Double(timescale)).rounded(.towardZero)) {
            var time = CMTime(value: value, timescale: timescale)
            if CMTimeGetSeconds(time) != seconds { time.flags.insert(.hasBeenRounded) }
            return time
        }
        timescale /= 2
    }
    return .infinity(negative: seconds < 0)
}

/// The time in seconds. Documented: S-200. NaN for invalid and indefinite, infinite for infinities; the epoch is
/// ignored.
@discardableResult
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
    if time.isUsableNumber { return Double(time.value) / Double(time.timescale) }
    if time.isPositiveInfinity { return .infinity }
    return time.isNegativeInfinity ? -.infinity : .nan
}

/// The time in another timescale, rounded as asked.
///
/// Documented: S-201. Non-numeric times stay as they are; the rounded flag is set when rounding was needed and kept if
/// it
/// was set. UNKNOWN: a timescale of 0 or less gives an invalid time; a value that overflows gives an infinity.
@discardableResult
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard time.isNumeric else { return time }
    guard time.isUsableNumber, newTimescale > 0 else { return .invalid }
    if newTimescale == time.timescale { return time }
    guard let (units, isExact) = Fraction(time).units(of: Int128(newTimescale), method: method),
        let value = Int64(exactly: units)
    else { return .infinity(negative: time.value < 0) }
    var flags = time.flags
    if !isExact { flags.insert(.hasBeenRounded) }
    return CMTime(value: value, timescale: newTimescale, flags: flags, epoch: time.epoch)
}
