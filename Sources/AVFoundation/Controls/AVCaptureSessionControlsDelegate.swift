import Foundation

/// Hears when a session's controls are shown, on the queue given with it. A session without such a delegate shows no controls
/// (S-29).
///
/// `UNKNOWN`: Apple does not document which gesture leads to which call. Here controls are active from the light press that
/// shows them until they are put away, and cover the screen for as long, in the order of the declarations.
public protocol AVCaptureSessionControlsDelegate: NSObjectProtocol {
    /// The controls became active: the user can set them.
    func sessionControlsDidBecomeActive(_ session: AVCaptureSession)
    /// The controls will fill the screen: a good time to hide what lies under them.
    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession)
    /// The controls will no longer fill the screen.
    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession)
    /// The controls became inactive.
    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession)
}
