import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import Observation
import SeededRandom
import SimulatedDriver
import Testing

@Suite("What a user interface sees of the camera", .ownCaptureSystem)
struct CameraModelTests {
    @Test("What is shown can be observed, and each change is told to those who cannot observe")
    func observing() async throws {
        try await ModelScene.observing()
    }

    @Test("R-LIFE-12: the list of cameras follows what is plugged in and out")
    func hotPlug() async throws {
        try await ModelScene.hotPlug()
    }

    @Test("R-LIFE-12: any camera of a phone can be chosen; wide angle comes first")
    func choosing() async throws {
        try await ModelScene.choosing()
    }

    @Test("R-PREV-5: zoom, at once and smoothly, inside of what the camera can do")
    func zoom() async throws {
        try await ModelScene.zoom()
    }

    @Test("The torch shines, and does not when the device is too hot")
    func torch() async throws {
        try await ModelScene.torch()
    }

    @Test("R-PREV-5: focus and exposure at a point; points outside of the picture are refused")
    func focus() async throws {
        try await ModelScene.focus()
    }

    @Test("A webcam's missing controls are told, and their use is refused")
    func missingControls() async throws {
        try await ModelScene.missingControls()
    }

    @Test("R-LIFE-6: while the camera has failed, nothing but the way out is enabled")
    func failed() async throws {
        try await ModelScene.failed()
    }

    @Test("R-LIFE-11: prewarmed at the process's start, the session is configured and not started")
    func prewarm() async throws {
        try await ModelScene.prewarm()
    }

    @Test("R-LIFE-11: loading shows when a start takes more than 100 ms, and not before")
    func loading() async throws {
        try await ModelScene.loading()
    }

    @Test("R-LIFE-15: no microphone is ever asked for or used")
    func videoOnly() async throws {
        try await ModelScene.videoOnly()
    }

    @Test("What is shown equals what the engine has decided, whatever happens in whatever order")
    func equality() async throws {
        try await ModelScene.equality()
    }

    @Test("Commands in every status, from any thread, twice: nothing traps, and the camera works afterwards")
    func badInput() async throws {
        try await ModelScene.badInput()
    }

    @Test("R-LIFE-13: an engine that is let go of while its camera is live ends without a word to the session")
    func letGo() async throws {
        try await ModelScene.letGo()
    }
}

/// What happens in each of these tests.
@MainActor
private enum ModelScene {
    static func observing() async throws {
        let fixture = EngineFixture()
        let model = CameraModel(engine: fixture.engine)
        await fixture.settle(model)
        let (changed, told) = (Counter(), Counter())
        let changes = model.changes()
        let listener = Task { for await _ in changes { told.count() } }
        withObservationTracking {
            _ = model.status
        } onChange: {
            changed.count()
        }
        model.start()
        await fixture.expect(model) { $0.status == .live }
        #expect(changed.total == 1)
        #expect(told.total >= 2)
        #expect(model.controlsAreEnabled)
        await fixture.end(model)
        listener.cancel()
        await listener.value
    }

    static func hotPlug() async throws {
        let fixture = EngineFixture(.webcam)
        let model = await fixture.makeLiveModel()
        let webcam = try #require(model.camera)
        #expect(model.cameras == [webcam])
        #expect(webcam.position == .external)
        fixture.phone.unplug(webcam.id)
        await fixture.expect(model) { $0.status == .noCamera && $0.cameras.isEmpty }
        #expect(model.camera == nil)
        #expect(model.controls == nil)
        fixture.phone.plug(webcam.id)
        await fixture.expect(model) { $0.status == .live && $0.cameras == [webcam] && $0.camera == webcam }
        await fixture.end(model)
    }

