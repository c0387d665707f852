/// How much of a simulated phone's camera hardware is in use, and by whom.
///
/// Hardware is counted in shares: a session that runs needs one. `UNKNOWN`: Apple publishes no such account; the numbers are
/// chosen so that a session whose stop leaks cannot start after its third stop.
public struct PhoneResources: Sendable, Hashable {
    /// So many shares there are.
    public static let budget = 3
    /// So many seconds the system takes to take back what a session was stopped with. `UNKNOWN`: chosen.
    public static let returnSeconds = 0.75
    /// So many seconds after a start that found no hardware the session's error is posted. `UNKNOWN`: chosen; it was seen to
    /// come "eventually".
    public static let errorSeconds = 0.5

    /// One session's account.
    public struct Session: Sendable, Hashable {
        /// Counts the phone's sessions from 1.
        public var number: Int
        /// Whether it has been started and not been stopped since.
        public var isHolding: Bool
        /// Whether it was stopped with inputs or outputs in it, whose hardware is on its way back.
        public var isReturning: Bool
        /// So many shares its stops have leaked.
        public var leaked: Int
    }

    /// The sessions that there are, oldest first.
    public var sessions: [Session]

    /// Shares of sessions that have not been stopped.
    public var held: Int { sessions.filter(\.isHolding).count }
    /// Shares on their way back.
    public var returning: Int { sessions.filter(\.isReturning).count }
    /// Shares that no session can use any more.
    public var leaked: Int { sessions.reduce(0) { $0 + $1.leaked } }
    /// All shares that are not free.
    public var used: Int { held + returning + leaked }
}
