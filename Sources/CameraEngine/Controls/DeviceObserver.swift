@preconcurrency import AVFoundation

/// Tells when something about one camera changes that a user may see. Releasing it ends that (R-LIFE-13).
// @unchecked: the observations are only kept, and released once.
final class DeviceObserver: @unchecked Sendable {
    /// The camera that is observed.
    let device: AVCaptureDevice
    private let observations: [NSKeyValueObservation]

    /// - Parameters:
    ///   - device: the one camera that is observed.
    ///   - report: called after each change, on whatever thread it comes on.
    init(_ device: AVCaptureDevice, report: @escaping @Sendable () -> Void) {
        self.device = device
        observations = [
            device.observe(\.videoZoomFactor) { _, _ in report() },
            device.observe(\.isRampingVideoZoom) { _, _ in report() },
            device.observe(\.maxAvailableVideoZoomFactor) { _, _ in report() },
            device.observe(\.isTorchActive) { _, _ in report() },
            device.observe(\.isTorchAvailable) { _, _ in report() },
            device.observe(\.focusMode) { _, _ in report() },
            device.observe(\.exposureMode) { _, _ in report() },
            device.observe(\.exposureTargetBias) { _, _ in report() },
            device.observe(\.isSubjectAreaChangeMonitoringEnabled) { _, _ in report() },
            device.observe(\.activeFormat) { _, _ in report() },
            device.observe(\.systemPressureState) { _, _ in report() },
        ]
    }
}
