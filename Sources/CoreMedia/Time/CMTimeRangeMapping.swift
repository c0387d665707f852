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
