import CaptureDriver
import FaultScenarios
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    /// Every fault of the menu on the simulated camera, as a client of the capture API sees it.
    ///
    /// The expectations name the documents they come from (`FaultScenario.source`). The kernel's drivers are held to the
    /// same ones.
    @Suite("Faults, as a client sees them")
    struct FaultScenarioTests {
        @Test("S-130, S-1, S-86, S-51, S-57: the documented trace", arguments: FaultScenario.all)
        func trace(scenario: FaultScenario) throws {
            let trace = try scenario.play(on: SimulatedFaultRig(for: scenario))
            #expect(trace == scenario.expectation, "\(scenario.source)")
        }

        @Test("Every fault that a rig can inject is on the simulated menu, under the same name")
        func menu() {
            let missing = InjectedFault.allCases.map(\.rawValue).filter { !SimulatedFault.names.contains($0) }
            #expect(missing.isEmpty)
        }

        @Test("Every fault that a rig can inject has a scenario")
        func coverage() {
            let played = Set(FaultScenario.all.flatMap(\.faults))
            #expect(played == Set(InjectedFault.allCases))
        }
    }
}
