import Foundation

/// Is told of changes of a photo output's readiness, exactly as Apple's protocol of the same name.
public protocol AVCapturePhotoOutputReadinessCoordinatorDelegate: NSObjectProtocol {
    /// The readiness changed. Always called on the main queue (S-162).
    func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    )
}

// Apple's method is optional.
extension AVCapturePhotoOutputReadinessCoordinatorDelegate {
    /// Does nothing.
    public func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    ) {}
}
