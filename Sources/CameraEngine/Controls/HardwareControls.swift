@preconcurrency import AVFoundation

/// Puts zoom and exposure of the camera in use onto the device's button for cameras, where it has one (R-MULTI-10).
///
/// The system's own sliders do the rest: they set the camera, and what they set shows in ``CameraModel/controls`` as any other
/// change does.
// @unchecked: session and camera are used on the session's queue only, which the delegate is called on, too.
final class HardwareControls: NSObject, AVCaptureSessionControlsDelegate, @unchecked Sendable {
    private let session: AVCaptureSession
    private let queue: DispatchQueue
    private let report: @Sendable (Bool) -> Void
    /// The camera that the controls are for.
    private weak var camera: AVCaptureDevice?
    /// Whether it was told that the controls cover the screen.
    private var coversScreen = false

    /// - Parameters:
    ///   - session: gets the controls.
    ///   - queue: the session's queue.
    ///   - report: called with whether the controls cover the screen, on that queue.
    init(session: AVCaptureSession, queue: DispatchQueue, report: @escaping @Sendable (Bool) -> Void) {
        self.session = session
        self.queue = queue
        self.report = report
        super.init()
        session.setControlsDelegate(self, queue: queue)
    }

    /// Has the controls set a camera, in the place of another. Nothing happens on a device without such a button.
    func follow(_ camera: AVCaptureDevice) {
        dispatchPrecondition(condition: .onQueue(queue))
        let isServed = self.camera == camera && !session.controls.isEmpty
        guard session.supportsControls, !isServed else { return }
        stop()
        self.camera = camera
        for control in Self.controls(for: camera) where session.canAddControl(control) { session.addControl(control) }
    }

    /// Takes the controls away. What is taken away covers nothing, and the session need not say so.
    func stop() {
        dispatchPrecondition(condition: .onQueue(queue))
        session.controls.forEach(session.removeControl)
        camera = nil
        setCover(false)
    }

    private func setCover(_ coversScreen: Bool) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard coversScreen != self.coversScreen else { return }
        self.coversScreen = coversScreen
        report(coversScreen)
    }

    private static func controls(for camera: AVCaptureDevice) -> [AVCaptureControl] {
        var controls: [AVCaptureControl] = []
        if camera.maxAvailableVideoZoomFactor > camera.minAvailableVideoZoomFactor {
            controls.append(AVCaptureSystemZoomSlider(device: camera))
        }
        if camera.maxExposureTargetBias > camera.minExposureTargetBias {
            controls.append(AVCaptureSystemExposureBiasSlider(device: camera))
        }
        return controls
    }

    // MARK: - The controls' delegate

    func sessionControlsDidBecomeActive(_ session: AVCaptureSession) {}

    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) { setCover(true) }

    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) { setCover(false) }

    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) { setCover(false) }
}
