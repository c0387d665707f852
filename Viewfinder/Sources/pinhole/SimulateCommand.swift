import ArgumentParser
import CameraLifecycle
import CameraSimulation
import Foundation

/// `pinhole simulate`.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Try the camera engine's decisions on a simulated phone, with everything that can go wrong.",
        discussion: """
            Plays episodes: a user who wants the camera, and calls, heat, other apps, pulled plugs, dying media services, \
            hanging and failing calls, in every order, seconds or milliseconds apart. After each event all rules are \
            checked, for instance that no stop of the user's is undone and that the picture returns once all faults are over.

            The same seed gives the same run. When a rule is broken, the fewest events that break it are printed with the \
            command that shows the episode again, and the exit status is 1.
            """
    )

    @Option(help: "What the random numbers start from.")
    var seed: UInt64 = 1

    @Option(help: "How many events to play at least.")
    var events = 10_000_000

    @Option(help: "Play only this episode of the seed's, and tell everything that happens in it.")
    var episode: Int?

    func validate() throws {
        guard events > 0 else { throw ValidationError("--events is a number greater than zero.") }
        if let episode, episode < 0 { throw ValidationError("--episode is a number from zero on.") }
    }

    func run() throws {
        let simulator = CameraSimulator { CameraStateMachine() }
        if let episode {
            let violation = simulator.replay(seed: seed, episode: episode) { time, line in
                print(Self.seconds(time), line)
            }
            if violation != nil { throw ExitCode(1) }
            print("Episode \(episode) of seed \(seed) breaks no rule.")
            return
        }
        let clock = ContinuousClock()
        let start = clock.now
        let (handled, failure) = simulator.run(seed: seed, events: events)
        let elapsed = start.duration(to: clock.now) / .seconds(1)
        if let failure {
            report(failure, simulator)
            throw ExitCode(1)
        }
        let rate = Int(Double(handled) / max(elapsed, 1e-9))
        print(
            "\(handled) events in \(String(format: "%.2f", elapsed)) s (\(rate) a second), no rule broken. Seed \(seed)."
        )
    }

    private func report(_ failure: SimulationFailure, _ simulator: CameraSimulator<CameraStateMachine>) {
        print("Broken: \(failure.violation.explanation), after \(failure.events) events with seed \(seed).")
        print("The fewest things that have to happen for it:")
        for scheduled in simulator.minimize(failure, seed: seed) {
            print("  \(Self.seconds(scheduled.time)) \(scheduled.stimulus)")
        }
        print("See it happen: pinhole simulate --seed \(seed) --episode \(failure.episode)")
    }

    private static func seconds(_ time: CameraTime) -> String {
        String(format: "%9.3f s", Double(time.nanoseconds) / 1e9)
    }
}
