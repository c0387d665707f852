import Foundation

/// Hears of the presentation of a session's controls.
public protocol AVCaptureSessionControlsDelegate: NSObjectProtocol {
    /// The controls became active.
    func sessionControlsDidBecomeActive(_ session: AVCaptureSession)
    /// The controls will fill the screen.
    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession)
    /// The controls will no longer fill the screen.
    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession)
    /// The controls became inactive.
    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession)
}
