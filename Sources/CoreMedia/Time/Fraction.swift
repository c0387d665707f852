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
