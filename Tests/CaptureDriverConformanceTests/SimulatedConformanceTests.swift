import CaptureDriverConformance
import Testing

@Suite("The simulated driver conforms")
struct SimulatedConformanceTests {
    @Test("To every check, with every camera", arguments: ConformanceCheck.allCases, SimulatedSubject.all)
    func conforms(_ check: ConformanceCheck, _ subject: SimulatedSubject) throws {
        let subject = try subject.make()
        #expect(check.applies(to: subject))
        try check.run(on: subject)
    }
}
