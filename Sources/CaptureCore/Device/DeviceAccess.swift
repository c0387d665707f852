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
        state.withLock { $0.handle }?.close()
    }

    /// Opens the device, or counts one more user. Each success needs one `release()`.
    package func acquire() throws(CaptureDriverError) -> SharedDeviceHandle {
        try turn.withLock { (_) throws(CaptureDriverError) in
            // Opened under the lock: a second user has to wait until it is known whether the device can be had.
            try state.withLock { (state) throws(CaptureDriverError) in try open(&state) }
        }
    }

    private func open(_ state: inout State) throws(CaptureDriverError) -> SharedDeviceHandle {
        if let handle = state.handle {
            state.users += 1
            return handle
        }
        let handle = SharedDeviceHandle(try system.open(id))
        for (control, value) in state.wanted {
            // What was accepted when it was set but is refused now stays as the hardware has it.
            _ = try? handle.setControl(control, to: value)
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
            closing?.close()
        }
    }

    /// Whether anybody has the device open.
    package var isOpen: Bool { state.withLock { $0.handle != nil } }

    /// Sets a control, at once if the device is open, else as soon as it is.
    ///
    /// - Returns: the time from which frames show the value; `nil` for a device that is not open.
    /// - Throws: what the hardware says; the value is forgotten then.
    package func set(_ control: CaptureControl, _ value: CaptureControlValue) throws(CaptureDriverError) -> CMTime? {
        let handle = state.withLock { $0.handle }
        let time = try handle?.setControl(control, to: value)
        state.withLock { state in
            state.wanted.removeAll { $0.control == control }
            state.wanted.append((control, value))
        }
        return time
    }

    /// The number that a control of the open device has now.
    package func number(_ control: CaptureControl) -> Double? {
        guard let handle = state.withLock({ $0.handle }), case .number(let number)? = try? handle.controlValue(control)
        else {
            return nil
        }
        return number
    }

    /// The mode that a control of the open device is in now.
    package func mode(_ control: CaptureControl) -> Int? {
        guard let handle = state.withLock({ $0.handle }), case .mode(let mode)? = try? handle.controlValue(control)
        else {
            return nil
        }
        return mode
    }

    /// The gains that the open device applies now.
    package func gains() -> (red: Float, green: Float, blue: Float)? {
        guard let handle = state.withLock({ $0.handle }),
            case .gains(let red, let green, let blue)? = try? handle.controlValue(.whiteBalanceGains)
        else { return nil }
        return (red, green, blue)
    }
}
