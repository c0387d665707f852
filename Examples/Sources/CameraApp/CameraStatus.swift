import AVFoundation

/// What the app's screen shows.
public enum CameraStatus: Sendable, Equatable {
    case off
    /// Live, with a camera of this name.
    case running(String)
    /// Something else has the camera; it comes back by itself.
    case interrupted(AVCaptureSession.InterruptionReason)
    /// The user does not let the app use the camera.
    case denied
    /// There is no camera, or there is none any more.
    case noCamera
    /// The camera has failed; the user can try again.
    case failed(AVError.Code)
}
