import CameraLifecycle
import CameraSimulation
import Foundation

/// Plays ten million events of the simulator's, as `pinhole simulate` does. A program of its own, because it is built optimized
/// for the tests, in a quarter of a minute: it needs the decisions and the simulator alone, and a debug build of them plays
/// twenty times fewer events a second.
@main
enum SimulatorRun {
    private static let seed: UInt64 = 1
    private static let events = 10_000_000

    static func main() {
        let simulator = CameraSimulator { CameraStateMachine() }
        let (handled, failure) = simulator.run(seed: seed, events: events)
        guard let failure else {
            print("\(handled) events, no rule broken. Seed \(seed).")
            return
        }
        print("error: \(failure.violation.explanation), after \(failure.events) events.")
        print("See it happen: pinhole simulate --seed \(seed) --episode \(failure.episode)")
        exit(1)
    }
}
