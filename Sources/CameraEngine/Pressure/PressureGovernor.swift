import CameraLifecycle

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
