@preconcurrency import AVFoundation
import CaptureSystemTesting
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Focus and exposure", .ownCaptureSystem)
struct FocusTests {
    @Test("R-PREV-5: a point stays until the picture changes much; then the camera decides again")
    func point() async throws { try await FocusScene.point() }

    @Test("R-PREV-5: a lock at a point stays when the picture changes, until it is unlocked")
    func lock() async throws { try await FocusScene.lock() }

    @Test("What is in force can be locked without a point")
    func lockAsItIs() async throws { try await FocusScene.lockAsItIs() }

    @Test("A lock ends with its camera: at a change of cameras, and in the background")
    func otherCamera() async throws { try await FocusScene.otherCamera() }

    @Test("Pictures are made brighter and darker, inside of what the camera can do; unlocking takes it back")
    func bias() async throws { try await FocusScene.bias() }

    @Test("A webcam without a point locks what it can, and refuses what it cannot")
    func webcam() async throws { try await FocusScene.webcam() }
}

@MainActor
private enum FocusScene {
    static func subjectChanges(_ fixture: EngineFixture, _ model: CameraModel) async throws {
        let device = try #require(await fixture.engine.device)
        NotificationCenter.default.post(name: AVCaptureDevice.subjectAreaDidChangeNotification, object: device)
        await fixture.pass(model, seconds: 1)
    }

    static func point() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        #expect(model.controls?.focusAndExposure == .automatic)
        try await model.focusAndExpose(at: CGPoint(x: 0.25, y: 0.75))
        await fixture.expect(model) { $0.controls?.focusAndExposure == .atPoint }
        // Adjusting once is over.
        await fixture.pass(model, seconds: 3)
        #expect(model.controls?.focusAndExposure == .atPoint)
        try await subjectChanges(fixture, model)
        #expect(model.controls?.focusAndExposure == .automatic)
        let (point, focus, exposure) = try await fixture.engine.withCamera {
            ($0.exposurePointOfInterest, $0.focusMode, $0.exposureMode)
        }
        #expect(point == CGPoint(x: 0.5, y: 0.5))
        #expect(focus == .continuousAutoFocus && exposure == .continuousAutoExposure)
        await fixture.end(model)
    }

    static func lock() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        #expect(model.controls?.canLockFocusAndExposure == true)
        try await model.focusAndExpose(at: CGPoint(x: 0.75, y: 0.25))
        try await model.lockFocusAndExposure(at: CGPoint(x: 0.25, y: 0.75))
        await fixture.pass(model, seconds: 3)
        #expect(model.controls?.focusAndExposure == .locked)
        try await subjectChanges(fixture, model)
        #expect(model.controls?.focusAndExposure == .locked)
        let (point, focus, exposure) = try await fixture.engine.withCamera {
            ($0.focusPointOfInterest, $0.focusMode, $0.exposureMode)
        }
        #expect(point == CGPoint(x: 0.25, y: 0.75))
        #expect(focus == .locked && exposure == .locked)
        await #expect(throws: CameraControlError.pointOutside) {
            try await model.lockFocusAndExposure(at: CGPoint(x: 0.5, y: 1.5))
        }
        try await model.unlockFocusAndExposure()
        await fixture.expect(model) { $0.controls?.focusAndExposure == .automatic }
        await fixture.end(model)
    }

    static func lockAsItIs() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        let before = try await fixture.engine.withCamera { $0.focusPointOfInterest }
        try await model.lockFocusAndExposure()
        await fixture.expect(model) { $0.controls?.focusAndExposure == .locked }
        let (point, focus) = try await fixture.engine.withCamera { ($0.focusPointOfInterest, $0.focusMode) }
        #expect(point == before && focus == .locked)
        await fixture.end(model)
    }

    static func otherCamera() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        let back = try #require(model.camera)
        try await model.lockFocusAndExposure()
        await fixture.expect(model) { $0.controls?.focusAndExposure == .locked }
        model.select(CameraSelection(position: .front))
        await fixture.expect(model) { $0.camera?.position == .front && $0.status == .live }
        #expect(model.controls?.focusAndExposure == .automatic)
        model.select(CameraSelection(uniqueID: back.id))
        await fixture.expect(model) { $0.camera == back && $0.status == .live }
        #expect(model.controls?.focusAndExposure == .automatic)
        try await model.lockFocusAndExposure()
        await fixture.expect(model) { $0.controls?.focusAndExposure == .locked }
        model.enterBackground()
        await fixture.expect(model) { $0.status == .inBackground }
        model.enterForeground()
        await fixture.expect(model) { $0.status == .live }
        #expect(model.controls?.focusAndExposure == .automatic)
        await fixture.end(model)
    }

    static func bias() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        let range = try #require(model.controls?.exposureBias?.range)
        #expect(range == -8...8)
        try await model.setExposureBias(-1.5)
        await fixture.expect(model) { $0.controls?.exposureBias?.value == -1.5 }
        #expect(try await fixture.engine.withCamera { $0.exposureTargetBias } == -1.5)
        for wrong in [-8.1, 9, .nan, .infinity] {
            await #expect(throws: CameraControlError.self) { try await model.setExposureBias(wrong) }
        }
        try await model.lockFocusAndExposure()
        await fixture.settle(model)
        #expect(model.controls?.exposureBias?.value == -1.5)
        try await model.unlockFocusAndExposure()
        await fixture.expect(model) { $0.controls?.exposureBias?.value == 0 }
        await fixture.end(model)
    }

    static func webcam() async throws {
        let fixture = EngineFixture(.webcam)
        let model = await fixture.makeLiveModel()
        let controls = try #require(model.controls)
        #expect(controls.canLockFocusAndExposure && !controls.canFocusAtPoint && !controls.canExposeAtPoint)
        try await model.lockFocusAndExposure(at: CGPoint(x: 0.5, y: 0.5))
        await fixture.expect(model) { $0.controls?.focusAndExposure == .locked }
        try await model.unlockFocusAndExposure()
        await fixture.expect(model) { $0.controls?.focusAndExposure == .automatic }
        #expect(controls.exposureBias == nil)
        await #expect(throws: CameraControlError.unsupported(.exposureBias)) { try await model.setExposureBias(1) }
        await fixture.end(model)
    }
}
