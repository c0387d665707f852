import AVFoundation
import CameraLifecycle
import CaptureDriver
import Logging
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("The engine's log")
struct EngineLogTests {
    @Test("R-LIFE-14: the start-up sequence can be read in its order")
    func startUp() async {
        await #expect(processExitsWith: .success) { try await LogScene.startUp() }
    }

    @Test("R-LIFE-14: what two cameras cost is told once they run, and a line has all of it")
    func costs() async {
        await #expect(processExitsWith: .success) { try await LogScene.costs() }
    }

    @Test("R-LIFE-14: a line is what happened and its details")
    func line() {
        let entry = EngineLog.Entry(
            category: .session,
            level: .notice,
            message: "start() called",
            details: ["isRunning": "false", "b": "2"]
        )
        #expect(entry.line == "start() called, b=2 isRunning=false")
        #expect(EngineLog.Entry(category: .session, level: .info, message: "first frame").line == "first frame")
    }

    @Test("R-LIFE-14: failures, interruptions and heat are told under categories of their own")
    func troubles() async {
        await #expect(processExitsWith: .success) { try await LogScene.troubles() }
    }

    @Test("R-SCAN-9: the size of scans is told when it is chosen, and with each scan, in pixels and bytes")
    func scans() async {
        await #expect(processExitsWith: .success) { try await LogScene.scans() }
    }

    @Test("R-MULTI-9: another way of sound is told with where it led before, where it leads now, and why")
    func routes() async {
        await #expect(processExitsWith: .success) { await LogScene.routes() }
    }
}

/// What happens in each of these tests; in a process of its own.
@MainActor
private enum LogScene {
    static func startUp() async throws {
        let log = CapturedLog.bootstrap()
        let fixture = EngineFixture(authorization: .notDetermined)
        let model = await fixture.makeLiveModel()
        model.start()
        await fixture.settle(model)
        let wanted: [(String, String, String?)] = [
            ("session", "start() called", "false"),
            ("permission", "asking for permission", nil),
            ("status", "shown", "askingForPermission"),
            ("permission", "permission", "granted"),
            ("configuration", "configuring session", nil),
            ("configuration", "camera found", "Back Camera"),
            ("photo", "photo size chosen", "1920 x 1080"),
            ("configuration", "session configured", nil),
            ("session", "starting session", nil),
            ("session", "session started", "true"),
            ("session", "first frame", nil),
            ("status", "shown", "live"),
            ("session", "start() called", "true"),
        ]
        var rest = wanted[...]
        for line in log.lines {
            guard let next = rest.first else { break }
            let details = Array(line.details.values)
            let isNext = line.label == "CameraEngine." + next.0 && line.message == next.1
            if isNext, next.2.map(details.contains) ?? true { rest.removeFirst() }
        }
        #expect(rest.isEmpty, "\(rest) in \(log.lines.map { "\($0.label) \($0.message) \($0.details)" })")
        #expect(log.lines.allSatisfy { $0.level < .error })
        // Console hides what is less than a notice.
        let story = ["start() called", "permission", "camera found", "session started", "photo size chosen"]
        #expect(story.allSatisfy { name in log.lines.contains { $0.message == name && $0.level == .notice } })
        await fixture.end(model)
        #expect(log.lines.contains { $0.label == "CameraEngine.session" && $0.message == "session stopped" })
    }

    static func costs() async throws {
        let log = CapturedLog.bootstrap()
        let two = await TwoCamerasFixture()
        await two.turnOn()
        await two.fixture.pass(two.model, seconds: 1)
        await two.fixture.end(two.model)
        let lines = log.lines.filter { $0.message == "hardware cost" }
        #expect(lines.count == 1 && lines.first?.level == .notice)
        #expect(lines.first?.details["hardware"]?.hasSuffix(" %") == true)
    }

    static func troubles() async throws {
        let log = CapturedLog.bootstrap()
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        fixture.phone.interrupt(.videoDeviceInUseByAnotherClient)
        await fixture.expect(model) { $0.status == .interrupted(.cameraInUse) }
        fixture.phone.endInterruption(.videoDeviceInUseByAnotherClient)
        await fixture.expect(model) { $0.status == .live }
        fixture.phone.setPressure(SystemPressure(level: .serious))
        await fixture.expect(model) { $0.pressure.level == .serious }
        fixture.phone.resetMediaServices()
        await fixture.expect(model) { $0.status == .recovering(attempt: 1) }
        await fixture.expect(model) { $0.status == .live }
        await fixture.end(model)
        for label in ["interruption", "pressure", "recovery"] {
            #expect(log.lines.contains { $0.label == "CameraEngine." + label && $0.level >= .notice })
        }
    }

    static func scans() async throws {
        let log = CapturedLog.bootstrap()
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        model.setMode(.scan)
        let scan = try await fixture.scan()
        model.setScanSize(.largerScanning)
        await fixture.settle(model)
        model.setMode(.photo)
        await fixture.end(model)
        let lines = log.lines.filter { $0.label == "CameraEngine.photo" }
        let camera = ["camera": "Back Camera"]
        let sizes = [("1024 x 768", "1024 x 768"), ("1536 x 1152", "1440 x 1080")].map { wanted, size in
            camera.merging(["wanted": wanted, "is": size]) { $1 }
        }
        #expect(lines.filter { $0.message == "size of scans" }.map(\.details) == sizes)
        #expect(lines.filter { $0.message == "size of scans" }.map(\.level) == [.info, .notice])
        #expect(lines.filter { $0.message == "size of scans chosen" }.map(\.details) == [["wanted": "1536 x 1152"]])
        let taken = ["wanted": "1024 x 768", "is": "1024 x 768", "bytes": "\(scan.data.count)"]
        #expect(lines.filter { $0.message == "scan taken" }.map(\.details) == [taken])
    }

    static func routes() async {
        let log = CapturedLog.bootstrap()
        var configuration = EngineConfiguration()
        configuration.recordsMovies = true
        configuration.audio = .whenAvailable
        let fixture = EngineFixture(configuration: configuration)
        fixture.phone.setAuthorization(.authorized, for: .audio)
        let model = await fixture.makeLiveModel()
        model.setMode(.video)
        await fixture.expect(model) { $0.audioInput == "iPhone Microphone" }
        fixture.phone.plug(.wiredHeadset)
        await fixture.expect(model) { $0.audioInput == "Headset Microphone" }
        fixture.phone.unplug(.wiredHeadset)
        await fixture.expect(model) { $0.audioInput == "iPhone Microphone" }
        await fixture.end(model)
        let routes = log.lines.filter { $0.message == "sound takes another way" }.map(\.details)
        func tells(_ reason: String, from former: String, to present: String) -> Bool {
            routes.contains { route in
                let (from, to) = (route["from"] ?? "", route["to"] ?? "")
                return route["reason"] == reason && from.hasPrefix(former + " -> ") && to.hasPrefix(present + " -> ")
            }
        }
        let (phone, headset) = ("iPhone Microphone", "Headset Microphone")
        #expect(tells("newDeviceAvailable", from: phone, to: headset), "\(routes)")
        #expect(tells("oldDeviceUnavailable", from: headset, to: phone), "\(routes)")
    }
}
