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
