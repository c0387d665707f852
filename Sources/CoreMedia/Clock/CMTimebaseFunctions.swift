import FoundationExtras

/// Timebase error: a parameter that may not be nil was nil.
public let kCMTimebaseError_MissingRequiredParameter: OSStatus = -12748
/// Timebase error: a parameter was out of range.
public let kCMTimebaseError_InvalidParameter: OSStatus = -12749
/// Timebase error: memory ran out.
public let kCMTimebaseError_AllocationFailed: OSStatus = -12750
/// Timebase error: a timer's interval is too short.
public let kCMTimebaseError_TimerIntervalTooShort: OSStatus = -12751
/// Timebase error: the timebase cannot be changed.
public let kCMTimebaseError_ReadOnly: OSStatus = -12757

/// The number of ``CMTimebase`` at run time.
@discardableResult
public func CMTimebaseGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CMTimebase.self))
}

/// Makes a timebase that follows a clock and stands at zero.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
    allocator: CFAllocator?,
    sourceClock: CMClock,
    timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    timebaseOut.pointee = CMTimebase(.clock(sourceClock))
    return noErr
}

/// Makes a timebase that follows another and stands at zero.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
    allocator: CFAllocator?,
    sourceTimebase: CMTimebase,
    timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    timebaseOut.pointee = CMTimebase(.timebase(sourceTimebase))
    return noErr
}

/// What a timebase follows: a ``CMClock`` or a ``CMTimebase``.
@discardableResult
public func CMTimebaseCopySource(_ timebase: CMTimebase) -> CMClockOrTimebase {
    timebase.source as AnyObject
}

/// The clock that a timebase follows; nil if it follows a timebase.
@discardableResult
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// The timebase that a timebase follows; nil if it follows a clock.
@discardableResult
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }

/// The clock at the end of what a timebase follows.
@discardableResult
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

/// Follows a clock from now on. Time and rate stay.
@discardableResult
public func CMTimebaseSetSourceClock(_ timebase: CMTimebase, _ newSourceClock: CMClock) -> OSStatus {
    timebase.changeSource(to: .clock(newSourceClock))
}

/// Follows another timebase from now on. Time and rate stay.
///
/// - Returns: `kCMTimebaseError_InvalidParameter` for a timebase that follows this one.
@discardableResult
public func CMTimebaseSetSourceTimebase(_ timebase: CMTimebase, _ newSourceTimebase: CMTimebase) -> OSStatus {
    timebase.changeSource(to: .timebase(newSourceTimebase))
}

/// The present time of a timebase.
@discardableResult
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// The present time of a timebase in a time scale.
@discardableResult
public func CMTimebaseGetTimeWithTimeScale(
    _ timebase: CMTimebase,
    timescale: CMTimeScale,
    method: CMTimeRoundingMethod
) -> CMTime {
    timebase.time(withTimescale: timescale, rounding: method)
}

/// The rate of a timebase relative to its source.
@discardableResult
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

/// The present time of a timebase and its rate at that moment. Each result is optional.
@discardableResult
public func CMTimebaseGetTimeAndRate(
    _ timebase: CMTimebase,
    timeOut: UnsafeMutablePointer<CMTime>?,
    rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
    let (time, rate) = timebase.timeAndRate
    timeOut?.pointee = time
    rateOut?.pointee = rate
    return noErr
}

/// The rate of a timebase relative to its ultimate clock.
@discardableResult
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 { timebase.effectiveRate }

/// Jumps to a time.
///
/// - Returns: `kCMTimebaseError_InvalidParameter` for a time that is no number.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
    guard time.isNumeric else { return kCMTimebaseError_InvalidParameter }
    timebase.update(jumps: true) { $0.setAnchor(time, atSourceTime: $1) }
    return noErr
}

