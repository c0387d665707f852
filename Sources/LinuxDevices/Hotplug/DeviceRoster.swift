import CaptureDriver

/// A device that is watched for: what a driver knows of it, with what its clients see.
package protocol MonitoredDevice: Sendable {
    /// What the seam's clients see.
    var description: CaptureDeviceDescription { get }
}

/// Keeps the list of devices of one kind, and turns looks at the machine into hot-plug events.
///
/// A device that an open handle uses is not declared gone because one look misses it: while udev sets permissions, or a
/// busy camera does not answer, a look fails now and then, and UVC cameras that re-enumerate are away for 0.4 to 2
/// seconds. It gets `grace`, unless its handle has found out that it is gone.
///
/// Times are nanoseconds of one monotonic clock.
package struct DeviceRoster<Device: MonitoredDevice>: Sendable {
    /// How long an open device may be missed.
    package static var grace: Int64 { 2_500_000_000 }

    private var models: [Device] = []
    private var missingSince: [String: Int64] = [:]

    package init() {}

    /// The devices that are present, in the order in which they were found.
    package var present: [Device] { models }

    /// The device with an id.
    package func model(_ id: String) -> Device? {
        models.first { $0.description.id == id }
    }

    /// When to look again for the sake of a missing device; `nil` when none is missing.
    package var deadline: Int64? {
        missingSince.values.min().map { $0 + Self.grace }
    }

    /// Takes note of a look at the machine.
    ///
    /// - Parameters:
    ///   - found: the devices found, most suitable default first.
    ///   - isOpen: whether a live handle uses the device with this id.
    /// - Returns: what changed: first who went, then who came.
    package mutating func update(
        found: [Device],
        at now: Int64,
        isOpen: (String) -> Bool
    ) -> [CaptureDeviceChange] {
        let found = Self.withoutDoubles(found)
        let ids = Set(found.map(\.description.id))
        var kept: [Device] = []
        var changes: [CaptureDeviceChange] = []
        for model in models where !ids.contains(model.description.id) {
            let id = model.description.id
            let since = missingSince[id] ?? now
            if isOpen(id), now < since + Self.grace {
                missingSince[id] = since
                kept.append(model)
            } else {
                missingSince[id] = nil
                changes.append(.disappeared(id))
            }
        }
        let known = Set(models.map(\.description.id))
        for model in found {
            missingSince[model.description.id] = nil
            if !known.contains(model.description.id) { changes.append(.appeared(model.description)) }
        }
        models = found + kept
        return changes
    }

    /// Two nodes with one identity: the first counts.
    private static func withoutDoubles(_ models: [Device]) -> [Device] {
        var seen: Set<String> = []
        return models.filter { seen.insert($0.description.id).inserted }
    }
}
