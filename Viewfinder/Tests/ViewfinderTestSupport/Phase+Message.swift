import CameraEngine
import CameraLifecycle
public import Viewfinder

extension ViewfinderState.Phase {
    /// What the engine says in a phase of a computer's camera.
    ///
    /// - Parameter interruption: the reason, when the camera is interrupted.
    public func message(_ interruption: ViewfinderState.Interruption? = nil) -> PhaseMessages {
        PhaseMessages(status(interruption).userMessage(on: .computer))
    }

    private func status(_ interruption: ViewfinderState.Interruption?) -> CameraStatus {
        switch self {
        case .stopped: .off
        case .inBackground: .inBackground
        case .askingForPermission: .askingForPermission
        case .permissionDenied: .denied
        case .restricted: .restricted
        case .noCamera, .disconnected: .noCamera
        case .starting: .starting(showsProgress: true)
        case .live: .live
        case .interrupted: .interrupted(CameraInterruption.allCases.first { .init($0) == interruption })
        case .recovering: .recovering(attempt: 2)
        case .failed: .failed(.cameraSystemError)
        }
    }
}
