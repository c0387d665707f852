import AVFoundation

/// Keeps the connections of a camera level with the horizon while the host device turns (R-ROT-2). Releasing it ends that.
final class RotationFollower: Sendable {
    private let observation: NSKeyValueObservation
    private let coordinator: AVCaptureDevice.RotationCoordinator

    /// - Parameters:
    ///   - device: the camera.
    ///   - connections: those whose pictures shall be upright.
    init(device: AVCaptureDevice, connections: [AVCaptureConnection]) {
        coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
        observation = coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: [.initial, .new]) {
            coordinator,
            _ in
            let angle = coordinator.videoRotationAngleForHorizonLevelCapture
            for connection in connections where connection.isVideoRotationAngleSupported(angle) {
                connection.videoRotationAngle = angle
            }
        }
    }
}
