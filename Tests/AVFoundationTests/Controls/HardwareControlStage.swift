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
struct HardwareControlStage {
    let stage = Stage()
    let listener = ControlsListenerRecorder()
    let slider = AVCaptureSlider("Warmth", symbolName: "flame", in: 0...10)
    let picker = AVCaptureIndexPicker("Filter", symbolName: "f", localizedIndexTitles: ["None", "Noir"])

    init(delegate: Bool = true) throws {
        let listener = listener
        slider.setActionQueue(listener.queue) { listener.record("slider \($0)") }
        picker.setActionQueue(listener.queue) { listener.record("picker \($0)") }
        try stage.addInput()
        stage.session.addControl(slider)
        stage.session.addControl(picker)
        if delegate { stage.session.setControlsDelegate(listener, queue: listener.queue) }
        stage.session.startRunning()
        settle()
    }

    var panel: HardwareControlPanel.State { HardwareControlPanel.current.state }

    func settle() {
        stage.session.settle()
        listener.queue.sync {}
        // What an action changed.
        stage.session.settle()
    }

    func feel(_ gesture: CaptureControlGesture) {
        stage.phone.useCameraControl(gesture)
        settle()
    }
}
