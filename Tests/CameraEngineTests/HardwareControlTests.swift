@_spi(Pinhole) import AVFoundation
import CaptureDriver
import CaptureSystemTesting
import Dispatch
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Hardware controls of the camera in use", .ownCaptureSystem)
struct HardwareControlTests {
    @Test("R-MULTI-10: zoom and exposure are on the phone's button, and follow to another camera")
    func onThePhone() async throws {
        try await ButtonScene.onThePhone()
    }

    @Test(
        "R-MULTI-10: a desktop without a button has none; with a user interface that stands in for it, what the webcam can do"
    )
    func onADesktop() async throws {
        try await ButtonScene.onADesktop()
    }

    @Test("R-MULTI-10: controls that are taken away while they cover the screen cover it no more, said once")
    func takenAway() {
        let told = Mutex<[Bool]>([])
        let session = AVCaptureSession()
        let queue = DispatchQueue(label: "hardware controls")
        let controls = HardwareControls(session: session, queue: queue) { isCovered in
            told.withLock { $0.append(isCovered) }
        }
        queue.sync {
            controls.sessionControlsWillEnterFullscreenAppearance(session)
            controls.stop()
            controls.sessionControlsWillExitFullscreenAppearance(session)
            controls.sessionControlsDidBecomeInactive(session)
            controls.stop()
        }
        #expect(told.withLock { $0 } == [true, false])
    }

    @Test("R-MULTI-10: a restart and a trip to the background leave one set of controls")
    func again() async throws {
        try await ButtonScene.again()
    }
}

@MainActor
private enum ButtonScene {
    static var panel: HardwareControlPanel.State { HardwareControlPanel.current.state }

    static func onThePhone() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        #expect(panel.controls.map(\.title) == ["Zoom", "Exposure"])
        #expect(!model.hardwareControlsCoverTheScreen)
        fixture.phone.useCameraControl(.lightPress)
        await fixture.expect(model) { $0.hardwareControlsCoverTheScreen }
        fixture.phone.useCameraControl(.slide(1))
        await fixture.expect(model) { $0.controls?.zoom?.factor == 10 }
        fixture.phone.useCameraControl(.dismiss)
        await fixture.expect(model) { !$0.hardwareControlsCoverTheScreen }
        let front = try #require(model.cameras.first { $0.position == .front })
        model.select(CameraSelection(uniqueID: front.id))
        await fixture.expect(model) { $0.camera?.id == front.id && $0.status == .live }
        #expect(panel.controls.map(\.title) == ["Zoom", "Exposure"])
        let zoom = try #require(panel.controls.first)
        HardwareControlPanel.current.set(zoom.id, to: 3)
        await fixture.expect(model) { $0.controls?.zoom?.factor == 3 }
        await fixture.end(model)
        #expect(panel.controls.isEmpty)
    }

    static func onADesktop() async throws {
        let fixture = EngineFixture(.webcam)
        let model = await fixture.makeLiveModel()
        #expect(!panel.isSupported && panel.controls.isEmpty)
        await fixture.end(model)
        HardwareControlPanel.current.standIn()
        model.start()
        await fixture.expect(model) { $0.status == .live }
        #expect(panel.isSupported && panel.areAvailable && panel.controls.first?.title == "Zoom")
        let zoom = try #require(panel.controls.first)
        HardwareControlPanel.current.set(zoom.id, to: 2)
        await fixture.expect(model) { $0.controls?.zoom?.factor == 2 }
        await fixture.end(model)
    }

    static func again() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        fixture.phone.useCameraControl(.lightPress)
        await fixture.expect(model) { $0.hardwareControlsCoverTheScreen }
        model.enterBackground()
        await fixture.expect(model) { $0.status == .inBackground && !$0.hardwareControlsCoverTheScreen }
        #expect(panel.controls.isEmpty)
        model.enterForeground()
        await fixture.expect(model) { $0.status == .live }
        #expect(panel.controls.count == 2)
        model.restartCamera()
        await fixture.settle(model)
        await fixture.expect(model) { $0.status == .live }
        #expect(panel.controls.count == 2)
        await fixture.end(model)
    }
}
