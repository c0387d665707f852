import CaptureDriver
import CoreMedia
import Synchronization

/// The cameras of a simulated phone, or a simulated webcam, as a capture driver. Made by `SimulatedPhone`.
public final class SimulatedDriver: CaptureDriver {
    private let cameras: [SimulatedCamera]
    private let conditions: SimulatedConditions
    private let changes = ObserverList<CaptureDeviceChange>()
    /// Kept alive here, so that a phone's script goes on when only its capture system is kept.
    private let keptAlive = Mutex<(any Sendable)?>(nil)

    init(cameras: [SimulatedCamera], conditions: SimulatedConditions) {
        self.cameras = cameras
        self.conditions = conditions
    }

    /// A complete capture system with the cameras of a profile, running in real time.
    public static func makeSystem(profile: SimulatedPhone.Profile) -> CaptureSystem {
        SimulatedPhone(profile: profile).system
    }

    /// `simulated`.
    public var name: String { "simulated" }

    /// The cameras that are plugged in, the default one first.
    public func devices() -> [CaptureDeviceDescription] {
        cameras.filter(\.isPlugged).map(\.description)
    }

    /// Tells of cameras that are plugged and unplugged.
    public func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        changes.observe(handler)
    }

    /// Opens a camera, exclusively. Asks for the user's permission first if it is undecided, as a phone does.
    public func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        guard let camera = cameras.first(where: { $0.description.id == id && $0.isPlugged }) else {
            throw CaptureDriverError(
                kind: .notFound,
                operation: "open",
                nativeCode: 2,
                device: id,
                advice: "No such camera is plugged in. List the devices and choose one of them."
            )
        }
        switch conditions.authorization(for: .video) {
        case .notDetermined: conditions.requestAuthorization(for: .video) { _ in }
        case .denied, .restricted: throw camera.error(.denied, "open")
        case .authorized: break
        }
        return try SimulatedDeviceHandle(camera)
    }

    /// The camera with an identifier or name; the first one for `nil`.
    func camera(_ name: String?) -> SimulatedCamera? {
        guard let name else { return cameras.first }
        return cameras.first { $0.description.id == name || $0.description.name == name }
    }

    /// All cameras, plugged in or not.
    var allCameras: [SimulatedCamera] { cameras }

    /// The virtual cameras that one is a constituent of.
    func virtualCameras(with camera: SimulatedCamera) -> [SimulatedCamera] {
        cameras.filter { $0.description.constituents.contains(camera.description.id) }
    }

    /// The cameras that a fault of one strikes: itself, or in its place the virtual cameras that are in use and made with it;
    /// all of them while none is in use.
    func camerasStruck(with camera: SimulatedCamera) -> [SimulatedCamera] {
        let virtual = virtualCameras(with: camera)
        guard !virtual.isEmpty else { return [camera] }
        for isInUse in [\.isStreaming, \.isOpen] as [KeyPath<SimulatedCamera, Bool>] {
            if camera[keyPath: isInUse] { return [camera] }
            let used = virtual.filter { $0[keyPath: isInUse] }
            if !used.isEmpty { return used }
        }
        return [camera] + virtual
    }

    /// Pulls a camera's plug, or puts it in again, and tells. Virtual cameras are there as long as all their constituents are.
    func plug(_ camera: SimulatedCamera, _ isPlugged: Bool) {
        guard camera.plug(isPlugged) else { return }
        changes.post(isPlugged ? .appeared(camera.description) : .disappeared(camera.description.id))
        for virtual in virtualCameras(with: camera) {
            plug(virtual, virtual.description.constituents.allSatisfy { self.camera($0)?.isPlugged == true })
        }
    }

    /// Keeps something alive as long as the driver.
    func retain(_ object: any Sendable) {
        keptAlive.withLock { $0 = object }
    }
}

/// An opened simulated camera.
final class SimulatedDeviceHandle: CaptureDeviceHandle {
    private let camera: SimulatedCamera
    private let owner: UInt64
    private let format = Mutex<CaptureFormat?>(nil)

    init(_ camera: SimulatedCamera) throws(CaptureDriverError) {
        self.camera = camera
        owner = try camera.open()
    }

    deinit {
        camera.close(owner: owner)
    }

    var description: CaptureDeviceDescription { camera.description }

    func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        let configuration = try camera.start(owner: owner, request, sink: sink)
        format.withLock { $0 = configuration.format }
        return configuration
    }

    func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
        try camera.setFrameDuration(owner: owner, duration, format: format.withLock { $0 })
    }

    func stopStream() {
        camera.stop(owner: owner)
    }

    func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime {
        try camera.set(owner: owner, control, to: value)
    }

    func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        try camera.value(owner: owner, control)
    }

    func close() {
        camera.close(owner: owner)
    }
}

