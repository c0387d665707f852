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

/// One user's way to a device that is open, maybe for others too. What it does to streams it does to the one that it started: a
/// session that goes away must not stop the stream of the session that has taken its place.
package final class DeviceUse: Sendable {
    private let device: SharedDeviceHandle
    private let stream = Mutex<Int?>(nil)

    init(_ device: SharedDeviceHandle) {
        self.device = device
    }

    /// Starts to stream pictures; a stream of anybody's that runs ends.
    package func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) {
        try start { handle throws(CaptureDriverError) in _ = try handle.startStream(request, sink: sink) }
    }

    /// Starts to stream sound; a stream of anybody's that runs ends.
    package func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) {
        try start { handle throws(CaptureDriverError) in _ = try handle.startAudioStream(request, sink: sink) }
    }

    private func start(
        _ body: (any CaptureDeviceHandle) throws(CaptureDriverError) -> Void
    ) throws(CaptureDriverError) {
        let number = try device.start(body)
        stream.withLock { $0 = number }
    }

    /// Changes the frame rate of the stream.
    package func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
        guard let number = stream.withLock({ $0 }) else { return }
        try device.withStream(number) { handle throws(CaptureDriverError) in try handle.setFrameDuration(duration) }
    }

    /// Ends the stream. When it returns, the sink is not called any more.
    package func stopStream() {
        guard let number = stream.withLock({ $0 }) else { return }
        // Stopping cannot fail.
        try? device.withStream(number) { $0.stopStream() }
    }

    /// Sets a control.
    ///
    /// - Returns: the time from which frames show it.
    @discardableResult
    package func setControl(
        _ control: CaptureControl,
        to value: CaptureControlValue
    ) throws(CaptureDriverError) -> CMTime {
        try device.perform { handle throws(CaptureDriverError) in try handle.setControl(control, to: value) }
    }

    /// The value that a control has now.
    package func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        try device.perform { handle throws(CaptureDriverError) in try handle.controlValue(control) }
    }
}

/// One open device for all who use it: calls go through one at a time, as the driver seam demands.
final class SharedDeviceHandle: Sendable {
    private let handle: any CaptureDeviceHandle
    /// The number of the stream that was started last.
    private let turn = Mutex(0)

    init(_ handle: any CaptureDeviceHandle) {
        self.handle = handle
    }

    /// Starts a stream in the place of the one there is, if there is one.
    ///
    /// - Returns: the new stream's number.
    func start(_ start: (any CaptureDeviceHandle) throws(CaptureDriverError) -> Void) throws(CaptureDriverError) -> Int
    {
        try turn.withLock { number throws(CaptureDriverError) in
            number += 1
            try start(handle)
            return number
        }
    }

    /// Does something with a stream, unless it has given way to another one.
    func withStream(
        _ stream: Int,
        _ body: (any CaptureDeviceHandle) throws(CaptureDriverError) -> Void
    ) throws(CaptureDriverError) {
        try turn.withLock { number throws(CaptureDriverError) in
            if number == stream { try body(handle) }
        }
    }

    /// Does something with the device.
    func perform<Result>(
        _ body: (any CaptureDeviceHandle) throws(CaptureDriverError) -> Result
    ) throws(CaptureDriverError) -> Result {
        try turn.withLock { _ throws(CaptureDriverError) in try body(handle) }
    }
}
