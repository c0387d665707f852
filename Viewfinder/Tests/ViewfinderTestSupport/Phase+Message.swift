public import CameraEngine
public import CameraLifecycle
public import Viewfinder

extension ViewfinderState.Phase {
    /// What the engine says in a phase of a computer's camera.
    ///
    /// - Parameter interruption: the reason, when the camera is interrupted.
    public func message(_ interruption: CameraInterruption? = nil) -> CameraMessage {
        status(interruption).userMessage(on: .computer)
    }

    private func status(_ interruption: CameraInterruption?) -> CameraStatus {
        switch self {
        case .stopped: .off
        case .inBackground: .inBackground
        case .askingForPermission: .askingForPermission
        case .permissionDenied: .denied
        case .restricted: .restricted
        case .noCamera, .disconnected: .noCamera
        case .starting: .starting(showsProgress: true)
        case .live: .live
        case .interrupted: .interrupted(interruption)
        case .recovering: .recovering(attempt: 2)
        case .failed: .failed(.cameraSystemError)
        }
    }
}
