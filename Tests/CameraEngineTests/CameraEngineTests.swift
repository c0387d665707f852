@preconcurrency import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Testing

@Suite("The camera engine on a simulated phone", .ownCaptureSystem)
struct CameraEngineTests {
    @Test("R-LIFE-5: the camera is live once a frame has come")
    func live() async {
        let stage = EngineStage()
        stage.engine.start()
        await stage.expect(.live)
        stage.engine.stop()
        await stage.expect(.off)
    }

    @Test("R-LIFE-1: permission is asked for; a refusal shows")
    func refusal() async {
        let stage = EngineStage(authorization: .notDetermined)
        stage.phone.permissionAnswer = .deny
        stage.engine.start()
        await stage.expect(.denied)
        stage.phone.setAuthorization(.authorized, for: .video)
        stage.engine.enterForeground()
        await stage.expect(.live)
        stage.engine.stop()
        await stage.run { $0 == .off }
    }

    @Test("R-LIFE-10: the camera survives a hundred trips to the background")
    func background() async {
        let stage = EngineStage()
        stage.engine.prewarm()
        stage.engine.start()
        await stage.run { $0 == .live }
        for cycle in 0..<100 {
            stage.engine.enterBackground()
            stage.phone.background()
            await stage.run { $0 == .inBackground }
            stage.phone.foreground()
            stage.engine.enterForeground()
            await stage.expect(.live, "cycle \(cycle)")
        }
        stage.engine.stop()
        await stage.run { $0 == .off }
    }

    @Test("R-LIFE-9: each interruption shows and ends by itself")
    func interruption() async throws {
        let stage = EngineStage()
        stage.engine.start()
        await stage.run { $0 == .live }
        for reason in CameraInterruption.allCases {
            let captured = try #require(CaptureInterruption(rawValue: reason.number))
            stage.phone.interrupt(captured)
            await stage.expect(.interrupted(reason))
            stage.phone.endInterruption(captured)
            await stage.expect(.live)
        }
        stage.engine.stop()
        await stage.run { $0 == .off }
    }

    @Test("R-LIFE-8: a reset of the media services is recovered from")
    func reset() async {
        let stage = EngineStage()
        stage.engine.start()
        await stage.run { $0 == .live }
        stage.phone.resetMediaServices()
        await stage.expect(.recovering(attempt: 1))
        await stage.expect(.live)
        stage.engine.stop()
        await stage.run { $0 == .off }
    }

    @Test("R-LIFE-6, R-LIFE-7: exhausted hardware needs the user, whose restart brings the camera back")
    func restart() async {
        let stage = EngineStage()
        stage.engine.start()
        await stage.run { $0 == .live }
        stage.phone.failRunningSession(code: -11872)
        let failed = CameraStatus.failed(.cameraSystemError)
        await stage.expect(failed)
        await stage.pass(seconds: 20)
        let status = await stage.engine.status
        #expect(status == failed)
        stage.engine.rebootCamera()
        await stage.expect(.live)
        stage.engine.stop()
        await stage.run { $0 == .off }
    }

    @Test("R-LIFE-12: an unplugged webcam is missed, and comes back")
    func unplug() async throws {
        let stage = EngineStage(.webcam)
        stage.engine.start()
        await stage.run { $0 == .live }
        let device = try #require(stage.phone.driver.devices().first)
        stage.phone.unplug(device.id)
        await stage.expect(.noCamera)
        stage.phone.plug(device.id)
        await stage.expect(.live)
        stage.engine.stop()
        await stage.run { $0 == .off }
    }

    @Test("A camera that falls silent is brought back")
    func silence() async {
        let stage = EngineStage()
        stage.engine.start()
        await stage.run { $0 == .live }
        stage.phone.apply(.stall(seconds: 8))
        await stage.expect(.recovering(attempt: 1))
        await stage.expect(.live)
        stage.engine.stop()
        await stage.run { $0 == .off }
    }

    @Test("Another camera is chosen while the picture goes on")
    func switching() async {
        let stage = EngineStage()
        stage.engine.start()
        await stage.run { $0 == .live }
        stage.engine.select(CameraSelection(position: .front))
        await stage.pass(seconds: 1)
        let status = await stage.engine.status
        #expect(status == .live)
        let camera = await stage.engine.device
        #expect(camera?.position == .front)
        stage.engine.stop()
        await stage.run { $0 == .off }
    }
}
