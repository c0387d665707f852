import FoundationExtras

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
