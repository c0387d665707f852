import AVFAudio
import CaptureDriver
import Dispatch
import Foundation
@_spi(Pinhole) import FoundationExtras
import Synchronization

/// The device objects of one capture system: one per connected device, new ones after replugging (S-51).
///
/// The devices live as long as the system: clients may come back to them at any time. A device that a client keeps for longer
/// learns of no change any more.
final class DeviceRegistry: CaptureSystemPart {
    /// What the system stands on whose devices these are.
    let system: CapturePlatform

    private struct State: Sendable {
        @Shared var devices: [AVCaptureDevice] = []
        var discoveries: [WeakDiscovery] = []
        /// Ids of cameras that the user preferred, latest first (S-53).
        var preferred: [String] = []
        var observations: [CaptureObservation] = []
        /// Ids of devices that went while those were listed that were there at first; `nil` once they are.
        var goneWhileListing: Set<String>? = []
    }

    private struct WeakDiscovery: @unchecked Sendable {
        // @unchecked: sessions guard their state with locks.
        weak var session: AVCaptureDevice.DiscoverySession?
    }

    private let state = Mutex(State())
    /// Through which is told that devices came and went, on a queue: what drivers call is on their threads.
    private let outbox: Outbox
    fileprivate let events = DispatchQueue(label: "pinhole.capture.devices.events", qos: .userInitiated)

    /// How many preferred cameras are remembered.
    private static let preferenceLimit = 10

    private let ready = Latch()

    fileprivate init(_ system: CapturePlatform) {
        self.system = system
        outbox = Outbox(unsettled: system.unsettled)
    }

    func systemEnded() {
        // Devices refer to their registry. They are let go of unlocked.
        _ = state.withLock { state in
            defer { state = State() }
            return state
        }
    }

    // MARK: Devices

    /// The connected devices, most suitable first.
    var devices: [AVCaptureDevice] { state.withLock { $0.devices } }

    /// The connected device with an id.
    func device(_ id: String) -> AVCaptureDevice? { devices.first { $0.uniqueID == id } }

    /// Watches hot-plug and conditions first and lists second, so that no device is missed in between.
    fileprivate func listen() {
        let hotPlug = system.drivers.map { driver in
            driver.observeDevices { [weak self] change in self?.handle(change) }
        }
        let conditions = system.conditions.observe { [weak self] change in
            guard case .pressure(let id) = change else { return }
            self?.device(id)?.pressureDidChange()
        }
        state.withLock { $0.observations = hotPlug + [conditions] }
        for hardware in system.devices() {
            // What went since the list was made must not come back by it.
            add(hardware) { $0.goneWhileListing?.contains(hardware.id) != true }
        }
        state.withLock { $0.goneWhileListing = nil }
        ready.open()
    }

    /// Returns when the devices that were there at first are listed.
    fileprivate func waitUntilListed() { ready.wait() }

    private func handle(_ change: CaptureDeviceChange) {
        switch change {
        case .appeared(let hardware):
            guard let device = add(hardware) else { return }
            updateDiscoveries()
            outbox.append { [device = Shared(device)] in
                NotificationCenter.default.post(name: AVCaptureDevice.wasConnectedNotification, object: device.object)
            }
        case .disappeared(let id):
            guard let device = remove(id) else { return }
            updateDiscoveries()
            device.markDisconnected()
            outbox.append { [device = Shared(device)] in device.object.notifyDisconnection() }
        }
        outbox.deliver(on: events)
    }

    /// Waits until it has been told which devices have come and gone so far.
    func settle() {
        events.sync {}
        outbox.deliver()
    }

    /// - Returns: the new object, or `nil` if the device was there already, or is not wanted.
    @discardableResult
    private func add(
        _ hardware: CaptureDeviceDescription,
        if isWanted: (State) -> Bool = { _ in true }
    ) -> AVCaptureDevice? {
        // Made before locking, as making it asks the system; thrown away if another thread was first.
        let device = AVCaptureDevice(hardware, registry: self)
        let isNew = state.withLock { state in
            guard isWanted(state), !state.devices.contains(where: { $0.uniqueID == hardware.id }) else { return false }
            state.devices.append(device)
            return true
        }
        return isNew ? device : nil
    }

    private func remove(_ id: String) -> AVCaptureDevice? {
        state.withLock { state in
            state.goneWhileListing?.insert(id)
            guard let index = state.devices.firstIndex(where: { $0.uniqueID == id }) else { return nil }
            return state.devices.remove(at: index)
        }
    }

    // MARK: Discovery

    func register(_ session: AVCaptureDevice.DiscoverySession) {
        state.withLock { state in
            state.discoveries.removeAll { $0.session == nil }
            state.discoveries.append(WeakDiscovery(session: session))
        }
    }

    private func updateDiscoveries() {
        let sessions = state.withLock { $0.discoveries.compactMap(\.session) }
        sessions.forEach { $0.update(through: outbox) }
    }

    // MARK: Preference

    /// Remembers a camera as the user's choice; `nil` has no effect (S-53).
    func prefer(_ device: AVCaptureDevice?) {
        guard let id = device?.uniqueID else { return }
        state.withLock { state in
            state.preferred.removeAll { $0 == id }
            state.preferred.insert(id, at: 0)
            state.preferred = Array(state.preferred.prefix(Self.preferenceLimit))
        }
    }

    /// The camera that the user chose last and that is there, else the most suitable one; `nil` without any (S-53).
    var preferredCamera: AVCaptureDevice? {
        let (cameras, preferred) = state.withLock { state in
            (state.devices.filter { $0.hardware.medium == .video }, state.preferred)
        }
        let chosen = preferred.lazy.compactMap { id in cameras.first { $0.uniqueID == id } }
        return chosen.first ?? cameras.first
    }
}

extension CaptureSystem {
    /// The system's device objects.
    var deviceRegistry: DeviceRegistry {
        let (registry, isNew) = part { DeviceRegistry($0) }
        if isNew {
            // Clients that are told something on this queue ask for devices of this registry's system.
            lend(to: registry.events)
            registry.listen()
        }
        registry.waitUntilListed()
        return registry
    }
}
