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
