import Foundation

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
