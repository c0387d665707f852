@preconcurrency import AVFoundation
import CameraLifecycle

/// How hard heat and power press on the camera in use, and what is done about it.
public struct CameraPressure: Sendable, Hashable, Codable {
    /// How strong the pressure is; Apple's levels.
    public enum Level: String, Sendable, Hashable, Codable, Comparable, CaseIterable {
        /// All is well.
        case nominal
        /// Slightly raised.
        case fair
        /// Raised; fewer frames are taken.
        case serious
        /// Strongly raised; still fewer frames are taken.
        case critical
        /// Too high; the camera stops until it has cooled down.
        case shutdown

        /// The cooler level is the lesser one.
        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        /// The next cooler level; `nil` where there is none.
        var lower: Level? { rank > 0 ? Self.allCases[rank - 1] : nil }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        /// The system's level; a level of a later system is taken for a critical one.
        init(_ level: AVCaptureDevice.SystemPressureState.Level) {
            switch level {
            case .nominal: self = .nominal
            case .fair: self = .fair
            case .serious: self = .serious
            case .shutdown: self = .shutdown
            default: self = .critical
            }
        }
    }

    /// How strong the pressure is now.
    public var level: Level
    /// How many frames a second the camera takes because of it; `nil` for as many as it takes by itself.
    ///
    /// It stays for a while after the pressure has fallen, and a camera that has no lower rate has no limit.
    public var frameRateLimit: Double?

    /// A pressure.
    public init(level: Level = .nominal, frameRateLimit: Double? = nil) {
        self.level = level
        self.frameRateLimit = frameRateLimit
    }
}

/// Decides what is done about heat and power, level by level (R-MULTI-5): fewer frames at `serious`, still fewer at `critical`,
/// none at `shutdown`. More is done at once, less one level at a time, and only after the pressure has been lower for a while:
/// a camera that goes back to work at once is hot again at once.
///
/// ```
///              rises: at once, to the level that is reported
///   nominal ─────▶ fair ─────▶ serious ─────▶ critical ─────▶ shutdown
///      ▲            │ ▲           │ ▲            │ ▲              │
///      └────────────┘ └───────────┘ └────────────┘ └──────────────┘
///              falls: one level, each after `calm` without more pressure than that
/// ```
struct PressureGovernor: Sendable {
    /// What to do.
    enum Effect: Sendable, Hashable {
        /// Tell the log what is reported, and what is being done about it.
        case log(reported: CameraPressure.Level, inForce: CameraPressure.Level)
        /// Take at most so many frames a second; `nil` for as many as the camera takes by itself.
        case limit(Double?)
        /// Stop the camera, and keep it stopped.
        case stop
        /// Let it run again.
        case resume
        /// Check the level again at this time, in the place of the time that was set before.
        case check(CameraTime)
        /// There is no need to check any more.
        case stopChecking
    }

    /// How long the pressure has to be lower before less is done about it, in milliseconds.
    let calm: Int64
    /// What is being done is what this level asks for.
    private(set) var inForce = CameraPressure.Level.nominal
    /// What was reported last.
    private(set) var reported = CameraPressure.Level.nominal
    private var checksAt: CameraTime?

    /// - Parameter calm: how long the pressure has to be lower before less is done about it, in milliseconds.
    init(calm: Int64 = 10_000) {
        self.calm = calm
    }

    /// The most frames a second at a level; `nil` for no limit.
    static func frameRateLimit(at level: CameraPressure.Level) -> Double? {
        switch level {
        case .nominal, .fair: nil
        case .serious: 20
        case .critical, .shutdown: 15
        }
    }

    /// Takes the level that is reported.
    mutating func receive(_ level: CameraPressure.Level, now: CameraTime) -> [Effect] {
        guard level != reported else { return [] }
        reported = level
        var effects: [Effect] = []
        if level > inForce {
            effects += enter(level)
        } else {
            effects.append(.log(reported: level, inForce: inForce))
        }
        return effects + plan(now, isNew: true)
    }

    /// Time to check: takes the level as it is now.
    mutating func update(_ level: CameraPressure.Level, now: CameraTime) -> [Effect] {
        guard let time = checksAt, time <= now else { return receive(level, now: now) }
        checksAt = nil
        // A level that was not reported in between begins its time now.
        guard level == reported else { return receive(level, now: now) + plan(now, isNew: false) }
        var effects: [Effect] = []
        if level < inForce, let lower = inForce.lower {
            effects += enter(lower)
        }
        return effects + plan(now, isNew: true)
    }

