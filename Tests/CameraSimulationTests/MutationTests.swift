import CameraLifecycle
import CameraSimulation
import Testing

@Suite("Known bugs that the simulator must catch")
struct MutationTests {
    @Test("R-LIFE: each known bug breaks a rule", arguments: Mutation.allCases)
    func caught(_ mutation: Mutation) throws {
        let simulator = CameraSimulator { Mutant(mutation) }
        let (events, failure) = simulator.run(seed: 1, events: 800_000)
        let caught = try #require(failure, "\(mutation.rawValue) was not caught in \(events) events")
        let fewest = simulator.minimize(caught, seed: 1)
        #expect(simulator.play(caught.stimuli, of: caught, seed: 1) == caught.violation, "an episode is the same again")
        #expect(simulator.play(fewest, of: caught, seed: 1) == caught.violation)
        #expect(fewest.count <= caught.stimuli.count)
        print("\(mutation.rawValue): \(caught.violation.rawValue) after \(events) events,", "\(fewest.count) stimuli")
    }

    @Test(
        "The machine itself breaks none, with one kind of session or, as most apps have them, with two",
        arguments: [true, false]
    )
    func sound(keepsMultiCamSession: Bool) {
        let simulator = CameraSimulator { CameraStateMachine(keepsMultiCamSession: keepsMultiCamSession) }
        let (events, failure) = simulator.run(seed: 1, events: 500_000)
        #expect(events >= 500_000)
        #expect(failure == nil)
    }
}
