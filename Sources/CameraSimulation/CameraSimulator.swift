import CameraLifecycle
import SeededRandom

/// Something that decides like `CameraStateMachine`: the machine itself, or one with a known bug in it.
public protocol CameraDeciding: Sendable {
    /// Takes an event, and answers what has to be done.
    mutating func handle(_ event: CameraEvent, now: CameraTime) -> [CameraEffect]
    /// What the user sees.
    var status: CameraStatus { get }
}

extension CameraStateMachine: CameraDeciding {}

/// What the simulator lets happen, and when.
public struct ScheduledStimulus: Sendable, Hashable {
    /// When.
    public var time: CameraTime
    /// What.
    public var stimulus: PhoneStimulus
}

/// A broken rule, with all that is needed to see it again.
public struct SimulationFailure: Sendable, Hashable {
    /// The rule.
    public var violation: Violation
    /// How many events had been handled.
    public var events: Int
    /// What had been done to the phone in the episode.
    public var stimuli: [ScheduledStimulus]
    /// The episode's number.
    public var episode: Int
    /// Until when the faults went on, in the episode's time: with fewer stimuli the episode is only the same with the same end.
    public var faultsEnd: CameraTime
}

/// Lets users, apps and hardware do everything to a camera, in every order, and checks the rules after each event.
///
/// Time is the simulation's; nothing waits. The same seed gives the same run. A run consists of episodes: a fresh camera,
/// some dozens of stimuli, then the end of all faults, after which the picture has to come back.
public struct CameraSimulator<Machine: CameraDeciding>: Sendable {
    private let makeMachine: @Sendable () -> Machine
    private let timing: CameraTiming
    private let layers: Set<SimulationLayer>

    /// - Parameters:
    ///   - timing: the machine's; bounds are derived from it.
    ///   - layers: what is looked at; what only the others would find goes on unnoticed.
    ///   - makeMachine: makes the machine of an episode.
    public init(
        timing: CameraTiming = CameraTiming(),
        layers: Set<SimulationLayer> = Set(SimulationLayer.allCases),
        makeMachine: @escaping @Sendable () -> Machine
    ) {
        self.timing = timing
        self.layers = layers
        self.makeMachine = makeMachine
    }

    /// Plays one episode of a seed's again, and tells everything that happens in it.
    ///
    /// - Parameters:
    ///   - seed: the run's seed.
    ///   - episode: the episode's number.
    ///   - onLine: told of each stimulus, event and effect.
    /// - Returns: the rule that it breaks.
    public func replay(
        seed: UInt64,
        episode: Int,
        onLine: @escaping @Sendable (_ time: CameraTime, _ line: String) -> Void
    ) -> Violation? {
        var run = makeEpisode(seed: seed, number: episode)
        run.onLine = onLine
        run.play(Self.stimuli(seed: seed, episode: episode))
        return run.violation
    }

    private func makeEpisode(seed: UInt64, number: Int) -> Episode<Machine> {
        Episode(machine: makeMachine(), timing: timing, layers: layers, seed: seed &+ UInt64(number) &* 0x1000_0001)
    }

    /// Runs episodes until so many events were handled, or a rule is broken.
    ///
    /// - Returns: the number of events handled, and the failure if there was one.
    public func run(seed: UInt64, events: Int) -> (events: Int, failure: SimulationFailure?) {
        var handled = 0
        var episode = 0
        while handled < events {
            var run = makeEpisode(seed: seed, number: episode)
            run.play(Self.stimuli(seed: seed, episode: episode))
            handled += run.handled
            if let violation = run.violation {
                let failure = SimulationFailure(
                    violation: violation,
                    events: handled,
                    stimuli: run.applied,
                    episode: episode,
                    faultsEnd: run.faultsEnd
                )
                return (handled, failure)
            }
            episode += 1
        }
        return (handled, nil)
    }

    /// Plays a failure's episode again, with some of its stimuli.
    ///
    /// - Returns: the rule that it breaks.
    public func play(_ stimuli: [ScheduledStimulus], of failure: SimulationFailure, seed: UInt64) -> Violation? {
        var run = makeEpisode(seed: seed, number: failure.episode)
        run.play(stimuli, until: failure.faultsEnd)
        return run.violation
    }

    /// The fewest of a failure's stimuli that break the same rule: leaves out one after the other as long as it still does.
    public func minimize(_ failure: SimulationFailure, seed: UInt64) -> [ScheduledStimulus] {
        var stimuli = failure.stimuli
        var length = max(stimuli.count / 2, 1)
        while true {
            var start = 0
            var hasShrunk = false
            while start < stimuli.count {
                var fewer = stimuli
                fewer.removeSubrange(start..<min(start + length, stimuli.count))
                if play(fewer, of: failure, seed: seed) == failure.violation {
                    stimuli = fewer
                    hasShrunk = true
                } else {
                    start += length
                }
            }
            if length == 1, !hasShrunk { return stimuli }
            length = max(length / 2, 1)
        }
    }

    /// The stimuli of an episode: mostly someone who wants the camera, with anything in between.
    package static func stimuli(seed: UInt64, episode: Int) -> [ScheduledStimulus] {
        var generator = SeededGenerator(seed: seed ^ (UInt64(episode) &* 0x9e37_79b9))
        let all = PhoneStimulus.allCases
        var time = CameraTime.zero
        let count = 4 + Int(generator.below(60))
        // Some episodes are hasty, some slow: what matters may be milliseconds or many seconds apart.
        let pace: UInt32 = [30, 300, 3_000, 12_000][Int(generator.below(4))]
        return (0..<count).map { _ in
            time = time.after(milliseconds: Int64(generator.below(pace)))
            let wantsCamera = generator.happens(perMille: 250)
            let wantsMovie = generator.happens(perMille: 120)
            let wantsSeveral = generator.happens(perMille: 60)
            let stimulus: PhoneStimulus =
                if wantsCamera {
                    .start
                } else if wantsMovie {
                    .record
                } else if wantsSeveral {
                    .wantCameras(2 + Int(generator.below(2)))
                } else {
                    all[Int(generator.below(UInt32(all.count)))]
                }
            return ScheduledStimulus(time: time, stimulus: stimulus)
        }
    }
}

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

/// What is going to happen, earliest first; things of the same moment in the order in which they were entered.
struct EventQueue<Item: Sendable>: Sendable {
    private struct Entry {
        var time: CameraTime
        var order: UInt64
        var item: Item

        func comes(before other: Entry) -> Bool {
            time == other.time ? order < other.order : time < other.time
        }
    }

    /// A binary heap.
    private var entries: [Entry] = []
    private var entered: UInt64 = 0

    /// When the next item is due.
    var nextTime: CameraTime? { entries.first?.time }

    /// Enters an item.
    mutating func add(_ item: Item, at time: CameraTime) {
        entries.append(Entry(time: time, order: entered, item: item))
        entered += 1
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].comes(before: entries[parent]) else { break }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the next item.
    mutating func next() -> (time: CameraTime, item: Item)? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return (first.time, first.item)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            let left = parent * 2 + 1
            guard left < entries.count else { return }
            let right = left + 1
            let child = right < entries.count && entries[right].comes(before: entries[left]) ? right : left
            guard entries[child].comes(before: entries[parent]) else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }
}

extension SeededGenerator {
    /// A number from zero up to, not including, `bound`.
    mutating func below(_ bound: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
    }

    /// True in so many cases out of a thousand.
    mutating func happens(perMille: UInt32) -> Bool {
        below(1_000) < perMille
    }
}
