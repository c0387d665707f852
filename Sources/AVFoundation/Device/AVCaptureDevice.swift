import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Synchronization

/// A camera or a microphone, exactly as Apple's class of the same name.
///
/// There is one object per connected device; nobody can make any (S-46). When a device is unplugged, its object stays
/// disconnected for good; plugged in again it is a new object (S-51). All members may be used from any thread; changes are
/// observed on the thread that makes them.
open class AVCaptureDevice: NSObject, KeyValueObservable, @unchecked Sendable {
    // @unchecked: everything mutable lies in mutexes or in classes that are Sendable.

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
    /// Measures how loud a microphone's sound is.
    let meter = SoundMeter()
    private let state: Mutex<DeviceState>
    private let links = Mutex(Links())

    /// Keeps the observers of all observable properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    private struct Links: Sendable {
        weak var session: (any DeviceSessionObserver)?
        var inputs: [WeakInput] = []
    }

    private struct WeakInput: Sendable {
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
                soundFormat: hardware.defaultAudioFormat.map { Format($0.makeDescription(), soundOf: hardware) },
                pressure: system.conditions.pressure(on: hardware.id)
            )
        )
        access = DeviceAccess(system: system, id: hardware.id)
        timers = DeviceTimers(clock: system.clock)
        completions = CompletionQueue(timers: timers)
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
    func read<Value: Sendable>(_ value: (DeviceState) -> Value) -> Value {
        state.withLock { value($0) }
    }

    /// Changes the state and tells key-value observers of what became different.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout DeviceState) -> Result) -> Result {
        let (old, new, result) = state.withLock { state in
            let old = state
            let result = body(&state)
            return (old, state, result)
        }
        if keyValueObservers.isObserved {
            for property in Self.observedProperties { property.report(self, old, new) }
        }
        return result
    }

    // MARK: The session

    /// Who has to know of changes: the session that the device's input is in.
    var sessionObserver: (any DeviceSessionObserver)? {
        get { links.withLock { $0.session } }
        set { links.withLock { $0.session = newValue } }
    }

    /// The inputs that exist for the device.
    var inputs: [AVCaptureDeviceInput] { links.withLock { $0.inputs.compactMap(\.input) } }

    func register(_ input: AVCaptureDeviceInput) {
        links.withLock { links in
            links.inputs.removeAll { $0.input == nil }
            links.inputs.append(WeakInput(input: input))
        }
    }

    /// Opens the device, or counts one more user. Each success needs one `releaseHandle()`.
    func acquireHandle() throws(CaptureDriverError) -> any CaptureDeviceHandle { try access.acquire() }

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

    /// The device is gone.
    func markDisconnected() {
        let wasConnected = change { state in
            defer { state.isConnected = false }
            state.endRamp()
            return state.isConnected
        }
        guard wasConnected else { return }
        darkenTorch()
        sessionObserver?.deviceWasDisconnected(self)
        NotificationCenter.default.post(name: Self.wasDisconnectedNotification, object: self)
    }

    /// The pressure on the device changed. Light goes off where it may not be on (S-70).
    func pressureDidChange() {
        let pressure = SystemPressureState(system.conditions.pressure(on: hardware.id))
        let mustDarken = change { state in
            if !state.pressure.isEqual(pressure) { state.pressure = pressure }
            return !state.isLightAvailable && state.torchLevel > 0
        }
        if mustDarken { darkenTorch() }
    }

    /// Takes note of how a frame was exposed: keeps `exposureDuration` and `iso` up to date, and tells of a changed subject.
    func deviceDidExpose(_ exposure: CaptureExposure) {
        let isNews = state.withLock { $0.isNews(exposure) }
        guard isNews, change({ $0.noteExposure(exposure) }) else { return }
        NotificationCenter.default.post(name: Self.subjectAreaDidChangeNotification, object: self)
    }
}

extension AVCaptureDevice.DeviceType {
    /// The type that a driver names; the older name of microphones is taken for today's.
    init(hardware: String) {
        self = hardware == "AVCaptureDeviceTypeBuiltInMicrophone" ? .microphone : Self(rawValue: hardware)
    }
}
