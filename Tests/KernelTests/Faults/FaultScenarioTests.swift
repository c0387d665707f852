import FaultScenarios
import Testing

extension KernelTests {
    /// Each fault injected in a real driver of the kernel's, and in the simulated camera: a client of the capture API sees
    /// the same, and it is what the documents say.
    @Suite("Faults, as a client sees them")
    struct FaultScenarioTests {
        @Test("vivid: the kernel's trace is the simulated one is the documented one", arguments: onVivid)
        func vivid(scenario: FaultScenario) throws {
            try compare(scenario) { try VividFaultRig() }
        }

        @Test("uvcvideo: the kernel's trace is the simulated one is the documented one", arguments: onUSB)
        func uvcvideo(scenario: FaultScenario) throws {
            try compare(scenario) { try USBFaultRig() }
        }

        private static let onVivid = FaultScenario.all.filter { $0.bus == .platform }
        private static let onUSB = FaultScenario.all.filter { $0.bus == .usb }

        /// So often a scenario is played when frames are lost that should not be: a busy machine does that now and then,
        /// a flaw each time.
        private static let attempts = 10

        private func compare(_ scenario: FaultScenario, _ rig: () throws -> some FaultRig) throws {
            var real = try scenario.play(on: rig())
            for _ in 1..<Self.attempts where real != scenario.expectation {
                guard real.withoutDrops == scenario.expectation.withoutDrops else { break }
                real = try scenario.play(on: rig())
            }
            let simulated = try scenario.play(on: SimulatedFaultRig(for: scenario))
            #expect(real == simulated)
            #expect(real == scenario.expectation, "\(scenario.source)")
        }
    }
}
