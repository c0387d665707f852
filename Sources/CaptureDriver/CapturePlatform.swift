import Dispatch

/// What a capture system stands on, for the objects that the system itself keeps: who keeps this does not keep the system.
package struct CapturePlatform: Sendable {
    /// The drivers, in order of preference.
    package let drivers: [any CaptureDriver]
    /// Permissions, interruptions, heat and orientation.
    package let conditions: any SystemConditions
    /// Time.
    package let clock: any CaptureClock
    /// What the sessions on the system have yet to deal with of what happened by itself.
    package let unsettled = DispatchGroup()

    /// All devices of all drivers, in the drivers' order.
    package func devices() -> [CaptureDeviceDescription] {
        drivers.flatMap { $0.devices() }
    }

    /// Opens a device of whichever driver has it.
    package func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        for driver in drivers where driver.devices().contains(where: { $0.id == id }) {
            return try driver.open(id)
        }
        throw CaptureDriverError(
            kind: .notFound,
            operation: "open",
            device: id,
            advice: "No such device is connected. List the devices and choose one of them."
        )
    }

    /// Whether two capture systems' platforms are one and the same.
    package static func === (left: Self, right: Self) -> Bool { left.unsettled === right.unsettled }
}
