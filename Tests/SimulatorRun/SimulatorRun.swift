import CameraLifecycle
import CameraMutants
import CameraSimulation
import Foundation

/// Plays millions of events of the simulator's, as `pinhole simulate` does: with the state machine, which may break no rule, and
/// with each of its known bugs, which has to break one. A program of its own, because it is built optimized for the tests, in a
/// quarter of a minute: it needs the decisions and the simulator alone, and a debug build of them plays twenty times fewer
/// events a second.
///
/// `simulator-run --mutants [TEST-PROGRAM]` tells instead which layer of tests finds which bug (``MutantTable``).
@main
enum SimulatorRun {
    private static let seed: UInt64 = 1
    private static let events = 10_000_000
    /// Within so many events each known bug is caught.
    private static let eventsOfMutant = 800_000

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case (nil, _): checkAll()
        case ("--mutants", ...2):
            let tests = arguments.dropFirst().first.map { LifecycleTests(program: $0) }
            exit(MutantTable(seed: seed, events: eventsOfMutant, tests: tests).print() ? 0 : 1)
        default:
            print("usage: simulator-run [--mutants [TEST-PROGRAM]], where the program has CameraLifecycleTests")
            exit(2)
        }
    }

    private static func checkAll() {
        // With two kinds of session, as most apps have them, and with one for any number of cameras.
        let areSound = [false, true].allSatisfy { isSound(keepsMultiCamSession: $0) }
        let missed = Mutation.allCases.filter { !isCaught($0) }
        print("\(Mutation.allCases.count - missed.count) of \(Mutation.allCases.count) known bugs were caught.")
        if !areSound || !missed.isEmpty { exit(1) }
    }

    private static func isSound(keepsMultiCamSession: Bool) -> Bool {
        let simulator = CameraSimulator { CameraStateMachine(keepsMultiCamSession: keepsMultiCamSession) }
        let (handled, failure) = simulator.run(seed: seed, events: events)
        guard let failure else {
            print("\(handled) events, no rule broken. Seed \(seed).")
            return true
        }
        print("error: \(failure.violation.explanation), after \(failure.events) events.")
        print("See it happen: pinhole simulate --seed \(seed) --episode \(failure.episode)")
        return false
    }

    /// Whether a known bug breaks a rule, in an episode that is the same when it is played again, and with fewer stimuli.
    private static func isCaught(_ mutation: Mutation) -> Bool {
        let simulator = CameraSimulator { Mutant(mutation) }
        let (handled, failure) = simulator.run(seed: seed, events: eventsOfMutant)
        guard let failure else {
            print("error: \(mutation.rawValue) was not caught in \(handled) events.")
            return false
        }
        let fewest = simulator.minimize(failure, seed: seed)
        let again = [failure.stimuli, fewest].map { simulator.play($0, of: failure, seed: seed) }
        guard again.allSatisfy({ $0 == failure.violation }), fewest.count <= failure.stimuli.count else {
            print("error: \(mutation.rawValue) broke \(failure.violation.rawValue), and played again \(again).")
            return false
        }
        print("\(mutation.rawValue): \(failure.violation.rawValue) after \(handled) events, \(fewest.count) stimuli")
        return true
    }
}
