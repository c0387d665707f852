import CoreMedia
import Dispatch
import Synchronization

/// The drivers, conditions and clock that the capture API stands on.
///
/// There is one current system for the process. A program that does nothing gets the machine's real devices, or the
/// simulated phone where there are none; `use(_:)` replaces it, for simulations and tests, before capture objects are made.
public final class CaptureSystem: Sendable {
    /// The drivers, in order of preference.
    public let drivers: [any CaptureDriver]
    /// Permissions, interruptions, heat and orientation.
    public let conditions: any SystemConditions
    /// Time.
    public let clock: any CaptureClock
    /// What the sessions on this system have yet to deal with of what happened by itself. With a clock that a test moves, no
    /// more time may pass until this group is empty.
    package let unsettled = DispatchGroup()

    /// Puts a system together.
    public init(drivers: [any CaptureDriver], conditions: any SystemConditions, clock: any CaptureClock) {
        self.drivers = drivers
        self.conditions = conditions
        self.clock = clock
    }

    /// All devices of all drivers, in the drivers' order.
    public func devices() -> [CaptureDeviceDescription] {
        drivers.flatMap { $0.devices() }
    }

    /// Opens a device of whichever driver has it.
    public func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
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

    private static let selected = Mutex<CaptureSystem?>(nil)

    /// Replaces the current system. Capture objects that exist keep the one they were made with.
    public static func use(_ system: CaptureSystem) {
        selected.withLock { $0 = system }
    }

    /// The current system; made by `makeDefault` when nobody has chosen one.
    public static func current(makeDefault: @Sendable () -> CaptureSystem) -> CaptureSystem {
        selected.withLock { system in
            if let system { return system }
            let made = makeDefault()
            system = made
            return made
        }
    }
}
