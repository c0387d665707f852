import AVFAudio
import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// A camera or a microphone, exactly as Apple's class of the same name.
///
/// There is one object per connected device; nobody can make any (S-46). When a device is unplugged, its object stays
/// disconnected for good; plugged in again it is a new object (S-51). All members may be used from any thread.
///
/// Key-value changes and notifications of a device are told one at a time, in the order of what happened: what a client changes on
/// the client's thread, as far as nothing is being told there, else by the thread that tells; what the hardware changes on a
/// queue of the device's, never on a driver's thread. Completion handlers are called on that queue too.
open class AVCaptureDevice: NSObject, KeyValueObservable {
    // Safe on any thread: everything mutable lies in mutexes or in classes that are Sendable.

    /// What the capture system stands on that the device belongs to.
    let system: CapturePlatform
    /// What the driver tells about the device.
    let hardware: CaptureDeviceDescription
    /// Knows the other devices of the system.
    let registry: DeviceRegistry

    /// The formats that the device delivers, in the driver's order of preference. Empty for microphones, which leave no
    /// choice: what they deliver follows `AVAudioSession` (S-210).
    public let formats: [Format]

    let access: DeviceAccess
    let timers: DeviceTimers
    let completions: CompletionQueue
    /// Through which everything about the device is told.
    let outbox: Outbox
    /// Where is told what the hardware, the system or time caused.
    let events = DispatchQueue(label: "pinhole.capture.device.events", qos: .userInitiated)
    /// Measures how loud a microphone's sound is.
    let meter = AudioMeter()
    /// What its pictures look like, from time to time.
    let sceneChanges = SceneChangeDetector()
    /// Held while the torch's light and what the state says of it change. Never taken on a driver's thread.
    let lightTurn = Mutex<Void>(())
    private let state: Mutex<DeviceState>
    private let links = Mutex(Links())

