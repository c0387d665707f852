import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Testing

@Suite("Heat on a simulated phone", .ownCaptureSystem)
struct CameraPressureTests {
    @Test("R-MULTI-5: the frame rate falls with heat, and comes back level by level")
    func rates() async throws {
        try await PressureScene.rates()
    }

    @Test(
        "R-MULTI-5: at shutdown the camera stops and gives its hardware back; that shows, and it comes back after cooling down"
    )
    func shutdown() async throws {
        try await PressureScene.shutdown()
    }

    @Test("R-MULTI-5: pressure is one camera's; another one that is cool runs at its full rate")
    func otherCamera() async throws {
        try await PressureScene.otherCamera()
    }

    @Test("R-LIFE-13: a stopped camera is not observed, and no limit outlives it")
    func stopped() async throws {
        try await PressureScene.stopped()
    }

    @Test("R-MULTI-5: a stop, and the background, hold while the camera is too hot")
    func wishesWhileHot() async throws {
        try await PressureScene.wishesWhileHot()
    }
}

/// What happens in each of these tests.
@MainActor
private enum PressureScene {
    static func rates() async throws {
        let fixture = EngineFixture()
        let counter = Counter()
        await fixture.engine.deliverFrames { _, _ in counter.count() }
        let model = await fixture.makeLiveModel()
        let usual = await counter.rate(fixture)
        #expect(abs(usual - 30) <= 1)

        fixture.phone.setPressure(SystemPressure(level: .fair))
        await fixture.expect(model) { $0.pressure == CameraPressure(level: .fair) }
        fixture.phone.setPressure(SystemPressure(level: .serious))
        await fixture.expect(model) { $0.pressure == CameraPressure(level: .serious, frameRateLimit: 20) }
        let serious = await counter.rate(fixture)
        #expect(abs(serious - 20) <= 1)
        fixture.phone.setPressure(SystemPressure(level: .critical))
        await fixture.expect(model) { $0.pressure == CameraPressure(level: .critical, frameRateLimit: 15) }
        let critical = await counter.rate(fixture)
        #expect(abs(critical - 15) <= 1)

        fixture.phone.setPressure(SystemPressure(level: .nominal))
        await fixture.pass(model, seconds: 9)
        #expect(model.pressure == CameraPressure(level: .nominal, frameRateLimit: 15))
        await fixture.pass(model, seconds: 2)
        #expect(model.pressure == CameraPressure(level: .nominal, frameRateLimit: 20))
        await fixture.pass(model, seconds: 10)
        #expect(model.pressure == CameraPressure(level: .nominal))
        let cool = await counter.rate(fixture)
        #expect(abs(cool - 30) <= 1)
        #expect(model.status == .live)
        await fixture.end(model)
    }

    static func shutdown() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        fixture.phone.setPressure(SystemPressure(level: .shutdown))
        await fixture.expect(model) { $0.status == .interrupted(.systemPressure) && $0.camera == nil }
        #expect(model.pressure.level == .shutdown)
        await fixture.pass(model, seconds: 25)
        #expect(model.status == .interrupted(.systemPressure))
        fixture.phone.setPressure(SystemPressure(level: .nominal))
        fixture.phone.endInterruption(.videoDeviceNotAvailableDueToSystemPressure)
        await fixture.pass(model, seconds: 5)
        #expect(model.status == .interrupted(.systemPressure))
        await fixture.expect(model, atMost: 7) { $0.status == .live }
        #expect(model.pressure == CameraPressure(level: .nominal, frameRateLimit: 15))
        await fixture.end(model)
    }

    static func otherCamera() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        let hot = try #require(model.camera)
        fixture.phone.setPressure(SystemPressure(level: .critical), on: hot.id)
        await fixture.expect(model) { $0.pressure == CameraPressure(level: .critical, frameRateLimit: 15) }
        model.select(CameraSelection(position: .front))
        await fixture.expect(model) { $0.camera?.position == .front && $0.pressure == CameraPressure() }
        model.select(CameraSelection(uniqueID: hot.id))
        await fixture.expect(model) { $0.pressure == CameraPressure(level: .critical, frameRateLimit: 15) }

        // The system interrupts for the camera that is too hot, and not for another one.
        fixture.phone.setPressure(SystemPressure(level: .shutdown), on: hot.id)
        await fixture.expect(model) { $0.status == .interrupted(.systemPressure) && $0.camera == nil }
        model.select(CameraSelection(position: .front))
        await fixture.expect(model, atMost: 1) { $0.status == .live && $0.camera?.position == .front }
        #expect(model.pressure == CameraPressure())
        await fixture.end(model)
    }

    static func stopped() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        fixture.phone.setPressure(SystemPressure(level: .serious))
        await fixture.expect(model) { $0.pressure.frameRateLimit == 20 }
        await fixture.end(model)
        #expect(model.pressure == CameraPressure())
        fixture.phone.setPressure(SystemPressure(level: .shutdown))
        await fixture.pass(model, seconds: 1)
        #expect(model.pressure == CameraPressure())
        #expect(model.status == .off)
        fixture.phone.setPressure(SystemPressure(level: .nominal))
        model.start()
        await fixture.expect(model) { $0.status == .live }
        #expect(model.pressure == CameraPressure())
        await fixture.end(model)
    }

    static func wishesWhileHot() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        fixture.phone.setPressure(SystemPressure(level: .shutdown))
        await fixture.expect(model) { $0.status == .interrupted(.systemPressure) && $0.camera == nil }
        model.enterBackground()
        await fixture.expect(model) { $0.status == .inBackground }
        model.enterForeground()
        await fixture.expect(model) { $0.status == .interrupted(.systemPressure) && $0.camera == nil }
        model.stop()
        fixture.phone.setPressure(SystemPressure(level: .nominal))
        await fixture.pass(model, seconds: 12)
        #expect(model.status == .off)
        #expect(model.camera == nil)
    }
}

extension Counter {
    /// Frames a second, over two seconds.
    @MainActor
    fileprivate func rate(_ fixture: EngineFixture) async -> Double {
        let before = total
        await fixture.pass(seconds: 2)
        return Double(total - before) / 2
    }
}
