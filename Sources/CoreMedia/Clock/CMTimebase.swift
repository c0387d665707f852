import FoundationExtras
import Synchronization

/// A timeline under a program's control: a time that runs at a rate of the program's choice relative to a clock or to another
/// timebase.
///
/// At rate 0 the time stands, at 2 it runs twice as fast as its source, at -1 backwards. A new timebase stands at zero.
///
/// All functions may be called on any thread. Documented in `CMSync.h` and on Apple's page "CMTimebase".
public final class CMTimebase: CMSyncProtocol, CFTypeIdentified {
    /// What a timebase's rate is relative to.
    enum Source: Sendable {
        case clock(CMClock)
        case timebase(CMTimebase)

        var object: any CMSyncProtocol {
            switch self {
            case .clock(let clock): clock
            case .timebase(let timebase): timebase
            }
        }

        /// The rate relative to the ultimate clock.
        var effectiveRate: Double {
            switch self {
            case .clock: 1
            case .timebase(let timebase): timebase.effectiveRate
            }
        }
    }

    struct WeakReference: Sendable {
        weak var timebase: CMTimebase?
    }

    private struct State: Sendable {
        var mapping: TimebaseMapping
        var source: Source
        /// The timebases that follow this one.
        var followers: [WeakReference] = []
    }

    private let state: Mutex<State>
    let timers = TimebaseTimers()
    /// Held while observers are told.
    let announcing = NSRecursiveLock()
    /// Held while the tree of timebases changes, so that none comes to follow itself.
    private static let growing = Mutex(())

    init(_ source: Source) {
        state = Mutex(State(mapping: TimebaseMapping(sourceTime: source.object.time), source: source))
        if case .timebase(let leader) = source { leader.addFollower(self) }
    }

    /// Makes a timebase that follows a clock.
    public convenience init(sourceClock: CMClock) throws {
        self.init(.clock(sourceClock))
    }

    /// Makes a timebase that follows another timebase.
    public convenience init(sourceTimebase: CMTimebase) throws {
        self.init(.timebase(sourceTimebase))
    }

    /// The number of the type at run time.
    public static var typeID: CFTypeID { CMTimebaseGetTypeID() }

    // MARK: Reading

    /// How the time follows the source's at present, and which source that is.
    var snapshot: (mapping: TimebaseMapping, source: Source) { state.withLock { ($0.mapping, $0.source) } }

    /// The present time.
    public var time: CMTime {
        let (mapping, source) = snapshot
        return mapping.time(atSourceTime: source.object.time)
    }

    /// The present time in a time scale.
    public func time(withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default) -> CMTime {
        CMTimeConvertScale(time, timescale: timescale, method: rounding)
    }

    /// The rate relative to the source.
    public var rate: Double { snapshot.mapping.rate }

    /// The present time, and the rate at that moment.
    public var timeAndRate: (time: CMTime, rate: Double) {
        let (mapping, source) = snapshot
        return (mapping.time(atSourceTime: source.object.time), mapping.rate)
    }

    /// The rate relative to the ultimate source clock: the product of the rates of the timebase and of all that it follows.
    public var effectiveRate: Double {
        let (mapping, source) = snapshot
        return mapping.rate * source.effectiveRate
    }

    /// The clock that the timebase follows; nil if it follows a timebase.
    public var sourceClock: CMClock? {
        if case .clock(let clock) = snapshot.source { clock } else { nil }
    }

    /// The timebase that the timebase follows; nil if it follows a clock.
    public var sourceTimebase: CMTimebase? {
        if case .timebase(let timebase) = snapshot.source { timebase } else { nil }
    }

    /// The clock at the end of what the timebase follows.
    public var ultimateSourceClock: CMClock {
        switch snapshot.source {
        case .clock(let clock): clock
        case .timebase(let timebase): timebase.ultimateSourceClock
        }
    }

    /// What the timebase follows: a ``CMClock`` or a ``CMTimebase``; anything else, or a timebase that follows this one, stops
    /// the program.
    public var source: any CMSyncProtocol {
        get { snapshot.source.object }
        set {
            let status =
                switch newValue {
                case let clock as CMClock: changeSource(to: .clock(clock))
                case let timebase as CMTimebase: changeSource(to: .timebase(timebase))
                default: kCMTimebaseError_InvalidParameter
                }
            guard status == noErr else {
                programmerError(.invalidArgument, "A timebase follows a clock, or a timebase that does not follow it")
            }
        }
    }

    // MARK: Changing

    /// Changes the rate, from the present time on.
    public func setRate(_ rate: Double) throws { try check(CMTimebaseSetRate(self, rate: rate)) }

    /// Jumps to a time.
    public func setTime(_ time: CMTime) throws { try check(CMTimebaseSetTime(self, time: time)) }