/// Who has a simulated device, and why it may not be had. Pure: no clock, no lock.
struct DeviceLease: Sendable {
    /// A start of a stream that is going to fail.
    struct StartFailure: Sendable {
        var kind: CaptureDriverError.Kind
        var operation: String
        /// The error number, if it is not the kind's usual one.
        var code: Int32?
    }

    /// Whether the device is there.
    private(set) var isPlugged = true
    private var isDead = false
    private var owner: UInt64?
    private var lastOwner: UInt64 = 0
    private var busyUntil: CMTime?
    private var startFailures: [StartFailure] = []

    /// Why the device cannot be used, if it cannot.
    mutating func refusal(now: CMTime) -> CaptureDriverError.Kind? {
        if !isPlugged || isDead { return .disconnected }
        if let until = busyUntil, CMTimeCompare(now, until) < 0 { return .busy }
        busyUntil = nil
        return nil
    }

    /// Why a handle cannot use the device, if it cannot.
    mutating func refusal(owner: UInt64, now: CMTime) -> CaptureDriverError.Kind? {
        isHeld(by: owner) ? refusal(now: now) : .disconnected
    }

    /// Whether anybody has the device.
    var hasOwner: Bool { owner != nil }

    /// Whether a handle has the device.
    func isHeld(by owner: UInt64) -> Bool { self.owner == owner }

    /// Gives the device to a new handle.
    ///
    /// - Returns: the handle's number, or why it cannot have the device.
    mutating func acquire(now: CMTime) -> (owner: UInt64, refusal: CaptureDriverError.Kind?) {
        if let refusal = refusal(now: now) ?? (owner == nil ? nil : .busy) { return (0, refusal) }
        lastOwner += 1
        owner = lastOwner
        return (lastOwner, nil)
    }

    /// Takes the device back from a handle; false if it hadn't got it. A device that was dead lives again.
    mutating func release(owner: UInt64) -> Bool {
        guard isHeld(by: owner) else { return false }
        self.owner = nil
        isDead = false
        return true
    }

    /// Pulls the plug, or puts it in again; false if that changes nothing. Whoever had the device before it was put in again
    /// has it no more.
    mutating func plug(_ isPlugged: Bool) -> Bool {
        guard self.isPlugged != isPlugged else { return false }
        self.isPlugged = isPlugged
        isDead = !isPlugged && owner != nil
        if isPlugged { owner = nil }
        return true
    }

    /// The device answers no more until it has been closed.
    mutating func die() {
        isDead = owner != nil
    }

    /// Another program has the device.
    mutating func occupy(until time: CMTime) {
        busyUntil = time
    }

    /// The next starts of a stream will fail.
    mutating func failStarts(_ failure: StartFailure, count: Int) {
        startFailures += Array(repeating: failure, count: count)
    }

    /// Why the start that is under way fails, if it does.
    mutating func consumeStartFailure() -> StartFailure? {
        startFailures.isEmpty ? nil : startFailures.removeFirst()
    }
}

extension CaptureDriverError {
    /// The error of a kind, with what the user can do.
    ///
    /// - Parameter code: the error number, if it is not the kind's usual one.
    init(simulated kind: Kind, _ operation: String, of device: CaptureDeviceDescription, code: Int32? = nil) {
        self.init(
            kind: kind,
            operation: operation,
            nativeCode: code ?? kind.errno,
            device: device.name,
            advice: kind.advice
        )
    }
}

extension CaptureDriverError.Kind {
    /// The error number that Linux would give.
    fileprivate var errno: Int32 {
        switch self {
        case .notFound: 2
        case .io: 5
        case .outOfMemory: 12
        case .denied: 13
        case .busy: 16
        case .disconnected: 19
        case .unsupportedFormat, .unsupportedControl: 22
        case .notACaptureDevice: 25
        case .bandwidth: 28
        case .timedOut: 110
        }
    }

    fileprivate var advice: String {
        switch self {
        case .notFound: "No such device. List the devices and choose one of them."
        case .io: "The device failed. Stop and start it again."
        case .outOfMemory: "Memory is short. Close other programs and try again."
        case .denied: "The user has not allowed it. Allow it in the settings."
        case .busy: "Another program uses the device. Close it and try again."
        case .disconnected: "The device is gone. Plug it in again."
        case .unsupportedFormat: "The device has no such format. Choose one of those that it lists."
        case .unsupportedControl: "The device has no such control, or not with this value."
        case .notACaptureDevice: "This captures nothing."
        case .bandwidth: "The bus has no room. Choose a smaller format or another port."
        case .timedOut: "The device does not answer. Plug it in again."
        }
    }
}
