import FoundationExtras

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