    /// Another camera is in use, or none: begins anew.
    mutating func reset() -> [Effect] {
        var effects = inForce == .nominal ? [] : enter(.nominal)
        if checksAt != nil { effects.append(.stopChecking) }
        self = PressureGovernor(calm: calm)
        return effects
    }

    private mutating func enter(_ level: CameraPressure.Level) -> [Effect] {
        let former = inForce
        inForce = level
        var effects = [Effect.log(reported: reported, inForce: level)]
        let limit = Self.frameRateLimit(at: level)
        if limit != Self.frameRateLimit(at: former) { effects.append(.limit(limit)) }
        if level == .shutdown { effects.append(.stop) }
        if former == .shutdown { effects.append(.resume) }
        return effects
    }

    /// Something has to be looked at later as long as more is done than what is reported asks for, and as long as the camera is
    /// stopped: a camera that is not used may not report that it has cooled down.
    private mutating func plan(_ now: CameraTime, isNew: Bool) -> [Effect] {
        guard reported < inForce || inForce == .shutdown else {
            guard checksAt != nil else { return [] }
            checksAt = nil
            return [.stopChecking]
        }
        guard isNew || checksAt == nil else { return [] }
        let time = now.after(milliseconds: calm)
        checksAt = time
        return [.check(time)]
    }
}

/// Sets how many frames a camera takes in a second. Its owner uses it on the session's queue.
struct FrameRateLimiter {
    let device: AVCaptureDevice

    /// Limits the rate, as far as the camera's format can, or ends that.
    ///
    /// - Parameter limit: frames a second; `nil` for as many as the format has by itself.
    /// - Returns: the rate that is in force because of it; `nil` if there is none, also when the camera cannot take fewer frames.
    /// - Throws: what `lockForConfiguration()` throws.
    func limit(to limit: Double?) throws -> Double? {
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        guard let limit, let rate = rate(atMost: limit) else {
            device.activeVideoMinFrameDuration = .invalid
            device.activeVideoMaxFrameDuration = .invalid
            return nil
        }
        set(rate.duration)
        return rate.value
    }

    /// Has the camera take so many frames a second, or as many as its format comes close to that from below.
    ///
    /// - Returns: how long each takes; invalid if the format has no such rate, which then stays as it is.
    /// - Throws: what `lockForConfiguration()` throws.
    @discardableResult
    func lock(to limit: Double) throws -> CMTime {
        guard let rate = closest(to: limit) else { return .invalid }
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        set(rate.duration)
        return rate.duration
    }

    private func set(_ duration: CMTime) {
        // A camera that has it already is left alone: its picture need not falter.
        let isSet = [device.activeVideoMinFrameDuration, device.activeVideoMaxFrameDuration].allSatisfy {
            $0 == duration
        }
        guard !isSet else { return }
        // In an order in which the shortest frame is never longer than the longest.
        if duration > device.activeVideoMaxFrameDuration {
            device.activeVideoMaxFrameDuration = duration
            device.activeVideoMinFrameDuration = duration
        } else {
            device.activeVideoMinFrameDuration = duration
            device.activeVideoMaxFrameDuration = duration
        }
    }

    /// The highest rate of the format's that is not above the limit; `nil` if all are, or none.
    private func rate(atMost limit: Double) -> (value: Double, duration: CMTime)? {
        guard device.activeFormat.videoSupportedFrameRateRanges.contains(where: { $0.maxFrameRate > limit }) else {
            return nil
        }
        return closest(to: limit)
    }

    private func closest(to limit: Double) -> (value: Double, duration: CMTime)? {
        let rates = device.activeFormat.videoSupportedFrameRateRanges.compactMap { range -> (Double, CMTime)? in
            // A rate as the kernel tells it may be a little off.
            if range.maxFrameRate <= limit + 0.5 { return (range.maxFrameRate, range.minFrameDuration) }
            guard range.minFrameRate <= limit else { return nil }
            return (limit, CMTime(value: 1, timescale: CMTimeScale(limit.rounded())))
        }
        return rates.max { $0.0 < $1.0 }
    }
}
