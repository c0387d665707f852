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