    /// Keeps the observers of all observable properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    private struct Links: Sendable {
        var sessions: [WeakSession] = []
        var inputs: [WeakInput] = []
    }

    private struct WeakSession: @unchecked Sendable {
        // @unchecked: sessions guard their state with locks.
        /// By identifier, because a weak reference that is looked at under a lock could turn out to be the last one.
        var id: ObjectIdentifier
        weak var session: (any DeviceSessionObserver)?
        let whenDisconnected: @Sendable (AVCaptureDevice) -> Void
    }

    private struct WeakInput: @unchecked Sendable {
        // @unchecked: inputs guard their state with locks.
        var id: ObjectIdentifier
        weak var input: AVCaptureDeviceInput?
    }

    init(_ hardware: CaptureDeviceDescription, registry: DeviceRegistry) {
        let system = registry.system
        self.system = system
        self.hardware = hardware
        self.registry = registry
        formats = hardware.formats.filter { $0.dimensions.area > 0 }.map { Format($0, of: hardware) }
        state = Mutex(
            DeviceState(
                hardware,
                formats: formats,
                audioFormat: hardware.defaultAudioFormat.map { Format($0.makeDescription(), audioOf: hardware) },
                pressure: system.conditions.pressure(on: hardware.id)
            )
        )
        access = DeviceAccess(system: system, id: hardware.id)
        timers = DeviceTimers(clock: system.clock)
        outbox = Outbox(unsettled: system.unsettled)
        completions = CompletionQueue(timers: timers, outbox: outbox, events: events)
        super.init()
    }

    // MARK: Identity

    /// Whether it is a device of a capture system: what is told of devices to all the process is told of all systems' devices.
    package func belongs(to system: CaptureSystem) -> Bool { self.system === system.platform }

    /// Identifies the device; the same after replugging, restarting and rebooting (S-50).
    public var uniqueID: String { hardware.id }

    /// Identifies the model.
    public var modelID: String { hardware.modelID }

    /// The name to show to people.
    public var localizedName: String { hardware.name }

    /// Who made it; empty when unknown.
    public var manufacturer: String { hardware.manufacturer }

    /// How it is attached: Core Audio's four-character transport type, such as `usb ` or `bltn`; zero when unknown.
    public var transportType: Int32 { hardware.transportType }

    /// Where it is mounted.
    public var position: Position { Position(rawValue: hardware.position.rawValue) ?? .unspecified }

    /// Its kind.
    public var deviceType: DeviceType { DeviceType(hardware: hardware.deviceType) }

    /// Whether it captures a kind of medium.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { hardware.medium.mediaType == mediaType }

    /// Whether it can be used with a session preset.
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        hardware.medium == .audio || PresetResolver(formats: hardware.formats).supports(preset)
    }

    /// Whether it is there. Key-value observable; never becomes true again (S-51).
    public var isConnected: Bool { read(\.isConnected) }

    /// Whether it is there but cannot deliver, as behind a closed lid or shutter (S-52).
    public var isSuspended: Bool { read(\.isSuspended) }

    /// `<AVCaptureDevice: 0x... [name][id]>`, as Apple's.
    open override var description: String {
        let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
        return "<AVCaptureDevice: 0x\(address) [\(localizedName)][\(uniqueID)]>"
    }

    // MARK: State

    /// Reads one value of the state.
    func read<Value>(_ value: (DeviceState) -> Value) -> Value {
        state.withLock { Shared(value($0)) }.object
    }

    /// Changes the state, and tells key-value observers of what became different on this thread.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout DeviceState) -> Result) -> Result {
        defer { outbox.deliver() }
        return applyChange(body)
    }

    /// Changes the state because of the hardware, the system or time, and tells key-value observers of what became different on
    /// the device's queue: the caller's thread may be a driver's or a clock's, where no client's code runs.
    @discardableResult
    func changeByItself<Result: Sendable>(_ body: (inout DeviceState) -> Result) -> Result {
        defer { outbox.deliver(on: events) }
        return applyChange(body)
    }

    /// Changes the state, and puts what became different into the outbox.
    private func applyChange<Result: Sendable>(_ body: (inout DeviceState) -> Result) -> Result {
        state.withLock { state in
            // Asked under the lock: whoever begins to observe before the change hears of it, and whoever does after it reads it.
            guard let audience = keyValueObservers.audience else { return body(&state) }
            let old = state
            let result = body(&state)
            let new = state
            outbox.append { [me = Shared(self)] in
                for property in Self.observedProperties { property.report(me.object, old, new, audience) }
            }
            return result
        }
    }

    /// Tells something in order with the device's other news, on the device's queue.
    func announceByItself(_ message: @escaping Outbox.Message) {
        outbox.append(message)
        outbox.deliver(on: events)
    }

    /// Waits until everything that has happened by itself so far is told, also of devices that came or went.
    package func settle() {
        registry.settle()
        events.sync {}
        outbox.deliver()
    }

    // MARK: Sessions

    /// Who has to know of changes: the sessions that the device's inputs are in.
    var sessionObservers: [any DeviceSessionObserver] { links.withLock { $0.sessions.compactMap(\.session) } }

    /// A session has an input for the device from now on.
    func addSessionObserver(_ session: any DeviceSessionObserver) {
        let (id, whenDisconnected) = (ObjectIdentifier(session), session.whenDeviceIsDisconnected)
        links.withLock { links in
            links.sessions.removeAll { $0.id == id }
            links.sessions.append(WeakSession(id: id, session: session, whenDisconnected: whenDisconnected))
        }
    }

    /// A session has no input for the device any more, or is going away.
    func removeSessionObserver(_ session: ObjectIdentifier) {
        links.withLock { links in links.sessions.removeAll { $0.id == session } }
    }

    /// The inputs that exist for the device.
    var inputs: [AVCaptureDeviceInput] { links.withLock { $0.inputs.compactMap(\.input) } }

    func register(_ input: AVCaptureDeviceInput) {
        links.withLock { $0.inputs.append(WeakInput(id: ObjectIdentifier(input), input: input)) }
    }

    /// An input is going away.
    func unregister(_ input: ObjectIdentifier) {
        links.withLock { links in links.inputs.removeAll { $0.id == input } }
    }

    /// Opens the device, or counts one more user. Each success needs one `releaseHandle()`.
    func acquireHandle() throws(CaptureDriverError) -> DeviceUse { try access.acquire() }

    /// Gives up one use; the last one closes the device.
    func releaseHandle() { access.release() }

    /// What the device is to deliver.
    var streamRequest: CaptureStreamRequest {
        let (format, duration) = state.withLock { ($0.activeFormat, $0.frameDuration) }
        guard let format else { missingFormat("activeFormat") }
        return CaptureStreamRequest(format: format.captureFormat, frameDuration: duration)
    }

    func missingFormat(_ selector: String) -> Never {
        programmerError(.generic, "*** -[AVCaptureDevice \(selector)] \(localizedName) has no formats")
    }

    // MARK: What the system causes

    /// The device is gone. On a driver's thread; the registry has it told, in order with other devices that come and go.
    func markDisconnected() {
        let (wasConnected, hadLight) = applyChange { state in
            guard state.isConnected else { return (false, false) }
            state.isConnected = false
            state.endRamp()
            return (true, state.darkenTorch())
        }
        guard wasConnected else { return }
        if hadLight { dimTorchByItself() }
        links.withLock { $0.sessions.map(\.whenDisconnected) }.forEach { $0(self) }
    }

    /// Tells that the device is gone. In its turn among the registry's news, never on a driver's thread.
    func notifyDisconnection() {
        outbox.deliver()
        NotificationCenter.default.post(name: Self.wasDisconnectedNotification, object: self)
    }

    /// The pressure on the device changed. Light goes off where it may not be on (S-70).
    func pressureDidChange() {
        let pressure = SystemPressureState(system.conditions.pressure(on: hardware.id))
        let hadLight = changeByItself { state in
            if !state.pressure.isEqual(pressure) { state.pressure = pressure }
            return !state.isLightAvailable && state.darkenTorch()
        }
        if hadLight { dimTorchByItself() }
    }

    /// Takes note of how a frame was exposed, and from time to time of what it looks like: keeps `exposureDuration` and `iso` up to
    /// date, and tells of a changed subject. On the driver's thread.
    func deviceDidCapture(_ frame: CaptureFrame) {
        let exposure = frame.exposure
        let (isNewExposure, monitors) = state.withLock { ($0.isNewExposure(exposure), $0.monitorsSubjectArea) }
        let isOtherLight = isNewExposure && changeByItself { $0.recordExposure(exposure) }
        let isOtherImage = sceneChanges.check(frame, comparing: monitors)
        guard isOtherLight || isOtherImage else { return }
        announceByItself { [me = Shared(self)] in
            NotificationCenter.default.post(name: Self.subjectAreaDidChangeNotification, object: me.object)
        }
    }
}

