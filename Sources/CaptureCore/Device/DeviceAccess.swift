import CaptureDriver
import CoreMedia
import Synchronization

/// A device's way to its hardware: opens it for the first user, closes it after the last, and keeps the controls that
/// were set, so that they also hold for a device that is opened later.
package final class DeviceAccess: Sendable {
    private struct State: Sendable {
        var users = 0
        var handle: SharedDeviceHandle?
        // In the order in which they were last set: modes come before the numbers that need them.
        var wanted: [(control: CaptureControl, value: CaptureControlValue)] = []

        mutating func record(_ control: CaptureControl, _ value: CaptureControlValue) {
            wanted.removeAll { $0.control == control }
            wanted.append((control, value))
        }
    }

    private let system: CapturePlatform
    private let id: CaptureDeviceDescription.ID
    private let state = Mutex(State())
    /// Opening and closing, one at a time: a device that somebody is just closing can't be opened yet.
    private let turn = Mutex<Void>(())

    package init(system: CapturePlatform, id: CaptureDeviceDescription.ID) {
        self.system = system
        self.id = id
    }

    deinit {
        state.withLock { $0.handle }.map(Self.close)
    }

    /// Opens the device, or counts one more user. Each success needs one `release()`.
    package func acquire() throws(CaptureDriverError) -> DeviceUse {
        let handle = try turn.withLock { (_) throws(CaptureDriverError) in
            // Opened under the lock: a second user has to wait until it is known whether the device can be had.
            try state.withLock { (state) throws(CaptureDriverError) in try open(&state) }
        }
        return DeviceUse(handle)
    }

    private func open(_ state: inout State) throws(CaptureDriverError) -> SharedDeviceHandle {
        if let handle = state.handle {
            state.users += 1
            return handle
        }
        let handle = SharedDeviceHandle(try system.open(id))
        for (control, value) in state.wanted {
            // What was accepted when it was set but is refused now stays as the hardware has it.
            _ = try? Self.set(control, value, handle)
        }
        state.handle = handle
        state.users = 1
        return handle
    }

    /// Gives up one use; the last one closes the device.
    package func release() {
        turn.withLock { _ in
            let closing = state.withLock { state -> SharedDeviceHandle? in
                guard state.users > 0 else { return nil }
                state.users -= 1
                guard state.users == 0 else { return nil }
                defer { state.handle = nil }
                return state.handle
            }
            // Not under the lock of the state: the device's own thread, which closing waits for, may ask for it.
            closing.map(Self.close)
        }
    }

    /// Whether anybody has the device open.
    package var isOpen: Bool { state.withLock { $0.handle != nil } }

    /// Sets a control, at once if the device is open, else as soon as it is.
    ///
    /// - Returns: the time from which frames show the value; `nil` for a device that is not open.
    /// - Throws: what the hardware says; the value is not kept then.
    package func set(_ control: CaptureControl, _ value: CaptureControlValue) throws(CaptureDriverError) -> CMTime? {
        // Recorded in the same step: whoever opens the device now sets it.
        let handle = state.withLock { state in
            if state.handle == nil { state.record(control, value) }
            return state.handle
        }
        guard let handle else { return nil }
        let time = try Self.set(control, value, handle)
        state.withLock { $0.record(control, value) }
        return time
    }

    private static func set(
        _ control: CaptureControl,
        _ value: CaptureControlValue,
        _ handle: SharedDeviceHandle
    ) throws(CaptureDriverError) -> CMTime {
        try handle.perform { device throws(CaptureDriverError) in try device.setControl(control, to: value) }
    }

    private static func close(_ handle: SharedDeviceHandle) {
        // Closing cannot fail.
        try? handle.perform { $0.close() }
    }

    private func value(_ control: CaptureControl) -> CaptureControlValue? {
        guard let handle = state.withLock({ $0.handle }) else { return nil }
        return try? handle.perform { device throws(CaptureDriverError) in try device.controlValue(control) }
    }

    /// The number that a control of the open device has now.
    package func number(_ control: CaptureControl) -> Double? {
        guard case .number(let number)? = value(control) else { return nil }
        return number
    }

    /// The mode that a control of the open device is in now.
    package func mode(_ control: CaptureControl) -> Int? {
        guard case .mode(let mode)? = value(control) else { return nil }
        return mode
    }

    /// The gains that the open device applies now.
    package func gains() -> (red: Float, green: Float, blue: Float)? {
        guard case .gains(let red, let green, let blue)? = value(.whiteBalanceGains) else { return nil }
        return (red, green, blue)
    }
}
