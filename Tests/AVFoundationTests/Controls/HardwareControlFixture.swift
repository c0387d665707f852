import CaptureCore
import CaptureDriver
import Dispatch
import FoundationExtras
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import AVFoundation

/// Remembers what a controls delegate hears, and what actions are called with.
final class ControlsListenerRecorder: NSObject, AVCaptureSessionControlsDelegate, Sendable {
    let queue = DispatchQueue(label: "test.controls")
    private let said = Mutex<[String]>([])

    var words: [String] {
        queue.sync {}
        return said.withLock { $0 }
    }

    func record(_ word: String) { said.withLock { $0.append(word) } }

    func sessionControlsDidBecomeActive(_ session: AVCaptureSession) { record("active") }
    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) { record("enter") }
    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) { record("exit") }
    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) { record("inactive") }
}

/// A running session with a slider, a picker and a listener, on a phone that has hardware controls.
struct HardwareControlFixture {
    let fixture = Fixture()
    let listener = ControlsListenerRecorder()
    let slider = AVCaptureSlider("Warmth", symbolName: "flame", in: 0...10)
    let picker = AVCaptureIndexPicker("Filter", symbolName: "f", localizedIndexTitles: ["None", "Noir"])

    init(delegate: Bool = true) throws {
        let listener = listener
        slider.setActionQueue(listener.queue) { listener.record("slider \($0)") }
        picker.setActionQueue(listener.queue) { listener.record("picker \($0)") }
        try fixture.addInput()
        fixture.session.addControl(slider)
        fixture.session.addControl(picker)
        if delegate { fixture.session.setControlsDelegate(listener, queue: listener.queue) }
        fixture.session.startRunning()
        settle()
    }

    var panel: HardwareControlPanel.State { HardwareControlPanel.current.state }

    func settle() {
        fixture.session.settle()
        listener.queue.sync {}
        // What an action changed.
        fixture.session.settle()
    }

    func feel(_ gesture: CaptureControlGesture) {
        fixture.phone.useCameraControl(gesture)
        settle()
    }
}
