/// How a timebase's time follows its source's: a straight line through an anchor.
///
/// A pure value: whoever asks says which time it is at the source.
struct TimebaseMapping: Sendable, Equatable {
    /// Seconds of the timebase for each second of the source.
    var rate: Double
    /// The timebase's time at the anchor.
    var anchor: CMTime
    /// The source's time at the anchor.
    var sourceAnchor: CMTime

    /// A timebase that stands at zero.
    init(sourceTime: CMTime) {
        rate = 0
        anchor = .zero
        sourceAnchor = sourceTime
    }

    /// The timebase's time when the source has a time.
    func time(atSourceTime sourceTime: CMTime) -> CMTime {
        guard rate != 0 else { return anchor }
        let elapsed = CMTimeSubtract(sourceTime, sourceAnchor)
        return CMTimeAdd(anchor, rate == 1 ? elapsed : CMTimeMultiplyByFloat64(elapsed, multiplier: rate))
    }

    /// When, at the source, the timebase has a time; nil while it stands, as it has one time at all of the source's then.
    func sourceTime(at time: CMTime) -> CMTime? {
        guard rate != 0 else { return nil }
        let elapsed = CMTimeSubtract(time, anchor)
        return CMTimeAdd(sourceAnchor, quotient(elapsed))
    }

    /// A span divided by the rate: exactly by whole rates, whose reciprocals mostly are no floating-point numbers.
    private func quotient(_ span: CMTime) -> CMTime {
        if let divisor = Int32(exactly: rate) { return CMTimeMultiplyByRatio(span, multiplier: 1, divisor: divisor) }
        return CMTimeMultiplyByFloat64(span, multiplier: 1 / rate)
    }

    /// Goes on at another rate, without a jump.
    mutating func setRate(_ newRate: Double, atSourceTime sourceTime: CMTime) {
        anchor = time(atSourceTime: sourceTime)
        sourceAnchor = sourceTime
        rate = newRate
    }

    /// Has a time at a time of the source, at the same rate as before.
    mutating func setAnchor(_ time: CMTime, atSourceTime sourceTime: CMTime) {
        anchor = time
        sourceAnchor = sourceTime
    }

    /// Goes on from the same time at the same rate, relative to another source.
    mutating func changeSource(from oldSourceTime: CMTime, to newSourceTime: CMTime) {
        setAnchor(time(atSourceTime: oldSourceTime), atSourceTime: newSourceTime)
    }
}
