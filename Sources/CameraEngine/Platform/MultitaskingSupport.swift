@preconcurrency import AVFoundation

/// Use of the camera beside other apps on the screen, as on an iPad (S-25).
enum MultitaskingSupport {
    /// Has a session go on while several apps are on the screen, where that is possible; elsewhere it is interrupted. Inside of a
    /// configuration.
    static func enable(_ session: AVCaptureSession) {
        #if !os(macOS)
            guard session.isMultitaskingCameraAccessSupported, !session.isMultitaskingCameraAccessEnabled else {
                return
            }
            session.isMultitaskingCameraAccessEnabled = true
        #endif
    }
}
