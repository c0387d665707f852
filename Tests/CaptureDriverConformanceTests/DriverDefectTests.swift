import CaptureDriver
import CaptureDriverConformance
import Testing

/// A suite that cannot fail proves nothing.
@Suite("Defective drivers are caught")
struct DriverDefectTests {
    @Test("By the check that is meant for the defect", arguments: DriverDefect.allCases)
    func caught(_ defect: DriverDefect) throws {
        let subject = try SimulatedSubject.any(for: defect.check).make { DefectiveDriver($0, $1, defect) }
        let failure = #expect(throws: ConformanceFailure.self) { try defect.check.run(on: subject) }
        #expect(failure?.check == defect.check)
        #expect(failure?.findings.isEmpty == false)
    }

    @Test("Without a defect the same driver passes", arguments: ConformanceCheck.allCases)
    func innocent(_ check: ConformanceCheck) throws {
        try check.run(on: try SimulatedSubject.any(for: check).make { DefectiveDriver($0, $1, nil) })
    }

    @Test("There is a flaw for every check")
    func coverage() {
        #expect(Set(DriverDefect.allCases.map(\.check)) == Set(ConformanceCheck.allCases))
    }

    @Test("What a subject cannot do is not asked of it")
    func applicability() throws {
        var subject = try SimulatedSubject.webcam.make()
        #expect(subject.checks == ConformanceCheck.commonChecks)
        subject.plug = nil
        subject.occupyElsewhere = nil
        let left = Set(ConformanceCheck.commonChecks).subtracting(subject.checks)
        #expect(left == [.unplugWhileStreaming, .unplugWhileIdle, .observerCancellation, .useElsewhere])
        try ConformanceCheck.useElsewhere.run(on: subject)
        #expect(try SimulatedSubject.depthCameras[0].make().checks == ConformanceCheck.allCases)
    }

    @Test("A failure tells which check, whose, and what, in words")
    func words() throws {
        let subject = try SimulatedSubject.webcam.make { DefectiveDriver($0, $1, .repeatsNumbers) }
        let failure = try #require(
            #expect(throws: ConformanceFailure.self) { try ConformanceCheck.frameCounts.run(on: subject) }
        )
        let lines = failure.description.split(separator: "\n")
        #expect(lines.first == "The simulated Desk Camera fails the check frameCounts:")
        #expect(lines.contains("- 640x480 yuvs at 30, 15 fps: Frame 8 followed frame 8; numbers have to grow."))
    }
}
