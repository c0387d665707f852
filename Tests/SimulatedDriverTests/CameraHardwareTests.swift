import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

@Suite("A phone's hardware for several cameras")
struct SeveralCamerasTests {
    @Test("S-96, S-99, S-106: a phone has sets of cameras, a budget, and runs one session; a desktop has no such rules")
    func profiles() throws {
        let phone = SimulatedPhone(profile: .iphone, clock: ManualCaptureClock())
        let hardware = phone.conditions.cameraHardware
        #expect(hardware.runsSeveralCameras && hardware.enforcesCost && hardware.runsOneSession && hardware.load == 1)
        let ids = Set(
            phone.driver.devices().filter { $0.formats.contains(where: \.traits.isMultiCamSupported) }.map(\.id)
        )
        let sets = try #require(hardware.cameraSets)
        #expect(sets.allSatisfy { $0.isSubset(of: ids) && $0.count > 1 } && sets.reduce([]) { $0.union($1) } == ids)
        for camera in phone.driver.devices() where !camera.constituents.isEmpty {
            #expect(!hardware.allows(Set(camera.constituents.prefix(1) + [camera.id])))
        }
        for profile in [SimulatedPhone.Profile.webcam, .none] {
            let desktop = SimulatedPhone(profile: profile, clock: ManualCaptureClock())
            #expect(desktop.conditions.cameraHardware == CaptureCameraHardware())
        }
    }

    @Test("Load and support are faults that change the hardware, tell so once, and end by themselves")
    func faults() {
        let bench = Bench()
        let changes = ConditionRecorder(bench.phone.conditions)
        bench.phone.apply(.hardwareLoad(factor: 2, seconds: 3))
        #expect(bench.phone.hardwareLoad == 2 && changes.all.count == 1)
        bench.phone.hardwareLoad = 2
        #expect(changes.all.count == 1)
        bench.clock.advance(bySeconds: 3)
        #expect(bench.phone.hardwareLoad == 1 && changes.all.count == 2)
        bench.phone.isMultiCamSupported = false
        #expect(!bench.phone.conditions.cameraHardware.runsSeveralCameras && changes.all.count == 3)
        #expect(bench.phone.log.contains { $0.hasSuffix("hardware-load factor=2.0 seconds=3.0") })
        #expect(bench.phone.log.contains { $0.hasSuffix("multi-cam-support answer=no") })
    }

    @Test("A script can load the hardware and take the support away; nonsense is refused with the field's name")
    func script() throws {
        let json = """
            {"events": [{"at": 1, "fault": "hardware-load", "factor": 1.5}, {"at": 2, "fault": "multi-cam-support", "answer": "no"}]}
            """
        let bench = Bench(faults: try FaultScript(json: Data(json.utf8)))
        bench.clock.advance(bySeconds: 1)
        #expect(bench.phone.hardwareLoad == 1.5 && bench.phone.isMultiCamSupported)
        bench.clock.advance(bySeconds: 1)
        #expect(!bench.phone.isMultiCamSupported)
        for (wrong, field) in [
            (#"{"at": 1, "fault": "hardware-load"}"#, "factor"),
            (#"{"at": 1, "fault": "hardware-load", "factor": -1}"#, "factor"),
            (#"{"at": 1, "fault": "multi-cam-support", "answer": "maybe"}"#, "answer"),
        ] {
            let error = #expect(throws: FaultScriptError.self) {
                try FaultScript(json: Data(#"{"events": [\#(wrong)]}"#.utf8))
            }
            #expect(error?.description.contains(field) == true, "\(wrong)")
        }
    }

    @Test("The log can be watched live")
    func liveLog() {
        let bench = Bench()
        let lines = Lines()
        let observation = bench.phone.observeLog { lines.append($0) }
        let before = bench.phone.log.count
        bench.phone.orientation = .landscapeLeft
        bench.phone.hardwareLoad = 3
        #expect(lines.all == Array(bench.phone.log.dropFirst(before)) && lines.all.count == 2)
        observation.cancel()
        bench.phone.hardwareLoad = 1
        #expect(lines.all.count == 2)
    }
}

/// Remembers lines of a log.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
