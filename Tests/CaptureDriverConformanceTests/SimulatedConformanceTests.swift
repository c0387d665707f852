import CaptureDriverConformance
import Testing

@Suite("The simulated driver conforms")
struct SimulatedConformanceTests {
    @Test(
        "To the checks of any camera, with every camera",
        arguments: ConformanceCheck.commonChecks,
        SimulatedSubject.all
    )
    func conforms(_ check: ConformanceCheck, _ subject: SimulatedSubject) throws {
        let subject = try subject.make()
        #expect(check.applies(to: subject))
        try check.run(on: subject)
    }

    @Test(
        "To the checks of depth, with every camera that has a sensor for it",
        arguments: ConformanceCheck.depthChecks,
        SimulatedSubject.depthCameras
    )
    func conformsInDepth(_ check: ConformanceCheck, _ subject: SimulatedSubject) throws {
        let subject = try subject.make()
        #expect(check.applies(to: subject))
        try check.run(on: subject)
    }
}