    /// Has a time at a time of the source.
    public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
        try check(CMTimebaseSetAnchorTime(self, timebaseTime: anchorTime, immediateSourceTime: referenceTime))
    }

    /// Has a time at a time of the source, and the rate from then on.
    public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
        try check(
            CMTimebaseSetRateAndAnchorTime(self, rate: rate, anchorTime: anchorTime, immediateSourceTime: referenceTime)
        )
    }

    /// Changes how the time follows the source's, and tells observers and timers.
    ///
    /// - Parameters:
    ///   - jumps: whether the time jumps.
    ///   - change: is given the source's present time.
    func update(jumps: Bool, _ change: @Sendable (inout TimebaseMapping, CMTime) -> Void) {
        let (before, after) = state.withLock { state in
            let before = state.mapping.rate
            let now = state.source.object.time
            change(&state.mapping, now)
            return (before, state.mapping.rate)
        }
        announce(changesRate: before != after && snapshot.source.effectiveRate != 0, jumps: jumps)
    }

    /// Follows another source from now on, without a jump.
    ///
    /// - Returns: `kCMTimebaseError_InvalidParameter` for a timebase that follows this one.
    func changeSource(to source: Source) -> OSStatus {
        let rates: (before: Double, after: Double)? = Self.growing.withLock { _ in
            if case .timebase(let leader) = source, leader.follows(self) { return nil }
            let before = effectiveRate
            let old = state.withLock { state in
                let old = state.source
                state.mapping.changeSource(from: old.object.time, to: source.object.time)
                state.source = source
                return old
            }
            if case .timebase(let leader) = old { leader.removeFollower(self) }
            if case .timebase(let leader) = source { leader.addFollower(self) }
            return (before, effectiveRate)
        }
        guard let rates else { return kCMTimebaseError_InvalidParameter }
        announce(changesRate: rates.before != rates.after, jumps: false)
        return noErr
    }

    private func follows(_ other: CMTimebase) -> Bool {
        self === other || sourceTimebase?.follows(other) == true
    }

    // MARK: Followers

    private func addFollower(_ timebase: CMTimebase) {
        state.withLock { state in
            state.followers.removeAll { $0.timebase == nil }
            state.followers.append(WeakReference(timebase: timebase))
        }
    }

    private func removeFollower(_ timebase: CMTimebase) {
        state.withLock { $0.followers.removeAll { $0.timebase == nil || $0.timebase === timebase } }
    }

    /// The timebases that follow this one directly.
    var followers: [CMTimebase] { state.withLock { $0.followers.compactMap(\.timebase) } }
}

extension CMTimebase: Hashable {
    /// Timebases are equal when they are the same object.
    public static func == (left: CMTimebase, right: CMTimebase) -> Bool { left === right }

    /// Hashes the timebase's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMTimebase {
    /// The errors of timebases, as the Foundation errors that Swift code catches.
    public struct Error {
        /// A parameter that may not be nil was nil.
        public static let missingRequiredParameter = statusError(kCMTimebaseError_MissingRequiredParameter)
        /// A parameter was out of range.
        public static let invalidParameter = statusError(kCMTimebaseError_InvalidParameter)
        /// Memory ran out.
        public static let allocationFailed = statusError(kCMTimebaseError_AllocationFailed)
        /// A timer's interval is too short for a timebase to manage it.
        public static let timerIntervalTooShort = statusError(kCMTimebaseError_TimerIntervalTooShort)
        /// The timebase cannot be changed.
        public static let readOnly = statusError(kCMTimebaseError_ReadOnly)
    }
}

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Notification of a timebase: its effective rate changed.
nonisolated(unsafe) public let kCMTimebaseNotification_EffectiveRateChanged: CFString =
    "kCMTimebaseNotification_EffectiveRateChanged"
/// Notification of a timebase: its time jumped.
nonisolated(unsafe) public let kCMTimebaseNotification_TimeJumped: CFString = "kCMTimebaseNotification_TimeJumped"
/// Key in a timebase's notification: when it happened, as a dictionary of a time.
nonisolated(unsafe) public let kCMTimebaseNotificationKey_EventTime: CFString = "kCMTimebaseNotificationKey_EventTime"

extension CMTimebase {
    /// Is posted after the effective rate changed. On the thread that changed it.
    public static let effectiveRateChanged =
        NSNotification.Name(kCMTimebaseNotification_EffectiveRateChanged as String)
    /// Is posted after the time jumped. On the thread that made it jump.
    public static let timeJumped = NSNotification.Name(kCMTimebaseNotification_TimeJumped as String)

    /// The keys of notifications' user information.
    public struct NotificationKey: RawRepresentable, Hashable, Sendable {
        /// The key.
        public let rawValue: String

        /// Makes a key.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// When it happened, as a dictionary of a time. UNKNOWN whose time Apple means: here it is the ultimate source clock's.
        public static let eventTime = NotificationKey(rawValue: kCMTimebaseNotificationKey_EventTime as String)
    }

    /// Waits until no notification of this timebase is being posted.
    public func notificationBarrier() throws { try check(CMTimebaseNotificationBarrier(self)) }

    /// Tells observers and timers, and those of all that follow.
    ///
    /// UNKNOWN: Apple documents the notifications of the timebase that was changed. What follows it has another effective rate
    /// too, or jumps as well, unless it stands, and is told here.
    func announce(changesRate: Bool, jumps: Bool) {
        timers.reschedule(for: self)
        guard changesRate || jumps else { return }
        announcing.withLock {
            if changesRate { post(Self.effectiveRateChanged) }
            if jumps { post(Self.timeJumped) }
        }
        for follower in followers where follower.rate != 0 {
            follower.announce(changesRate: changesRate, jumps: jumps)
        }
    }

    private func post(_ name: NSNotification.Name) {
        let time = CMTimeCopyAsDictionary(ultimateSourceClock.time, allocator: nil)
        NotificationCenter.default.post(
            name: name,
            object: self,
            userInfo: time.map { [NotificationKey.eventTime.rawValue: $0] }
        )
    }
}

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
