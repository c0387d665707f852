import CaptureDriver

extension FolderDriver {
    /// A capture system that has this camera and no other device: `CaptureSystem.use(_:)` gives it to a program or a test.
    public func makeSystem() -> CaptureSystem {
        CaptureSystem(drivers: [self], conditions: OpenConditions(), clock: clock)
    }
}

/// A computer that allows everything, and on which nothing ever happens.
private final class OpenConditions: SystemConditions {
    var orientation: HostOrientation? { nil }

    func authorization(for medium: CaptureDeviceDescription.Medium) -> CaptureAuthorization { .authorized }

    func requestAuthorization(
        for medium: CaptureDeviceDescription.Medium,
        completion: @escaping @Sendable (Bool) -> Void
    ) {
        completion(true)
    }

    func pressure(on device: CaptureDeviceDescription.ID) -> SystemPressure { SystemPressure() }

    func interruptions(of media: Set<CaptureDeviceDescription.Medium>) -> [CaptureInterruption] { [] }

    func observe(_ handler: @escaping @Sendable (SystemConditionChange) -> Void) -> CaptureObservation {
        CaptureObservation {}
    }
}
