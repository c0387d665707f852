import Foundation

/// Hears of a session's deferred start (S-26).
public protocol AVCaptureSessionDeferredStartDelegate: NSObjectProtocol {
    /// The session is about to start what was deferred.
    func sessionWillRunDeferredStart(_ session: AVCaptureSession)
    /// The session has started what was deferred.
    func sessionDidRunDeferredStart(_ session: AVCaptureSession)
}
