import CaptureCore
import CaptureDriver
import Dispatch
import FoundationExtras
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("The system's hardware controls")
    struct SystemControlTests {
        @Test(
            "The zoom slider zooms in the recommended range, follows other changes, and calls its action on the main actor"
        )
        func zoom() async throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            let heard = Mutex<[CGFloat]>([])
            let slider = AVCaptureSystemZoomSlider(device: camera) { factor in
                MainActor.assertIsolated()
                heard.withLock { $0.append(factor) }
            }
            let listener = ControlsListenerRecorder()
            try fixture.addInput()
            fixture.session.addControl(slider)
            fixture.session.setControlsDelegate(listener, queue: listener.queue)
            fixture.session.startRunning()
            let range = try #require(camera.activeFormat.systemRecommendedVideoZoomRange)
            #expect(range.lowerBound == 1 && range.upperBound == 10)
            #expect(slider.face.scale == .geometric(1...10) && slider.face.prominentValues == [1, 2, 4, 8])
            fixture.phone.useCameraControl(.lightPress)
            fixture.phone.useCameraControl(.slide(0.5))
            fixture.session.settle()
            #expect(abs(camera.videoZoomFactor - 10.squareRoot()) < 1e-6)
            #expect(slider.face.valueText == "3.2x")
            HardwareControlPanel.current.set(slider.face.id, to: 400)
            fixture.session.settle()
            #expect(camera.videoZoomFactor == 10)
            try camera.lockForConfiguration()
            camera.videoZoomFactor = 2
            camera.unlockForConfiguration()
            #expect(slider.face.value == 2)
            await MainActor.run {}
            #expect(heard.withLock { $0.count } == 2)
        }

        @Test("The exposure slider sets the bias, two stops either way")
        func exposure() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            let slider = AVCaptureSystemExposureBiasSlider(device: camera)
            let listener = ControlsListenerRecorder()
            try fixture.addInput()
            fixture.session.addControl(slider)
            fixture.session.setControlsDelegate(listener, queue: listener.queue)
            fixture.session.startRunning()
            #expect(camera.activeFormat.systemRecommendedExposureBiasRange == -2...2)
            #expect(slider.face.valueText == "0")
            fixture.phone.useCameraControl(.lightPress)
            fixture.phone.useCameraControl(.slide(0.25))
            fixture.session.settle()
            #expect(camera.exposureTargetBias == 1 && slider.face.valueText == "+1")
            slider.isEnabled = false
            HardwareControlPanel.current.set(slider.face.id, to: -8)
            fixture.session.settle()
            #expect(camera.exposureTargetBias == 1)
        }

        @Test("A camera that is unplugged while its slider is shown can't be changed any more, and nothing breaks")
        func unplugged() throws {
            let setup = Fixture()
            let camera = try setup.camera
            let slider = AVCaptureSystemZoomSlider(device: camera)
            let listener = ControlsListenerRecorder()
            try setup.addInput()
            setup.session.addControl(slider)
            setup.session.setControlsDelegate(listener, queue: listener.queue)
            setup.session.startRunning()
            setup.phone.useCameraControl(.lightPress)
            setup.phone.unplug(camera.uniqueID)
            setup.phone.useCameraControl(.slide(0.5))
            setup.session.settle()
            #expect(camera.videoZoomFactor == 1 && !slider.face.isEnabled)
        }

        @Test("A session that goes away leaves the button to nobody; a desktop's button does nothing")
        func endings() throws {
            var setup: HardwareControlFixture? = try HardwareControlFixture()
            setup?.feel(.lightPress)
            let phone = setup?.fixture.phone
            setup = nil
            #expect(HardwareControlPanel.current.state.controls.isEmpty)
            phone?.useCameraControl(.lightPress)
            let desktop = Fixture(.webcam)
            let presses = Mutex(0)
            let observation = HardwareControlPanel.current.observeShutter { presses.withLock { $0 += 1 } }
            try desktop.addInput()
            desktop.session.startRunning()
            desktop.phone.useCameraControl(.press)
            desktop.session.settle()
            #expect(presses.withLock { $0 } == 0)
            // What stands in for the button works without any session for controls.
            HardwareControlPanel.current.perform(.press)
            #expect(presses.withLock { $0 } == 1)
            observation.cancel()
        }
    }
}
