import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import Logging
import SimulatedDriver
import Testing

@Suite("The engine's log")
struct EngineLogTests {
    @Test("R-LIFE-14: the start-up sequence can be read in its order")
    func startUp() async {
        await #expect(processExitsWith: .success) { try await LogScene.startUp() }
    }

    @Test("R-LIFE-14: failures, interruptions and heat are told under categories of their own")
    func troubles() async {
        await #expect(processExitsWith: .success) { try await LogScene.troubles() }
    }
}

/// What happens in each of these tests; in a process of its own.
@MainActor
private enum LogScene {
    static func startUp() async throws {
        let log = CapturedLog.bootstrap()
        let stage = EngineStage(authorization: .notDetermined)
        let model = await stage.makeLiveModel()
        let wanted: [(String, String, String?)] = [
            ("session", "start called", nil),
            ("permission", "asking for permission", nil),
            ("status", "shown", "askingForPermission"),
            ("permission", "permission", "granted"),
            ("configuration", "configuring session", nil),
            ("configuration", "camera found", "Back Camera"),
            ("configuration", "session configured", nil),
            ("session", "starting session", nil),
            ("session", "session started", "true"),
            ("session", "first frame", nil),
            ("status", "shown", "live"),
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
        await stage.end(model)
        #expect(log.lines.contains { $0.label == "CameraEngine.session" && $0.message == "session stopped" })
    }

    static func troubles() async throws {
        let log = CapturedLog.bootstrap()
        let stage = EngineStage()
        let model = await stage.makeLiveModel()
        stage.phone.interrupt(.videoDeviceInUseByAnotherClient)
        await stage.expect(model) { $0.status == .interrupted(.cameraInUse) }
        stage.phone.endInterruption(.videoDeviceInUseByAnotherClient)
        await stage.expect(model) { $0.status == .live }
        stage.phone.setPressure(SystemPressure(level: .serious))
        await stage.expect(model) { $0.pressure.level == .serious }
        stage.phone.resetMediaServices()
        await stage.expect(model) { $0.status == .recovering(attempt: 1) }
        await stage.expect(model) { $0.status == .live }
        await stage.end(model)
        for label in ["interruption", "pressure", "recovery"] {
            #expect(log.lines.contains { $0.label == "CameraEngine." + label && $0.level >= .notice })
        }
    }
}
