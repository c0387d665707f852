/// A time as a fraction of seconds.
public struct CVTime: Hashable, Sendable {
    /// The numerator, in units of ``timeScale``.
    public var timeValue: Int64
    /// Units per second.
    public var timeScale: Int32
    /// ``CVTimeFlags``' bits.
    public var flags: Int32

    /// Creates a time with all fields zero.
    public init() {
        self.init(timeValue: 0, timeScale: 0, flags: 0)
    }

    /// Creates a time from its fields.
    public init(timeValue: Int64, timeScale: Int32, flags: Int32) {
        self.timeValue = timeValue
        self.timeScale = timeScale
        self.flags = flags
    }
}

/// What is special about a ``CVTime``.
public struct CVTimeFlags: OptionSet, Sendable {
    /// The flags' bits.
    public let rawValue: Int32

    /// Creates flags from bits.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The time is unknown.
    public static var isIndefinite: CVTimeFlags { CVTimeFlags(rawValue: 1) }
}

/// The time zero. UNKNOWN: its scale is not documented; here it is 1.
public let kCVZeroTime = CVTime(timeValue: 0, timeScale: 1, flags: 0)
/// An unknown time.
public let kCVIndefiniteTime = CVTime(timeValue: 0, timeScale: 0, flags: CVTimeFlags.isIndefinite.rawValue)
