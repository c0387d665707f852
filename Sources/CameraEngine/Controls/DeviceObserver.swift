@preconcurrency import AVFoundation

/// Tells when something about one camera changes that a user may see. Releasing it ends that (R-LIFE-13).
// @unchecked: the observations are only kept, and released once.
final class DeviceObserver: @unchecked Sendable {
    /// The camera that is observed.
    let device: AVCaptureDevice
    private let observations: [NSKeyValueObservation]

    /// - Parameters:
    ///   - device: the one camera that is observed.
    ///   - tell: called after each change, on whatever thread it comes on.
    init(_ device: AVCaptureDevice, tell: @escaping @Sendable () -> Void) {
        self.device = device
        observations = [
            device.observe(\.videoZoomFactor) { _, _ in tell() },
            device.observe(\.isRampingVideoZoom) { _, _ in tell() },
            device.observe(\.maxAvailableVideoZoomFactor) { _, _ in tell() },
            device.observe(\.isTorchActive) { _, _ in tell() },
            device.observe(\.isTorchAvailable) { _, _ in tell() },
            device.observe(\.focusMode) { _, _ in tell() },
            device.observe(\.exposureMode) { _, _ in tell() },
            device.observe(\.exposureTargetBias) { _, _ in tell() },
            device.observe(\.isSubjectAreaChangeMonitoringEnabled) { _, _ in tell() },
            device.observe(\.activeFormat) { _, _ in tell() },
            device.observe(\.systemPressureState) { _, _ in tell() },
        ]
    }
}
