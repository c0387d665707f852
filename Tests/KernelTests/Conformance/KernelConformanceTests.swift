import CaptureDriverConformance
import Testing

extension KernelTests {
    @Suite("The driver of the kernel's cameras conforms")
    struct Conformance {
        @Test("To every check, with every camera", arguments: KernelSubject.allCases, ConformanceCheck.allCases)
        func conforms(_ subject: KernelSubject, _ check: ConformanceCheck) throws {
            let time = try ContinuousClock().measure { try subject.examine { try check.run(on: $0) } }
            print("\(subject) \(check): \(time)")
        }
    }
}
