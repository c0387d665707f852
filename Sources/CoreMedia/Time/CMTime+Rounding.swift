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
