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
        let fixture = EngineFixture()
        fixture.engine.start()
        await fixture.expect(.live)
        fixture.engine.stop()
        await fixture.expect(.off)
    }

    @Test("R-LIFE-1: permission is asked for; a refusal shows")
    func refusal() async {
        let fixture = EngineFixture(authorization: .notDetermined)
        fixture.phone.permissionAnswer = .deny
        fixture.engine.start()
        await fixture.expect(.denied)
        fixture.phone.setAuthorization(.authorized, for: .video)
        fixture.engine.enterForeground()
        await fixture.expect(.live)
        fixture.engine.stop()
        await fixture.run { $0 == .off }
    }

    @Test("R-LIFE-10: the camera survives a hundred trips to the background")
    func background() async {
        let fixture = EngineFixture()
        fixture.engine.prewarm()
        fixture.engine.start()
        await fixture.run { $0 == .live }
        for cycle in 0..<100 {
            fixture.engine.enterBackground()
            fixture.phone.background()
            await fixture.run { $0 == .inBackground }
            fixture.phone.foreground()
            fixture.engine.enterForeground()
            await fixture.expect(.live, "cycle \(cycle)")
        }
        fixture.engine.stop()
        await fixture.run { $0 == .off }
    }

    @Test("R-LIFE-9: each interruption shows and ends by itself")
    func interruption() async throws {
        let fixture = EngineFixture()
        fixture.engine.start()
        await fixture.run { $0 == .live }
        for reason in CameraInterruption.allCases {
            let captured = try #require(CaptureInterruption(rawValue: reason.number))
            fixture.phone.interrupt(captured)
            await fixture.expect(.interrupted(reason))
            fixture.phone.endInterruption(captured)
            await fixture.expect(.live)
        }
        fixture.engine.stop()
        await fixture.run { $0 == .off }
    }

    @Test("R-LIFE-8: a reset of the media services is recovered from")
    func reset() async {
        let fixture = EngineFixture()
        fixture.engine.start()
        await fixture.run { $0 == .live }
        fixture.phone.resetMediaServices()
        await fixture.expect(.recovering(attempt: 1))
        await fixture.expect(.live)
        fixture.engine.stop()
        await fixture.run { $0 == .off }
    }

    @Test("R-LIFE-6, R-LIFE-7: exhausted hardware needs the user, whose restart brings the camera back")
    func restart() async {
        let fixture = EngineFixture()
        fixture.engine.start()
        await fixture.run { $0 == .live }
        fixture.phone.failRunningSession(code: -11872)
        let failed = CameraStatus.failed(.cameraSystemError)
        await fixture.expect(failed)
        await fixture.pass(seconds: 20)
        let status = await fixture.engine.status
        #expect(status == failed)
        fixture.engine.rebootCamera()
        await fixture.expect(.live)
        fixture.engine.stop()
        await fixture.run { $0 == .off }
    }

    @Test("R-LIFE-12: an unplugged webcam is missed, and comes back")
    func unplug() async throws {
        let fixture = EngineFixture(.webcam)
        fixture.engine.start()
        await fixture.run { $0 == .live }
        let device = try #require(fixture.phone.driver.devices().first)
        fixture.phone.unplug(device.id)
        await fixture.expect(.noCamera)
        fixture.phone.plug(device.id)
        await fixture.expect(.live)
        fixture.engine.stop()
        await fixture.run { $0 == .off }
    }

    @Test("A camera that falls silent is brought back")
    func silence() async {
        let fixture = EngineFixture()
        fixture.engine.start()
        await fixture.run { $0 == .live }
        fixture.phone.apply(.stall(seconds: 8))
        await fixture.expect(.recovering(attempt: 1))
        await fixture.expect(.live)
        fixture.engine.stop()
        await fixture.run { $0 == .off }
    }

    @Test("Another camera is chosen while the picture goes on")
    func switching() async {
        let fixture = EngineFixture()
        fixture.engine.start()
        await fixture.run { $0 == .live }
        fixture.engine.select(CameraSelection(position: .front))
        await fixture.pass(seconds: 1)
        let status = await fixture.engine.status
        #expect(status == .live)
        let camera = await fixture.engine.device
        #expect(camera?.position == .front)
        fixture.engine.stop()
        await fixture.run { $0 == .off }
    }
}