extension AVCaptureDevice.DeviceType {
    /// The type that a driver names; the older name of microphones is taken for today's.
    init(hardware: String) {
        self = hardware == "AVCaptureDeviceTypeBuiltInMicrophone" ? .microphone : Self(rawValue: hardware)
    }
}

extension AVCaptureDevice {
    /// The kind of a capture device.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A camera that is plugged in.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        /// Any microphone.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// The general-purpose built-in camera.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// A built-in camera with a longer focal length.
        public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// A built-in camera with a shorter focal length.
        public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// Wide and telephoto as one virtual camera.
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// Ultra-wide and wide as one virtual camera.
        public static let builtInDualWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        /// Ultra-wide, wide and telephoto as one virtual camera.
        public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// A camera with an infrared depth sensor.
        public static let builtInTrueDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
        /// A camera with a lidar depth sensor.
        public static let builtInLiDARDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInLiDARDepthCamera")
        /// A phone that serves another machine as camera.
        public static let continuityCamera = DeviceType(rawValue: "AVCaptureDeviceTypeContinuityCamera")
        /// The older name of `builtInDualCamera`.
        @available(swift, deprecated: 5.0, renamed: "builtInDualCamera")
        public static let builtInDuoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDuoCamera")
        /// The older name of `microphone`, with the same value.
        @available(swift, deprecated: 5.0, renamed: "microphone")
        public static let builtInMicrophone = DeviceType.microphone
    }
}

extension AVCaptureDevice {
    /// Where a device is mounted.
    public enum Position: Int, Sendable, CaseIterable {
        /// Not known, or not built in; in a search: anywhere.
        case unspecified = 0
        /// Points away from the user.
        case back = 1
        /// Points to the user.
        case front = 2
    }
}

extension AVCaptureDevice {
    /// Takes the right to change settings; nests. Pair with `unlockForConfiguration()` (S-58).
    ///
    /// - Throws: `AVError.deviceNotConnected` when the device is gone.
    public func lockForConfiguration() throws {
        let isLocked = change { state in
            guard state.isConnected else { return false }
            state.lockCount += 1
            return true
        }
        guard isLocked else { throw AVError(.deviceNotConnected, userInfo: [AVErrorDeviceKey: self]) }
    }

    /// Gives the right back. Without a lock it stops the program.
    public func unlockForConfiguration() {
        let wasLocked = change { state in
            guard state.lockCount > 0 else { return false }
            state.lockCount -= 1
            return true
        }
        // A device that was unplugged while it was locked may still be unlocked.
        if !wasLocked { failForLackOfLock("unlockForConfiguration") }
    }

    /// Stops the program unless the device is locked for configuration (S-59).
    func requireLock(_ selector: String) {
        if read(\.lockCount) == 0 { failForLackOfLock(selector) }
    }

    private func failForLackOfLock(_ selector: String) -> Never {
        programmerError(
            .generic,
            "*** -[AVCaptureDevice \(selector)] May not be called without first successfully gaining exclusive ownership of "
                + "the device using -lockForConfiguration:"
        )
    }

