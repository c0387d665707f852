import CaptureDriver
import Synchronization

/// Looks for a machine's devices of one kind, remembers them, and tells observers of changes.
package final class DeviceMonitor<Device: MonitoredDevice>: Sendable {
    /// What one enumeration of the machine found.
    package struct Enumeration: Sendable {
        /// The devices, most suitable default first.
        package var found: [Device]
        /// Whether there is more that could not be looked at, and may be soon.
        package var hasInaccessible: Bool

        package init(found: [Device], hasInaccessible: Bool) {
            self.found = found
            self.hasInaccessible = hasInaccessible
        }
    }

    private struct State: Sendable {
        var roster = DeviceRoster<Device>()
        var observers: [Int: @Sendable (CaptureDeviceChange) -> Void] = [:]
        var nextObserver = 0
        /// The token of the handle that uses each device.
        var openHandles: [String: Int] = [:]
        var nextToken = 0
        var thread: HotplugThread?
    }

    private let enumerate: @Sendable () -> Enumeration
    private let makeHints: @Sendable () -> (any HotplugHints)?
    private let now: MonotonicTime
    private let state = Mutex(State())
    /// Serialises looks, and with them the calls of observers.
    private let refreshing = Mutex(())

    /// - Parameters:
    ///   - makeHints: tells when to look; `nil` if nothing can.
    ///   - enumerate: looks for the devices; called one at a time.
    package init(
        makeHints: @escaping @Sendable () -> (any HotplugHints)?,
        now: @escaping MonotonicTime,
        enumerate: @escaping @Sendable () -> Enumeration
    ) {
        self.makeHints = makeHints
        self.now = now
        self.enumerate = enumerate
    }

    /// The devices that are present. Looks at the machine unless somebody observes it anyway.
    package func models() -> [Device] {
        let isObserved = state.withLock { $0.thread != nil }
        if !isObserved { refresh() }
        return state.withLock { $0.roster.present }
    }

    /// The device with an id, as last seen.
    package func model(_ id: String) -> Device? {
        state.withLock { $0.roster.model(id) }
    }

    /// Marks a device as used by a handle.
    ///
    /// - Returns: the handle's token, or `nil` if another handle uses the device.
    package func markOpen(_ id: String) -> Int? {
        state.withLock { state in
            guard state.openHandles[id] == nil else { return nil }
            state.nextToken += 1
            state.openHandles[id] = state.nextToken
            return state.nextToken
        }
    }

    /// A handle doesn't use the device any more: it was closed, or has found out that the device is gone. Harmless when
    /// told twice; then another handle may use the device already, which the token tells apart.
    package func markClosed(_ id: String, token: Int) {
        state.withLock { state in
            if state.openHandles[id] == token { state.openHandles[id] = nil }
        }
    }

    /// Adds an observer; the first one starts the thread.
    package func observe(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        let needsRefresh = state.withLock { $0.thread == nil }
        // Hints are collected from now on: a device may be plugged in during the look.
        let hints = needsRefresh ? makeHints() : nil
        // The state that changes are told against.
        if needsRefresh { refresh() }
        let id = state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = handler
            return state.nextObserver
        }
        startThread(hints)
        return CaptureObservation { [weak self] in
            let thread = self?.state.withLock { state -> HotplugThread? in
                state.observers[id] = nil
                guard state.observers.isEmpty else { return nil }
                defer { state.thread = nil }
                return state.thread
            }
            // Released here, outside the lock: its end stops the thread.
            _ = thread
        }
    }

    private func startThread(_ hints: (any HotplugHints)?) {
        let isRunning = state.withLock { $0.thread != nil }
        guard !isRunning, let hints = hints ?? makeHints() else { return }
        let thread = HotplugThread(hints: hints, now: now) { [weak self] in
            self?.refresh() ?? (false, nil)
        }
        let surplus = state.withLock { state -> HotplugThread? in
            if state.thread != nil { return thread }
            state.thread = thread
            return nil
        }
        _ = surplus
    }

    /// Looks at the machine once and tells observers what changed.
    @discardableResult
    package func refresh() -> (hasInaccessible: Bool, deadline: Int64?) {
        refreshing.withLock { _ in
            let enumeration = enumerate()
            let (changes, observers, deadline) = state.withLock { state in
                let open = state.openHandles
                let changes = state.roster.update(found: enumeration.found, at: now()) { open[$0] != nil }
                // Whoever has a device that is gone open doesn't get it back, and is in nobody's way.
                for case .disappeared(let id) in changes { state.openHandles[id] = nil }
                let observers = state.observers.sorted { $0.key < $1.key }.map(\.value)
                return (changes, observers, state.roster.deadline)
            }
            for change in changes {
                for observer in observers { observer(change) }
            }
            return (enumeration.hasInaccessible, deadline)
        }
    }
}

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
