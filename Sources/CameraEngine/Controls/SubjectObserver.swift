@preconcurrency import AVFoundation

/// Sees to it that focus and exposure are the camera's again: when the subject at the point that they were measured at has changed, and
/// when another camera is used (R-PREV-5).
// @unchecked: used on the session's queue only.
final class SubjectObserver: @unchecked Sendable {
    private let queue: DispatchQueue
    private var camera: AVCaptureDevice?
    private var tokens = ObserverTokens()

    /// - Parameter queue: the session's queue.
    init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// Follows a camera, in the place of another.
    func follow(_ camera: AVCaptureDevice) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard self.camera != camera else { return }
        stop()
        self.camera = camera
        // Documented: posted for a device that is monitored (S-73).
        let name = AVCaptureDevice.subjectAreaDidChangeNotification
        tokens = ObserverTokens([
            ObserverTokens.token(name, of: camera) { [weak self, queue] () in
                queue.async { [weak self] in self?.subjectChanged() }
            } _: { _ in
                ()
            }
        ])
    }

    /// Follows none.
    func stop() {
        dispatchPrecondition(condition: .onQueue(queue))
        tokens = ObserverTokens()
        unlock(from: [.atPoint, .locked])
        camera = nil
    }

    private func subjectChanged() { unlock(from: [.atPoint]) }

    /// Lets the camera decide again if focus and exposure are kept. A camera that cannot be set now stays as it is: it is gone, or held by somebody.
    private func unlock(from states: Set<CameraFocusState>) {
        guard let camera, camera.isConnected else { return }
        let controls = DeviceControls(device: camera)
        guard states.contains(controls.focusState) else { return }
        do {
            try controls.unlockFocusAndExposure()
        } catch {
            EngineLog.shared.write(.configuration, .notice, "focus not unlocked", ["reason": "\(error)"])
        }
    }
}
