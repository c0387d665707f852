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
