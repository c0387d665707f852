import CoreMedia
import Dispatch
import Synchronization

/// The drivers, conditions and clock that the capture API stands on.
///
/// A capture system is a value that a program, a test or a task is given: `withScope(using:operation:)` puts one in force for
/// what runs inside, `use(_:)` for the innermost scope or, outside any, for the process. Capture objects keep the system they
/// were made with. A program that does nothing gets the machine's devices.
///
/// What the API keeps for a system (its device objects, its audio session, who has which camera) lies with the system, and
/// goes with it.
public final class CaptureSystem: Sendable {
    /// What it stands on.
    package let platform: CapturePlatform
    private let parts = Mutex<[ObjectIdentifier: any CaptureSystemPart]>([:])

    /// Puts a system together.
    public init(drivers: [any CaptureDriver], conditions: any SystemConditions, clock: any CaptureClock) {
        platform = CapturePlatform(drivers: drivers, conditions: conditions, clock: clock)
    }

    deinit {
        parts.withLock { $0 }.values.forEach { $0.systemEnded() }
    }

    /// The drivers, in order of preference.
    public var drivers: [any CaptureDriver] { platform.drivers }
    /// Permissions, interruptions, heat and orientation.
    public var conditions: any SystemConditions { platform.conditions }
    /// Time.
    public var clock: any CaptureClock { platform.clock }
    /// What the sessions on this system have yet to deal with of what happened by itself. With a clock that a test moves, no
    /// more time may pass until this group is empty.
    package var unsettled: DispatchGroup { platform.unsettled }

    /// All devices of all drivers, in the drivers' order.
    public func devices() -> [CaptureDeviceDescription] { platform.devices() }

    /// Opens a device of whichever driver has it.
    public func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        try platform.open(id)
    }

    /// The one object of a type that the capture API keeps for this system; made when it is first asked for.
    ///
    /// - Parameter make: makes it of what the system stands on. A part that kept the system itself would keep it for ever.
    ///   Called under a lock: it must not ask for parts.
    /// - Returns: the part, and whether it was made by this call.
    package func part<Part: CaptureSystemPart>(
        _ type: Part.Type = Part.self,
        make: (CapturePlatform) -> Part
    ) -> (part: Part, isNew: Bool) {
        parts.withLock { parts in
            if let known = parts[ObjectIdentifier(type)] as? Part { return (known, false) }
            let made = make(platform)
            parts[ObjectIdentifier(type)] = made
            return (made, true)
        }
    }
}

/// What the capture API keeps for a capture system. It lives with the system, and may be referred to for longer.
package protocol CaptureSystemPart: AnyObject, Sendable {
    /// The system is no more. Called once, on the thread that let go of it last.
    func systemEnded()
}

extension CaptureSystemPart {
    /// Nothing to do.
    package func systemEnded() {}
}
