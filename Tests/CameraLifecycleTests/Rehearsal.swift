import CameraLifecycle
import CameraMutants

/// A camera engine's surroundings by hand: tells the machine what happens and answers what it asks for.
struct Rehearsal {
    private(set) var machine: any RehearsedMachine
    private(set) var effects: [CameraEffect] = []
    private(set) var now = CameraTime.zero
    private var timers: [CameraTimer: CameraTime] = [:]

    init(timing: CameraTiming = CameraTiming(), permission: CameraPermission? = .granted) {
        machine = Mutation.rehearsedMachine(timing: timing)
        if let permission { tell(.permission(permission)) }
    }

    var status: CameraStatus { machine.status }

    /// Tells an event, and keeps the effects that it has, and no older ones.
    mutating func tell(_ event: CameraEvent) {
        effects = machine.handle(event, now: now)
        for effect in effects {
            switch effect {
            case .setTimer(let timer, let time): timers[timer] = time
            case .cancelTimer(let timer): timers[timer] = nil
            default: break
            }
        }
    }

    /// Lets time pass, with the timers that are due meanwhile.
    mutating func wait(milliseconds: Int64) {
        let end = now.after(milliseconds: milliseconds)
        while let (timer, due) = timers.min(by: { $0.value < $1.value }), due <= end {
            timers[timer] = nil
            now = max(now, due)
            tell(.timer(timer))
        }
        now = end
    }

    // MARK: Answers to the latest operation

    /// The ticket of the configuration that was just asked for.
    var configuration: CameraTicket? {
        effects.lazy.compactMap { effect in
            if case .configure(let ticket, .all, .leading) = effect { ticket } else { nil }
        }.first
    }

    /// The ticket of the start that was just asked for.
    var start: CameraTicket? {
        effects.lazy.compactMap { effect in if case .start(let ticket) = effect { ticket } else { nil } }.first
    }

    /// The ticket of the whole teardown that was just asked for.
    var teardown: CameraTicket? {
        effects.lazy.compactMap { effect in
            if case .tearDown(let ticket, .all) = effect { ticket } else { nil }
        }.first
    }

    /// The ticket of the frame that is waited for.
    var awaited: CameraTicket? {
        effects.lazy.compactMap { effect in if case .awaitFrame(let ticket) = effect { ticket } else { nil } }.first
    }

    /// Answers everything with success until frames come, or nothing more is asked for.
    mutating func succeed() {
        while true {
            if let ticket = configuration {
                tell(.configured(ticket))
            } else if let ticket = start {
                tell(.started(ticket, isRunning: true, isInterrupted: false))
            } else if let ticket = teardown {
                tell(.tornDown(ticket))
            } else if let ticket = awaited {
                tell(.firstFrame(ticket))
            } else {
                return
            }
        }
    }

    /// A camera that shows its picture.
    static func live(timing: CameraTiming = CameraTiming()) -> Rehearsal {
        var rehearsal = Rehearsal(timing: timing)
        rehearsal.tell(.start)
        rehearsal.succeed()
        return rehearsal
    }
}
