/// What is to be done about an event: collects effects, numbers operations, and knows which timers are set.
struct EffectCollector: Sendable {
    private let timing: CameraTiming
    /// When the event is that is being dealt with.
    private(set) var now = CameraTime.zero
    private var effects: [CameraEffect] = []
    private var deadlines = [CameraTime?](repeating: nil, count: CameraTimer.allCases.count)
    private var lastTicket: UInt32 = 0

    /// - Parameter timing: how long each timer takes.
    init(timing: CameraTiming) {
        self.timing = timing
    }

    /// An event is dealt with from now on.
    ///
    /// - Returns: by how much the clock has gone back since the event before, if it has. Timers that are set then wait as long
    ///   as they would have waited.
    mutating func begin(_ now: CameraTime) -> CameraTime? {
        defer { self.now = now }
        guard now < self.now, lastTicket > 0 else { return nil }
        let jump = CameraTime(nanoseconds: self.now.nanoseconds &- now.nanoseconds)
        for timer in CameraTimer.allCases {
            guard let deadline = deadlines[Int(timer.rawValue)] else { continue }
            set(timer, deadline.before(jump))
        }
        return jump
    }

    /// Has something done, after what was said before.
    mutating func add(_ effect: CameraEffect) {
        effects.append(effect)
    }

    /// A number that no operation has had.
    mutating func nextTicket() -> CameraTicket {
        lastTicket &+= 1
        return CameraTicket(number: lastTicket)
    }

    /// Has an operation of the session's done, which is to be answered in time.
    ///
    /// - Returns: the ticket of the answer.
    mutating func operate(_ operation: (CameraTicket) -> CameraEffect) -> CameraTicket {
        let ticket = nextTicket()
        add(operation(ticket))
        set(.answer)
        return ticket
    }

    /// Sets a timer for its usual time from now, in the place of the one of its kind.
    mutating func set(_ timer: CameraTimer) {
        set(timer, now.after(milliseconds: timing.duration(of: timer)))
    }

    /// Sets a timer, in the place of the one of its kind.
    mutating func set(_ timer: CameraTimer, _ deadline: CameraTime) {
        deadlines[Int(timer.rawValue)] = deadline
        add(.setTimer(timer, deadline))
    }

    /// Puts a timer away, if it is set.
    mutating func cancel(_ timer: CameraTimer) {
        guard deadlines[Int(timer.rawValue)] != nil else { return }
        deadlines[Int(timer.rawValue)] = nil
        add(.cancelTimer(timer))
    }

    /// Whether a timer that rings is meant: it is set, and its time has come. Then it is not set any more. One that rings too
    /// early, because the clock went back, is set again.
    mutating func removeDue(_ timer: CameraTimer) -> Bool {
        guard let deadline = deadlines[Int(timer.rawValue)] else { return false }
        guard deadline <= now else {
            set(timer, deadline)
            return false
        }
        deadlines[Int(timer.rawValue)] = nil
        return true
    }

    /// All that is to be done; afterwards nothing is.
    mutating func drainEffects() -> [CameraEffect] {
        defer { effects.removeAll() }
        return effects
    }
}
