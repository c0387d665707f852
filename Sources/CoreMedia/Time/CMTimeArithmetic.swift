/// Adds two times exactly if a timescale up to `kCMTimeMaxTimescale` allows it.
///
/// Documented: S-199. Equal timescales stay; otherwise the least common multiple is used. Either operand invalid,
/// infinities
/// of opposite sign, or different nonzero epochs give an invalid time; one infinity wins over numbers and indefinite;
/// indefinite
/// wins over numbers. Times of one nonzero epoch give epoch 0; a duration (epoch 0) takes the other operand's epoch.
@discardableResult
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    if lhs.isUnusable || rhs.isUnusable { return .invalid }
    if lhs.isInfinite || rhs.isInfinite {
        let positive = lhs.isPositiveInfinity || rhs.isPositiveInfinity
        let negative = lhs.isNegativeInfinity || rhs.isNegativeInfinity
        return positive && negative ? .invalid : .infinity(negative: negative)
    }
    if lhs.isIndefinite || rhs.isIndefinite { return .indefinite }
    guard let epoch = epochOfSum(lhs.epoch, rhs.epoch) else { return .invalid }
    let wasRounded = lhs.hasBeenRounded || rhs.hasBeenRounded
    if lhs.timescale == rhs.timescale {
        // Capture adds times of one timescale for every frame: no wide arithmetic unless the sum overflows.
        let (sum, overflow) = lhs.value.addingReportingOverflow(rhs.value)
        if !overflow {
            let flags: CMTimeFlags = wasRounded ? [.valid, .hasBeenRounded] : .valid
            return CMTime(value: sum, timescale: lhs.timescale, flags: flags, epoch: epoch)
        }
    }
    let exact = Fraction(lhs) + Fraction(rhs)
    let timescale = min(exact.denominator, Int128(kCMTimeMaxTimescale))
    // The fraction in lowest terms leaves room for the multiplication by a timescale.
    return CMTime(
        fitting: exact.reduced,
        timescale: timescale,
        method: .default,
        wasRounded: wasRounded,
        epoch: epoch
    )
}

/// Subtracts `rhs` from `lhs` by the rules of ``CMTimeAdd(_:_:)``.
///
/// Documented: S-199. UNKNOWN: an infinite subtrahend gives the infinity of the other sign.
@discardableResult
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    if rhs.isUnusable { return .invalid }
    if rhs.isInfinite { return CMTimeAdd(lhs, .infinity(negative: rhs.isPositiveInfinity)) }
    guard rhs.isNumeric, rhs.value == .min else {
        var negated = rhs
        negated.value = -rhs.value
        return CMTimeAdd(lhs, negated)
    }
    guard lhs.isUsableNumber, let epoch = epochOfSum(lhs.epoch, rhs.epoch) else { return CMTimeAdd(lhs, rhs) }
    let exact = Fraction(lhs) + Fraction(-Int128(rhs.value), Int128(rhs.timescale))
    return CMTime(
        fitting: exact.reduced,
        timescale: min(exact.denominator, Int128(kCMTimeMaxTimescale)),
        method: .default,
        wasRounded: lhs.hasBeenRounded || rhs.hasBeenRounded,
        epoch: epoch
    )
}

/// The epoch of a sum or difference; nil when the two are not comparable in length.
private func epochOfSum(_ left: CMTimeEpoch, _ right: CMTimeEpoch) -> CMTimeEpoch? {
    if left == right { return 0 }
    if left == 0 { return right }
    return right == 0 ? left : nil
}

/// Multiplies a time by a whole number.
///
/// Documented: the timescale stays unless the value overflows, then it is halved, at last the result is infinite
/// (S-199).
/// UNKNOWN: an infinity times zero keeps its sign.
@discardableResult
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    guard time.isUsableNumber else { return nonNumericProduct(time, isNegative: multiplier < 0) }
    return CMTime(
        fitting: Fraction(Int128(time.value) * Int128(multiplier), Int128(time.timescale)).reduced,
        timescale: Int128(time.timescale),
        method: .default,
        wasRounded: time.hasBeenRounded,
        epoch: time.epoch
    )
}

/// Multiplies a time by a floating-point number, keeping the exact product if any timescale can hold it.
///
/// UNKNOWN: a NaN multiplier gives an invalid time, an infinite one an infinity.
@discardableResult
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    if multiplier.isNaN { return .invalid }
    guard time.isUsableNumber else { return nonNumericProduct(time, isNegative: multiplier < 0) }
    if multiplier.isInfinite {
        return time.value == 0 ? .invalid : .infinity(negative: (time.value < 0) != (multiplier < 0))
    }
    if let factor = Fraction(exactly: multiplier), let product = Fraction(time).multiplied(by: factor) {
        return CMTime(
            preserving: product,
            preferred: time.timescale,
            wasRounded: time.hasBeenRounded,
            epoch: time.epoch
        )
    }
    // The binary fraction is too long for exact arithmetic: the nearest double is the best there is.
    var product = CMTimeMakeWithSeconds(
        CMTimeGetSeconds(time) * multiplier,
        preferredTimescale: Int32(kCMTimeMaxTimescale)
    )
    guard product.isNumeric else { return product }
    product.flags.insert(.hasBeenRounded)
    product.epoch = time.epoch
    return product
}

extension Fraction {
    /// A finite double as the fraction it is; nil when 128 bits cannot hold it.
    fileprivate init?(exactly number: Double) {
        guard number != 0 else {
            self.init(0, 1)
            return
        }
        let trailing = number.significandWidth
        let exponent = Int(number.exponent) - trailing
        let significand = Int128(number.significand * Double(sign: .plus, exponent: trailing, significand: 1))
        let signed = number < 0 ? -significand : significand
        if exponent >= 0 {
            guard exponent + trailing < 126 else { return nil }
            self.init(signed << exponent, 1)
        } else {
            guard exponent > -126 else { return nil }
            self.init(signed, Int128(1) << -exponent)
        }
    }
}

/// Multiplies a time by `multiplier / divisor`, keeping the exact product if any timescale can hold it.
///
/// UNKNOWN: a zero divisor gives an invalid time.
@discardableResult
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard divisor != 0 else { return .invalid }
    guard time.isUsableNumber else {
        return nonNumericProduct(time, isNegative: (multiplier < 0) != (divisor < 0))
    }
    let sign: Int128 = divisor < 0 ? -1 : 1
    let product = Fraction(
        Int128(time.value) * Int128(multiplier) * sign,
        Int128(time.timescale) * Int128(divisor) * sign
    )
    return CMTime(
        preserving: product,
        preferred: time.timescale,
        wasRounded: time.hasBeenRounded,
        epoch: time.epoch
    )
}

/// The product of a time that is not a number.
private func nonNumericProduct(_ time: CMTime, isNegative: Bool) -> CMTime {
    if time.isUnusable { return .invalid }
    return time.isIndefinite ? .indefinite : .infinity(negative: time.isNegativeInfinity != isNegative)
}

/// The time's distance from zero; infinities become plus infinity, other non-numeric times stay.
@discardableResult
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    guard time.isUsableNumber, time.value < 0 else { return time }
    return CMTime(
        fitting: Fraction(-Int128(time.value), Int128(time.timescale)),
        timescale: Int128(time.timescale),
        method: .default,
        wasRounded: time.hasBeenRounded,
        epoch: time.epoch
    )
}
