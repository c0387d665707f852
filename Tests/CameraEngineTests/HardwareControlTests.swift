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
        let stage = EngineStage()
        let model = await stage.makeLiveModel()
        #expect(panel.controls.map(\.title) == ["Zoom", "Exposure"])
        #expect(!model.hardwareControlsCoverTheScreen)
        stage.phone.useCameraControl(.lightPress)
        await stage.expect(model) { $0.hardwareControlsCoverTheScreen }
        stage.phone.useCameraControl(.slide(1))
        await stage.expect(model) { $0.controls?.zoom?.factor == 10 }
        stage.phone.useCameraControl(.dismiss)
        await stage.expect(model) { !$0.hardwareControlsCoverTheScreen }
        let front = try #require(model.cameras.first { $0.position == .front })
        model.select(CameraSelection(uniqueID: front.id))
        await stage.expect(model) { $0.camera?.id == front.id && $0.status == .live }
        #expect(panel.controls.map(\.title) == ["Zoom", "Exposure"])
        let zoom = try #require(panel.controls.first)
        HardwareControlPanel.current.set(zoom.id, to: 3)
        await stage.expect(model) { $0.controls?.zoom?.factor == 3 }
        await stage.end(model)
        #expect(panel.controls.isEmpty)
    }

    static func onADesktop() async throws {
        let stage = EngineStage(.webcam)
        let model = await stage.makeLiveModel()
        #expect(!panel.isSupported && panel.controls.isEmpty)
        await stage.end(model)
        HardwareControlPanel.current.standIn()
        model.start()
        await stage.expect(model) { $0.status == .live }
        #expect(panel.isSupported && panel.areAvailable && panel.controls.first?.title == "Zoom")
        let zoom = try #require(panel.controls.first)
        HardwareControlPanel.current.set(zoom.id, to: 2)
        await stage.expect(model) { $0.controls?.zoom?.factor == 2 }
        await stage.end(model)
    }

    static func again() async throws {
        let stage = EngineStage()
        let model = await stage.makeLiveModel()
        stage.phone.useCameraControl(.lightPress)
        await stage.expect(model) { $0.hardwareControlsCoverTheScreen }
        model.enterBackground()
        await stage.expect(model) { $0.status == .inBackground && !$0.hardwareControlsCoverTheScreen }
        #expect(panel.controls.isEmpty)
        model.enterForeground()
        await stage.expect(model) { $0.status == .live }
        #expect(panel.controls.count == 2)
        model.restartCamera()
        await stage.settle(model)
        await stage.expect(model) { $0.status == .live }
        #expect(panel.controls.count == 2)
        await stage.end(model)
    }
}