    static func choosing() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        #expect(model.camera?.position == .back)
        #expect(model.camera?.id == model.cameras.first?.id)
        for camera in model.cameras {
            model.select(CameraSelection(uniqueID: camera.id))
            await fixture.expect(model, "\(camera.name)") { $0.camera == camera && $0.status == .live }
        }
        await fixture.end(model)
    }

    static func zoom() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        let range = try #require(model.controls?.zoom?.range)
        #expect(range.lowerBound == 1)
        #expect(range.upperBound >= 4)
        try await model.setZoom(2, ramped: false)
        await fixture.expect(model) { $0.controls?.zoom?.factor == 2 }
        let ramp = Task { try await model.setZoom(4, ramped: true) }
        try await ramp.value
        await fixture.settle(model)
        #expect(model.controls?.zoom?.isRamping == true)
        #expect(model.controls?.zoom?.factor != 4)
        await fixture.expect(model) { $0.controls?.zoom?.factor == 4 && $0.controls?.zoom?.isRamping == false }
        for wrong in [0, -1, 1_000, Double.nan, Double.infinity, -Double.infinity] {
            await #expect(throws: CameraControlError.self) { try await model.setZoom(wrong, ramped: wrong == 0) }
        }
        await fixture.settle(model)
        #expect(model.controls?.zoom?.factor == 4)
        await fixture.end(model)
    }

    static func torch() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        #expect(model.controls?.torch == CameraTorch(isOn: false, isAvailable: true))
        try await model.setTorch(true)
        await fixture.expect(model) { $0.controls?.torch?.isOn == true }
        try await model.setTorch(false)
        await fixture.expect(model) { $0.controls?.torch?.isOn == false }
        fixture.phone.setPressure(SystemPressure(level: .critical))
        await fixture.expect(model) { $0.controls?.torch?.isAvailable == false }
        await #expect(throws: CameraControlError.torchTooHot) { try await model.setTorch(true) }
        model.select(CameraSelection(position: .front))
        await fixture.expect(model) { $0.camera?.position == .front && $0.status == .live }
        #expect(model.controls?.torch == nil)
        await #expect(throws: CameraControlError.unsupported(.torch)) { try await model.setTorch(true) }
        await fixture.end(model)
    }

    static func focus() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        #expect(model.controls?.canFocusAtPoint == true)
        #expect(model.controls?.canExposeAtPoint == true)
        #expect(model.controls?.hasFlash == true)
        let sizes = try #require(model.controls?.photoSizes)
        #expect(sizes == sizes.sorted { $0.area > $1.area } && !sizes.isEmpty)
        let photo = Task { try await model.takePhoto(PhotoRequest(size: .closest(to: sizes[sizes.count - 1]))) }
        await fixture.pass(model, seconds: 2)
        #expect(try await photo.value.uprightSize.area == sizes[sizes.count - 1].area)
        try await model.focusAndExpose(at: CGPoint(x: 0.25, y: 0.75))
        let point = try await fixture.engine.withCamera { $0.focusPointOfInterest }
        #expect(point == CGPoint(x: 0.25, y: 0.75))
        for wrong in [CGPoint(x: -0.1, y: 0.5), CGPoint(x: 0.5, y: 1.1), CGPoint(x: .nan, y: 0.5)] {
            await #expect(throws: CameraControlError.pointOutside) { try await model.focusAndExpose(at: wrong) }
        }
        await fixture.end(model)
    }

    static func missingControls() async throws {
        let fixture = EngineFixture(.webcam)
        let model = await fixture.makeLiveModel()
        #expect(model.controls?.torch == nil)
        await #expect(throws: CameraControlError.unsupported(.torch)) { try await model.setTorch(true) }
        #expect(model.controls?.canFocusAtPoint == false && model.controls?.canExposeAtPoint == false)
        await #expect(throws: CameraControlError.unsupported(.focusAndExposure)) {
            try await model.focusAndExpose(at: .zero)
        }
        await fixture.end(model)
    }

    static func failed() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        fixture.phone.failRunningSession(code: -11872)
        await fixture.expect(model) { $0.status == .failed(.cameraSystemError) }
        #expect(!model.controlsAreEnabled)
        #expect(!model.canTakePhoto)
        await fixture.expect(model) { $0.camera == nil }
        await #expect(throws: CameraControlError.noCamera) { try await model.setZoom(2, ramped: false) }
        model.restartCamera()
        await fixture.expect(model) { $0.status == .live }
        #expect(model.controlsAreEnabled)
        await fixture.end(model)
    }

    static func prewarm() async throws {
        let fixture = EngineFixture()
        // Before any user interface exists.
        fixture.engine.prewarm()
        await fixture.pass(seconds: 1)
        let isStreaming = fixture.phone.log.contains { $0.contains("start") }
        let model = CameraModel(engine: fixture.engine)
        await fixture.settle(model)
        #expect(model.status == .off)
        #expect(model.camera != nil)
        #expect(!isStreaming, "\(fixture.phone.log)")
        model.start()
        await fixture.expect(model) { $0.status == .live }
        await fixture.end(model)
    }

    static func loading() async throws {
        let fixture = EngineFixture()
        let model = CameraModel(engine: fixture.engine)
        fixture.phone.apply(.firstFrameStall(seconds: 1))
        model.start()
        await fixture.expect(model) { $0.status == .starting(showsProgress: false) }
        let begin = fixture.clock.now
        await fixture.expect(model) { $0.status == .starting(showsProgress: true) }
        let waited = CMTimeGetSeconds(CMTimeSubtract(fixture.clock.now, begin))
        #expect(abs(waited - 0.1) < 0.02)
        await fixture.expect(model) { $0.status == .live }
        await fixture.end(model)
    }

    static func videoOnly() async throws {
        let fixture = EngineFixture()
        fixture.phone.setAuthorization(.notDetermined, for: .audio)
        fixture.phone.permissionAnswer = .wait
        let model = await fixture.makeLiveModel()
        #expect(!fixture.phone.isAskingForPermission(for: .audio))
        #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .notDetermined)
        // A call takes the microphone, which is none of the camera's business.
        fixture.phone.phoneCall()
        await fixture.pass(model, seconds: 1)
        #expect(model.status == .live)
        await fixture.end(model)
    }

    static func equality() async throws {
        let fixture = EngineFixture()
        let model = CameraModel(engine: fixture.engine)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<400 {
            AnyCommand.allCases.randomElement(using: &generator)!.perform(model, fixture.phone)
            fixture.clock.advance(bySeconds: Double.random(in: 0...0.3, using: &generator))
            if Bool.random(using: &generator) { continue }
            await fixture.settle(model)
            let status = await fixture.engine.status
            #expect(model.status == status)
            #expect((model.camera == nil) == (model.controls == nil))
            if status == .live { #expect(model.camera != nil) }
        }
        await fixture.end(model)
    }

    static func badInput() async throws {
        let fixture = EngineFixture()
        let model = CameraModel(engine: fixture.engine)
        let engine = fixture.engine
        let reach: [() -> Void] = [
            {}, { model.prewarm() }, { model.start() }, { model.enterBackground() }, { model.enterForeground() },
            { fixture.phone.interrupt(.videoDeviceInUseByAnotherClient) },
            { fixture.phone.endInterruption(.videoDeviceInUseByAnotherClient) },
            { fixture.phone.setPressure(SystemPressure(level: .shutdown)) },
            { fixture.phone.setPressure(SystemPressure(level: .nominal)) },
            { fixture.phone.failRunningSession(code: -11872) }, { fixture.phone.revokePermission() },
            { fixture.phone.setAuthorization(.authorized, for: .video) }, { model.stop() },
        ]
        for step in reach {
            step()
            await fixture.settle(model)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        for _ in 0..<2 {
                            switch number {
                            case 0: engine.prewarm()
                            case 1: engine.start()
                            case 2: engine.stop()
                            case 3: engine.rebootCamera()
                            case 4: engine.enterBackground()
                            case 5: engine.enterForeground()
                            case 6: engine.select(CameraSelection(uniqueID: "no such camera", position: .front))
                            default:
                                try? await model.setZoom(3, ramped: true)
                                try? await model.setTorch(true)
                                try? await model.focusAndExpose(at: CGPoint(x: 0.5, y: 0.5))
                            }
                        }
                    }
                }
            }
            await fixture.settle(model)
            let status = await engine.status
            #expect(model.status == status)
        }
        fixture.phone.setAuthorization(.authorized, for: .video)
        model.enterForeground()
        model.restartCamera()
        await fixture.expect(model) { $0.status == .live }
        await fixture.end(model)
    }

    static func letGo() async throws {
        let fixture = EngineFixture()
        weak var forgotten: CameraModel?
        weak var ended: CameraEngine?
        do {
            let engine = CameraEngine(clock: EngineClock(fixture.clock))
            ended = engine
            let model = CameraModel(engine: engine)
            model.start()
            for _ in 0..<50 {
                await engine.settle()
                fixture.clock.advance(bySeconds: 0.01)
            }
            await model.settle()
            #expect(model.status == .live)
            forgotten = model
        }
        for _ in 0..<50 {
            await fixture.settle()
            fixture.clock.advance(bySeconds: 0.1)
        }
        #expect(forgotten == nil && ended == nil)
    }
}

/// Anything that users, apps and the system do.
private enum AnyCommand: CaseIterable {
    case prewarm, start, stop, restart, background, foreground, front, back, interrupt, endInterruption, reset, exhaust
    case heat, cool, deny, allow, wait

    @MainActor
    func perform(_ model: CameraModel, _ phone: SimulatedPhone) {
        switch self {
        case .prewarm: model.prewarm()
        case .start, .wait: model.start()
        case .stop: model.stop()
        case .restart: model.restartCamera()
        case .background: model.enterBackground()
        case .foreground: model.enterForeground()
        case .front: model.select(CameraSelection(position: .front))
        case .back: model.select(CameraSelection(position: .back))
        case .interrupt: phone.interrupt(.videoDeviceInUseByAnotherClient)
        case .endInterruption: phone.endInterruption(.videoDeviceInUseByAnotherClient)
        case .reset: phone.resetMediaServices()
        case .exhaust: phone.failRunningSession(code: -11872)
        case .heat: phone.setPressure(SystemPressure(level: .shutdown))
        case .cool: phone.setPressure(SystemPressure(level: .nominal))
        case .deny: phone.setAuthorization(.denied, for: .video)
        case .allow: phone.setAuthorization(.authorized, for: .video)
        }
    }
}
