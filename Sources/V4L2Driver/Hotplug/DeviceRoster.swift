import CaptureDriver

/// Keeps the list of cameras, and turns looks at the machine into hot-plug events.
///
/// A camera that an open handle uses is not declared gone because one look misses it: while udev sets permissions, or a
/// busy camera does not answer, a look fails now and then, and UVC cameras that re-enumerate are away for 0.4 to 2
/// seconds. It gets `grace`, unless its handle has found out that it is gone.
///
/// Times are nanoseconds of one monotonic clock.
struct DeviceRoster: Sendable {
    /// How long an open camera may be missed.
    static let grace: Int64 = 2_500_000_000

    private var models: [CameraModel] = []
    private var missingSince: [String: Int64] = [:]

    init() {}

    /// The cameras that are present, in the order of their nodes.
    var present: [CameraModel] { models }

    /// The camera with an id.
    func model(_ id: String) -> CameraModel? {
        models.first { $0.description.id == id }
    }

    /// When to look again for the sake of a missing camera; `nil` when none is missing.
    var deadline: Int64? {
        missingSince.values.min().map { $0 + Self.grace }
    }

    /// Takes note of a look at the machine.
    ///
    /// - Parameters:
    ///   - found: the cameras found, in the order of their nodes.
    ///   - isOpen: whether a live handle uses the camera with this id.
    /// - Returns: what changed: first who went, then who came.
    mutating func update(
        found: [CameraModel],
        at now: Int64,
        isOpen: (String) -> Bool
    ) -> [CaptureDeviceChange] {
        let found = Self.withoutDoubles(found)
        let ids = Set(found.map(\.description.id))
        var kept: [CameraModel] = []
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
    private static func withoutDoubles(_ models: [CameraModel]) -> [CameraModel] {
        var seen: Set<String> = []
        return models.filter { seen.insert($0.description.id).inserted }
    }
}