    /// Stops the program unless a condition holds.
    func require(
        _ condition: Bool,
        _ selector: String,
        _ reason: @autoclosure () -> String,
        _ exception: ExceptionName = .invalidArgument
    ) {
        guard !condition else { return }
        programmerError(exception, "*** -[AVCaptureDevice \(selector)] \(reason())")
    }

    /// Stops the program: the device does not have what was asked for.
    func refuse(_ selector: String, _ reason: String = "Not supported") -> Never {
        programmerError(.invalidArgument, "*** -[AVCaptureDevice \(selector)] \(reason)")
    }

    /// Sets a control.
    ///
    /// - Returns: the time from which frames show the value, which is now if the device is not open (UNKNOWN); `nil` when
    ///   the hardware refused a value that it says it accepts, or is gone: the setting stays as it was then.
    func set(_ control: CaptureControl, _ value: CaptureControlValue) -> CMTime? {
        // What this does to the picture is no change of the subject.
        defer { sceneChanges.forgetReference() }
        do {
            let time = try access.set(control, value) ?? system.clock.now
            return time.isNumeric ? CMTimeMaximum(time, system.clock.now) : system.clock.now
        } catch {
            return nil
        }
    }

    /// Sets several controls in order; the last refusal or the latest time counts.
    func set(_ settings: [(CaptureControl, CaptureControlValue)]) -> CMTime? {
        settings.reduce(system.clock.now) { latest, setting in
            guard let latest, let time = set(setting.0, setting.1) else { return nil }
            return CMTimeMaximum(latest, time)
        }
    }

    /// Waits until a control has done what it was to do once. UNKNOWN: that is when the hardware has left the mode
    /// "automatic once", or, if it never does, two seconds later; for a device that is not open, at once.
    func whenSettled(
        _ control: CaptureControl,
        after time: CMTime,
        _ action: @escaping @Sendable (AVCaptureDevice) -> Void
    ) {
        let deadline = CMTimeAdd(time, CMTime(value: 2, timescale: 1))
        timers.schedule(at: time) { [me = WeakReference(self)] in
            me.object?.checkSettled(control, deadline, action)
        }
    }

    private func checkSettled(
        _ control: CaptureControl,
        _ deadline: CMTime,
        _ action: @escaping @Sendable (AVCaptureDevice) -> Void
    ) {
        let now = system.clock.now
        guard access.mode(control) == Self.automaticOnce, CMTimeCompare(now, deadline) < 0 else { return action(self) }
        timers.schedule(at: CMTimeAdd(now, CMTime(value: 1, timescale: 30))) { [me = WeakReference(self)] in
            me.object?.checkSettled(control, deadline, action)
        }
    }

    /// The mode "automatic once" of focus, exposure and white balance.
    private static let automaticOnce = 1

    /// Calls a completion handler when frames show a setting; one that the hardware refused is answered with an invalid time.
    func complete(at time: CMTime?, _ handler: (@Sendable (CMTime) -> Void)?) {
        guard let time else { return completions.addRefusal(handler) }
        completions.add(at: time, handler)
    }
}

extension AVCaptureDevice {
    /// What a microphone is to deliver; `nil` for a device without sound.
    ///
    /// - Parameters:
    ///   - audioSession: the audio session whose preferences count; `nil` for none.
    ///   - channels: the wanted number of channels; `nil` leaves it to the audio session.
    func audioRequest(_ audioSession: AVAudioSession?, channels: Int?) -> CaptureAudioRequest? {
        guard let usual = hardware.defaultAudioFormat else { return nil }
        if let audioSession { return audioSession.request(for: hardware, channels: channels) }
        let format = hardware.audioFormats.first { $0.channels == channels && $0.sampleRate == usual.sampleRate }
        return CaptureAudioRequest(format: format ?? usual)
    }

    /// A microphone delivers another format from now on, as when a headset has taken over. A session of the device's tells it, on
    /// its event queue.
    func audioFormatDidChange(_ description: CMFormatDescription) {
        let hasChanged = change { state in
            let current = state.activeFormat?.formatDescription
            guard !CMFormatDescriptionEqual(current, otherFormatDescription: description) else { return false }
            state.activeFormat = Format(description, audioOf: hardware)
            return true
        }
        if hasChanged { inputs.forEach { $0.formatDidChange() } }
    }
}

extension CaptureDeviceDescription {
    /// What a microphone delivers when nobody has chosen; `nil` for a device without sound.
    var defaultAudioFormat: CaptureAudioFormat? {
        guard medium == .audio else { return nil }
        return audioFormats.indices.contains(defaultFormatIndex) ? audioFormats[defaultFormatIndex] : audioFormats.first
    }
}
