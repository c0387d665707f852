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

extension CMTime {
    /// The place of the kind of time in the order of times. Documented: S-198.
    var sortingRank: Int {
        if isUnusable { return 4 }
        if isNegativeInfinity { return 0 }
        if isPositiveInfinity { return 3 }
        return isIndefinite ? 2 : 1
    }
}

/// Compares two times: -1 if the first is less, 0 if equal, 1 if greater.
///
/// Documented: S-198. Minus infinity < finite < indefinite < plus infinity < invalid; invalid equals invalid. Among
/// finite
/// times the larger epoch is greater, whatever the values.
@discardableResult
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let (rank1, rank2) = (time1.sortingRank, time2.sortingRank)
    if rank1 != rank2 { return rank1 < rank2 ? -1 : 1 }
    guard rank1 == 1 else { return 0 }
    if time1.epoch != time2.epoch { return time1.epoch < time2.epoch ? -1 : 1 }
    if time1.timescale == time2.timescale { return order(time1.value, time2.value) }
    return order(
        Int128(time1.value) * Int128(time2.timescale),
        Int128(time2.value) * Int128(time1.timescale)
    )
}

private func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int32 {
    left == right ? 0 : left < right ? -1 : 1
}

/// The lesser of two times in the order of ``CMTimeCompare(_:_:)``; the first if they are equal.
@discardableResult
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time1, time2) <= 0 ? time1 : time2
}

/// The greater of two times in the order of ``CMTimeCompare(_:_:)``; the first if they are equal.
@discardableResult
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time1, time2) >= 0 ? time1 : time2
}

/// Whether the time is valid, infinities and indefinite included.
@discardableResult
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether the time is invalid.
@discardableResult
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether the time is plus infinity.
@discardableResult
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Whether the time is minus infinity.
@discardableResult
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Whether the time is valid but unknown.
@discardableResult
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether the time is valid, finite and known.
@discardableResult
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Whether precision was lost on the way to this time.
@discardableResult
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// An exact quotient of two 128-bit integers: what `CMTime` arithmetic works in before it rounds once, at the end.
///
/// The largest intermediate is a 64-bit value times two 31-bit timescales, 126 bits, so sums of two times never
/// overflow.
struct Fraction {
    var numerator: Int128
    /// Positive.
    var denominator: Int128

    init(_ numerator: Int128, _ denominator: Int128) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// A usable numeric time as a fraction of seconds.
    init(_ time: CMTime) {
        self.init(Int128(time.value), Int128(time.timescale))
    }

    /// The same quotient in lowest terms.
    var reduced: Fraction {
        let divisor = greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
        guard divisor > 1 else { return self }
        return Fraction(numerator / Int128(divisor), denominator / Int128(divisor))
    }

    static func + (left: Fraction, right: Fraction) -> Fraction {
        if left.denominator == right.denominator {
            return Fraction(left.numerator + right.numerator, left.denominator)
        }
        let common = leastCommonMultiple(left.denominator, right.denominator)
        return Fraction(
            left.numerator * (common / left.denominator) + right.numerator * (common / right.denominator),
            common
        )
    }

    /// The product in lowest terms, or nil when even those do not fit 128 bits.
    func multiplied(by other: Fraction) -> Fraction? {
        let left = Fraction(numerator, other.denominator).reduced
        let right = Fraction(other.numerator, denominator).reduced
        let top = left.numerator.multipliedReportingOverflow(by: right.numerator)
        let bottom = left.denominator.multipliedReportingOverflow(by: right.denominator)
        guard !top.overflow, !bottom.overflow else { return nil }
        return Fraction(top.partialValue, bottom.partialValue)
    }

    /// The number of units of `1 / timescale` seconds, and whether that lost anything; nil if 128 bits do not hold it.
    func units(of timescale: Int128, method: CMTimeRoundingMethod) -> (value: Int128, isExact: Bool)? {
        let scaled = numerator.multipliedReportingOverflow(by: timescale)
        guard !scaled.overflow else { return nil }
        let (quotient, remainder) = scaled.partialValue.quotientAndRemainder(dividingBy: denominator)
        guard remainder != 0 else { return (quotient, true) }
        let away: Int128 = scaled.partialValue < 0 ? -1 : 1
        let movesAway: Bool
        switch method {
        case .roundHalfAwayFromZero:
            movesAway = remainder.magnitude >= denominator.magnitude - remainder.magnitude
        case .roundTowardZero: movesAway = false
        case .roundAwayFromZero: movesAway = true
        case .quickTime:
            movesAway = timescale > denominator || (quotient == 0 && away < 0)
        case .roundTowardPositiveInfinity: movesAway = away > 0
        case .roundTowardNegativeInfinity: movesAway = away < 0
        }
        return (movesAway ? quotient + away : quotient, false)
    }
}

/// The greatest common divisor; `left` when `right` is 0.
func greatestCommonDivisor(_ left: UInt128, _ right: UInt128) -> UInt128 {
    // Times and timescales mostly fit 64 bits, where division is several times cheaper.
    if left <= UInt64.max, right <= UInt64.max {
        var (a, b) = (UInt64(left), UInt64(right))
        while b != 0 { (a, b) = (b, a % b) }
        return UInt128(a)
    }
    var (a, b) = (left, right)
    while b != 0 { (a, b) = (b, a % b) }
    return a
}

/// The least common multiple of two positive numbers.
func leastCommonMultiple(_ left: Int128, _ right: Int128) -> Int128 {
    left / Int128(greatestCommonDivisor(left.magnitude, right.magnitude)) * right
}
