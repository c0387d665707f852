@preconcurrency import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Testing

@Suite("Two engines in one process", .ownCaptureSystem)
struct TwoEnginesTests {
    private static func makeFixture() -> EngineFixture {
        var configuration = EngineConfiguration()
        configuration.maximumCameraCount = 2
        configuration.recordsMovies = true
        configuration.audio = .whenAvailable
        return CaptureSystem.withScope { EngineFixture(configuration: configuration) }
    }

    @Test("A call, an unplugged camera and a reset of one phone are nothing to the other one's engine, which goes on")
    func interruption() async throws {
        let (first, second) = (Self.makeFixture(), Self.makeFixture())
        first.engine.start()
        second.engine.start()
        await first.expect(.live)
        await second.expect(.live)
        let camera = try #require(await first.engine.device)
        #expect(camera.belongs(to: first.phone.system))
        #expect(await second.engine.device?.belongs(to: second.phone.system) == true)

        first.phone.interrupt(.videoDeviceInUseByAnotherClient)
        await first.expect(.interrupted(.cameraInUse))
        await second.pass(seconds: 1)
        first.phone.endInterruption(.videoDeviceInUseByAnotherClient)
        await first.expect(.live)
        first.phone.resetMediaServices()
        await first.expect(.recovering(attempt: 1))
        await second.pass(seconds: 1)
        await first.expect(.live)
        first.phone.unplug(camera.uniqueID)
        await first.run { $0 == .live }
        await second.pass(seconds: 1)
        #expect(await second.engine.status == .live)
        #expect(second.phone.log.allSatisfy { !$0.contains("stream stopped") }, "\(second.phone.log)")
        first.engine.stop()
        second.engine.stop()
        await first.expect(.off)
        await second.expect(.off)
    }

    @Test("An engine asks the capture system that it was given for permission and cameras, wherever it is called from")
    func givenSystem() async throws {
        let clock = ManualCaptureClock()
        let phone = SimulatedPhone(clock: clock)
        let other = SimulatedPhone(profile: .none, clock: ManualCaptureClock())
        let engine = CaptureSystem.withScope(using: other.system) {
            CameraEngine(system: phone.system, clock: EngineClock(clock))
        }
        #expect(engine.system === phone.system)
        await CaptureSystem.withScope(using: other.system) {
            engine.start()
            await engine.settle()
            #expect(phone.conditions.authorization(for: .video) == .authorized)
            for _ in 0..<300 where await engine.status != .live {
                clock.advance(bySeconds: 0.01)
                await phone.system.settle()
                await engine.settle()
            }
            #expect(await engine.status == .live)
            #expect(await engine.device?.belongs(to: phone.system) == true)
            engine.stop()
            await engine.settle()
        }
    }
}
