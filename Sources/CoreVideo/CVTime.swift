import FoundationExtras

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

/// A moment in several clocks at once; the flags tell which fields count.
public struct CVTimeStamp: Hashable, Sendable {
    /// The structure's version, 0.
    public var version: UInt32
    /// Units per second of ``videoTime`` and ``videoRefreshPeriod``.
    public var videoTimeScale: Int32
    /// The start of a frame, in video time.
    public var videoTime: Int64
    /// The same moment in ticks of the host clock; see ``CVGetHostClockFrequency()``.
    public var hostTime: UInt64
    /// The device's rate divided by its nominal rate.
    public var rateScalar: Double
    /// The nominal time from frame to frame.
    public var videoRefreshPeriod: Int64
    /// The time code.
    public var smpteTime: CVSMPTETime
    /// ``CVTimeStampFlags``' bits.
    public var flags: UInt64
    /// Always 0.
    public var reserved: UInt64

    /// Creates a time stamp with all fields zero.
    public init() {
        self.init(
            version: 0,
            videoTimeScale: 0,
            videoTime: 0,
            hostTime: 0,
            rateScalar: 0,
            videoRefreshPeriod: 0,
            smpteTime: CVSMPTETime(),
            flags: 0,
            reserved: 0
        )
    }

    /// Creates a time stamp from its fields.
    public init(
        version: UInt32,
        videoTimeScale: Int32,
        videoTime: Int64,
        hostTime: UInt64,
        rateScalar: Double,
        videoRefreshPeriod: Int64,
        smpteTime: CVSMPTETime,
        flags: UInt64,
        reserved: UInt64
    ) {
        self.version = version
        self.videoTimeScale = videoTimeScale
        self.videoTime = videoTime
        self.hostTime = hostTime
        self.rateScalar = rateScalar
        self.videoRefreshPeriod = videoRefreshPeriod
        self.smpteTime = smpteTime
        self.flags = flags
        self.reserved = reserved
    }
}

/// Which fields of a ``CVTimeStamp`` count, and which field of an interlaced frame it belongs to.
public struct CVTimeStampFlags: OptionSet, Sendable {
    /// The flags' bits.
    public let rawValue: UInt64

    /// Creates flags from bits.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The video time counts.
    public static var videoTimeValid: CVTimeStampFlags { CVTimeStampFlags(rawValue: 1 << 0) }
    /// The host time counts.
    public static var hostTimeValid: CVTimeStampFlags { CVTimeStampFlags(rawValue: 1 << 1) }
    /// The time code counts.
    public static var smpteTimeValid: CVTimeStampFlags { CVTimeStampFlags(rawValue: 1 << 2) }
    /// The refresh period counts.
    public static var videoRefreshPeriodValid: CVTimeStampFlags { CVTimeStampFlags(rawValue: 1 << 3) }
    /// The rate counts.
    public static var rateScalarValid: CVTimeStampFlags { CVTimeStampFlags(rawValue: 1 << 4) }
    /// The top field.
    public static var topField: CVTimeStampFlags { CVTimeStampFlags(rawValue: 1 << 16) }
    /// The bottom field.
    public static var bottomField: CVTimeStampFlags { CVTimeStampFlags(rawValue: 1 << 17) }
    /// Video time and host time count.
    public static var videoHostTimeValid: CVTimeStampFlags { [.videoTimeValid, .hostTimeValid] }
    /// The frame is interlaced.
    public static var isInterlaced: CVTimeStampFlags { [.topField, .bottomField] }
}

/// A time code.
public struct CVSMPTETime: Hashable, Sendable {
    /// Subframes within the frame.
    public var subframes: Int16
    /// Subframes per frame.
    public var subframeDivisor: Int16
    /// Messages received.
    public var counter: UInt32
    /// ``CVSMPTETimeType``'s number.
    public var type: UInt32
    /// ``CVSMPTETimeFlags``' bits.
    public var flags: UInt32
    /// Hours.
    public var hours: Int16
    /// Minutes.
    public var minutes: Int16
    /// Seconds.
    public var seconds: Int16
    /// Frames.
    public var frames: Int16

    /// Creates a time code with all fields zero.
    public init() {
        self.init(
            subframes: 0,
            subframeDivisor: 0,
            counter: 0,
            type: 0,
            flags: 0,
            hours: 0,
            minutes: 0,
            seconds: 0,
            frames: 0
        )
    }

    /// Creates a time code from its fields.
    public init(
        subframes: Int16,
        subframeDivisor: Int16,
        counter: UInt32,
        type: UInt32,
        flags: UInt32,
        hours: Int16,
        minutes: Int16,
        seconds: Int16,
        frames: Int16
    ) {
        self.subframes = subframes
        self.subframeDivisor = subframeDivisor
        self.counter = counter
        self.type = type
        self.flags = flags
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
        self.frames = frames
    }
}

/// The frame rate of a time code.
public enum CVSMPTETimeType: UInt32, Sendable {
    /// 24 frames per second.
    case type24 = 0
    /// 25 frames per second.
    case type25 = 1
    /// 30 frames per second, numbers dropped.
    case type30Drop = 2
    /// 30 frames per second.
    case type30 = 3
    /// 29.97 frames per second.
    case type2997 = 4
    /// 29.97 frames per second, numbers dropped.
    case type2997Drop = 5
    /// 60 frames per second.
    case type60 = 6
    /// 59.94 frames per second.
    case type5994 = 7
}

/// The state of a time code.
public struct CVSMPTETimeFlags: OptionSet, Sendable {
    /// The flags' bits.
    public let rawValue: UInt32

    /// Creates flags from bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The time code is complete.
    public static var valid: CVSMPTETimeFlags { CVSMPTETimeFlags(rawValue: 1) }
    /// Time is running.
    public static var running: CVSMPTETimeFlags { CVSMPTETimeFlags(rawValue: 2) }
}

/// The time of the host clock, in ticks of ``CVGetHostClockFrequency()``: the kernel's monotonic clock, which stands
/// while the machine sleeps and never jumps.
@discardableResult
public func CVGetCurrentHostTime() -> UInt64 { mach_absolute_time() }

/// The host clock's ticks per second: they are nanoseconds.
@discardableResult
public func CVGetHostClockFrequency() -> Double {
    1_000_000_000
}

/// The smallest step of the host clock, in ticks.
@discardableResult
public func CVGetHostClockMinimumTimeDelta() -> UInt32 {
    1
}
