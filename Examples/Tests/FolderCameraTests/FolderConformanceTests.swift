import CaptureDriver
import CaptureDriverConformance
import FolderCamera
import Testing

@Suite("A folder of JPEG files conforms to what is asked of every driver")
struct FolderConformanceTests {
    /// The checks that a camera without depth can be held to. Files cannot be used by another program.
    private static let checks = ConformanceCheck.allCases.filter { check in
        let isOfDepth = [.depthFormats, .depthIntervals, .heldDepthMaps, .depthAfterStop].contains(check)
        return !isOfDepth && check != .useElsewhere
    }

    @Test("To every check", arguments: checks)
    func conforms(_ check: ConformanceCheck) throws {
        let folder = try FrameFolder(lumas: [20, 90, 160, 230])
        let clock = ManualCaptureClock()
        let driver = FolderDriver(folder: folder.url, milliseconds: 40, clock: clock)
        var subject = ConformanceSubject(
            name: "The folder",
            driver: driver,
            device: try #require(driver.devices().first).id,
            clock: clock,
            waiting: ManualClockWaiting(clock)
        )
        subject.limits.jitter = 1e-6
        subject.limits.rateError = 1e-6
        subject.plug = .init(pull: { try folder.hide() }, insert: { try folder.restore() })
        #expect(check.applies(to: subject))
        try check.run(on: subject)
    }
}
