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
