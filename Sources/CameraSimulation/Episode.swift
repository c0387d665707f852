import CameraLifecycle
import SeededRandom

/// One run of a machine on a phone, with the rules checked after each event.
struct Episode<Machine: CameraDeciding>: Sendable {
    private var machine: Machine
    private var phone: PhoneModel
    private var generator: SeededGenerator
    private var eventQueue = EventQueue<PhoneModel.ScheduledEvent>()
    /// The present time; that of the violation once there is one.
    private(set) var now = CameraTime.zero
    private var rules: SimulationRules
    private let layers: Set<SimulationLayer>

    /// An episode has some hundred events. One of a machine with a bug that not all layers look for might go on for ever.
    private static var longest: Int { 20_000 }

    /// How many events the machine has handled.
    private(set) var handled = 0
    /// What was done to the phone so far.
    private(set) var applied: [ScheduledStimulus] = []
    /// The first rule that was broken.
    private(set) var violation: Violation?
    /// When the faults ended, if they have.
    private var healedAt: CameraTime?
    /// Until when the faults went on: when they ended, or a rule was broken before.
    var faultsEnd: CameraTime { healedAt ?? now }
    /// Told of everything that happens, for a person to read.
    var onLine: (@Sendable (_ time: CameraTime, _ line: String) -> Void)?

    init(machine: Machine, timing: CameraTiming, layers: Set<SimulationLayer>, seed: UInt64) {
        self.machine = machine
        self.layers = layers
        generator = SeededGenerator(seed: seed)
        let decided: [CameraPermission] = [.granted, .granted, .undecided, .denied]
        phone = PhoneModel(permission: decided[Int(generator.below(4))], timing: timing)
        rules = SimulationRules(timing: timing)
        // An engine knows at its start what was decided before.
        if phone.permission != .undecided { report(.permission(phone.permission)) }
    }

    /// Lets the stimuli happen in their order, then ends all faults and waits for the picture.
    ///
    /// - Parameter end: how long the faults go on at least.
    mutating func play(_ stimuli: [ScheduledStimulus], until end: CameraTime = .zero) {
        for scheduled in stimuli {
            advance(to: scheduled.time)
            guard violation == nil else { return }
            applied.append(scheduled)
            onLine?(now, "phone: \(scheduled.stimulus)")
            phone.apply(scheduled.stimulus, now, &eventQueue)
            if scheduled.stimulus == .clockGoesBack { rules.clockWentBack(now) }
        }
        advance(to: end)
        guard violation == nil else { return }
        recoverFully()
    }

    private mutating func recoverFully() {
        healedAt = now
        onLine?(now, "all faults end")
        phone.heal(now, &eventQueue)
        eventQueue.add(.event(.start), at: now)
        advance(to: now.after(milliseconds: rules.bound))
        // Someone who sees the error presses the button.
        if case .failed = machine.status {
            report(.restart)
            if case .failed = machine.status { record(.restartWithoutEffect, .ending) }
            advance(to: now.after(milliseconds: rules.bound))
        }
        if machine.status != .live || !phone.isDelivering { record(.notLiveAgain, .ending) }
        expectAllCameras()
        report(.stop)
        advance(to: now.after(milliseconds: rules.bound))
        if phone.hasInputs || phone.hasOutputs || phone.isRunning { record(.hardwareKept, .ending) }
        if phone.leaked > 0 { record(.hardwareLeaked, .ending) }
        if rules.owesRecording { record(.recordingLost, .ending) }
    }

    /// Who sees fewer cameras than are wanted asks again.
    private mutating func expectAllCameras() {
        guard violation == nil, phone.others.present != rules.wantedAdditionalCameras else { return }
        // What comes by itself waits for the end of a recording.
        report(.stopRecording)
        report(.cameraCount(1 + rules.wantedAdditionalCameras.count))
        advance(to: now.after(milliseconds: rules.bound))
        let present = phone.others.present
        if present != rules.wantedAdditionalCameras {
            let isMissed = !rules.wantedAdditionalCameras.isSubset(of: present)
            record(isMissed ? .additionalCameraForgotten : .additionalCameraKept, .ending)
        }
    }

    private mutating func advance(to time: CameraTime) {
        while violation == nil, handled < Self.longest, let next = eventQueue.nextTime, next <= time,
            let (due, happening) = eventQueue.next()
        {
            now = max(now, due)
            if let event = phone.happen(happening, now, &generator, &eventQueue) { report(event) }
        }
        now = max(now, time)
        if violation == nil { checkState() }
    }

    private mutating func report(_ event: CameraEvent) {
        guard violation == nil else { return }
        handled += 1
        rules.observe(event, now)
        onLine?(now, "  event: \(event)")
        for effect in machine.handle(event, now: now.shifted(by: phone.clockOffset)) {
            onLine?(now, "    effect: \(effect)")
            if let broken = rules.validate(effect, now) { record(broken, .decisions) }
            phone.perform(effect.shifted(by: -phone.clockOffset), now, &generator, &eventQueue)
        }
        if let broken = phone.violation { record(broken, .phone) }
        if violation == nil { checkState() }
    }

    private mutating func checkState() {
        if let broken = rules.check(machine.status, phone.visible, now) { record(broken, .state) }
    }

    private mutating func record(_ broken: Violation, _ layer: SimulationLayer) {
        guard violation == nil, layers.contains(layer) else { return }
        violation = broken
        onLine?(now, "broken: \(broken.explanation)")
    }
}

extension CameraTime {
    fileprivate func shifted(by nanoseconds: Int64) -> CameraTime {
        CameraTime(nanoseconds: self.nanoseconds + nanoseconds)
    }
}

extension CameraEffect {
    /// The same on a clock that differs by so many nanoseconds.
    fileprivate func shifted(by nanoseconds: Int64) -> CameraEffect {
        guard case .setTimer(let timer, let time) = self else { return self }
        return .setTimer(timer, time.shifted(by: nanoseconds))
    }
}