/// Has a time at a time of the source; the rate stays.
///
/// - Returns: `kCMTimebaseError_InvalidParameter` for a time that is no number.
@discardableResult
public func CMTimebaseSetAnchorTime(
    _ timebase: CMTimebase,
    timebaseTime: CMTime,
    immediateSourceTime: CMTime
) -> OSStatus {
    guard timebaseTime.isNumeric, immediateSourceTime.isNumeric else { return kCMTimebaseError_InvalidParameter }
    timebase.update(jumps: true) { mapping, _ in mapping.setAnchor(timebaseTime, atSourceTime: immediateSourceTime) }
    return noErr
}

/// Changes the rate, from the present time on: without a jump.
///
/// - Returns: `kCMTimebaseError_InvalidParameter` for a rate that is no number, or infinite.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
    guard rate.isFinite else { return kCMTimebaseError_InvalidParameter }
    timebase.update(jumps: false) { $0.setRate(rate, atSourceTime: $1) }
    return noErr
}

/// Has a time at a time of the source, and a rate as though it had been running at it since then.
///
/// - Returns: `kCMTimebaseError_InvalidParameter` for a time that is no number, or a rate that is none or infinite.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
    _ timebase: CMTimebase,
    rate: Float64,
    anchorTime timebaseTime: CMTime,
    immediateSourceTime: CMTime
) -> OSStatus {
    guard rate.isFinite, timebaseTime.isNumeric, immediateSourceTime.isNumeric else {
        return kCMTimebaseError_InvalidParameter
    }
    timebase.update(jumps: true) { mapping, _ in
        mapping.setAnchor(timebaseTime, atSourceTime: immediateSourceTime)
        mapping.rate = rate
    }
    return noErr
}

/// Waits until no notification of this timebase is being posted.
@discardableResult
public func CMTimebaseNotificationBarrier(_ timebase: CMTimebase) -> OSStatus {
    timebase.announcing.withLock {}
    return noErr
}

// The names of before iOS 15, when a source was called a master.

extension CMTimebase {
    /// See ``init(sourceClock:)``.
    @available(*, deprecated, renamed: "init(sourceClock:)")
    public convenience init(masterClock: CMClock) throws { self.init(.clock(masterClock)) }

    /// See ``init(sourceTimebase:)``.
    @available(*, deprecated, renamed: "init(sourceTimebase:)")
    public convenience init(masterTimebase: CMTimebase) throws { self.init(.timebase(masterTimebase)) }

    /// See ``source``.
    @available(*, deprecated, renamed: "source")
    public var master: any CMSyncProtocol {
        get { source }
        set { source = newValue }
    }

    /// See ``sourceClock``.
    @available(*, deprecated, renamed: "sourceClock")
    public var masterClock: CMClock? { sourceClock }

    /// See ``sourceTimebase``.
    @available(*, deprecated, renamed: "sourceTimebase")
    public var masterTimebase: CMTimebase? { sourceTimebase }

    /// See ``ultimateSourceClock``.
    @available(*, deprecated, renamed: "ultimateSourceClock")
    public var ultimateMasterClock: CMClock { ultimateSourceClock }
}

/// See ``CMTimebaseCreateWithSourceClock(allocator:sourceClock:timebaseOut:)``.
@available(*, deprecated, renamed: "CMTimebaseCreateWithSourceClock(allocator:sourceClock:timebaseOut:)")
@discardableResult
public func CMTimebaseCreateWithMasterClock(
    allocator: CFAllocator?,
    masterClock: CMClock,
    timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    CMTimebaseCreateWithSourceClock(allocator: allocator, sourceClock: masterClock, timebaseOut: timebaseOut)
}

/// See ``CMTimebaseCreateWithSourceTimebase(allocator:sourceTimebase:timebaseOut:)``.
@available(*, deprecated, renamed: "CMTimebaseCreateWithSourceTimebase(allocator:sourceTimebase:timebaseOut:)")
@discardableResult
public func CMTimebaseCreateWithMasterTimebase(
    allocator: CFAllocator?,
    masterTimebase: CMTimebase,
    timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    CMTimebaseCreateWithSourceTimebase(allocator: allocator, sourceTimebase: masterTimebase, timebaseOut: timebaseOut)
}
