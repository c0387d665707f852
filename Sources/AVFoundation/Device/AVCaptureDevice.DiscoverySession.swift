import AVFAudio
import CaptureDriver
import Foundation
import FoundationExtras
import Synchronization

extension AVCaptureDevice {
    /// A search for devices that stays up to date while devices come and go.
    open class DiscoverySession: NSObject, KeyValueObservable {
        // Safe on any thread: the search is constant, the result lies in a mutex.

        private let search: DeviceSearch
        private let system: CaptureSystem
        private let registry: DeviceRegistry
        private let found: Mutex<Shared<[AVCaptureDevice]>>

        /// Keeps the observers of `devices`.
        package let keyValueObservers = KeyValueObserverRegistry()

        package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
            func list<Root: DiscoverySession>(_: Root.Type) -> [AnyKeyPath] {
                [\Root.devices, \Root.supportedMultiCamDeviceSets]
            }
            guard let root = root as? any (DiscoverySession & KeyValueObservable).Type else { return [] }
            return list(root)
        }

        /// Starts to search.
        ///
        /// - Parameters:
        ///   - deviceTypes: the wanted types, most wanted first; none are implied (S-49).
        ///   - mediaType: the kind of medium; `nil` means any.
        ///   - position: where devices are mounted; `.unspecified` means anywhere.
        public convenience init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            self.init(DeviceSearch(types: deviceTypes, mediaType: mediaType, position: position), in: .current)
        }

        init(_ search: DeviceSearch, in system: CaptureSystem) {
            self.search = search
            self.system = system
            registry = system.deviceRegistry
            found = Mutex(Shared([]))
            super.init()
            // Registered first and listed second, so that nothing is missed in between.
            registry.register(self)
            update(through: Outbox())
        }

        /// The devices that are there now, sorted by type as asked for, then by position: unspecified, back, front.
        /// Key-value observable. Documented: S-48.
        public var devices: [AVCaptureDevice] { found.withLock { $0 }.object }

        /// The sets of cameras that can be used together in a multi-camera session; every subset counts too (S-99).
        ///
        /// The found cameras count that have a format for it, a virtual camera not together with its own parts. Whether a
        /// set's formats fit the hardware's budget is the session's business. `UNKNOWN`: whether Apple lists subsets; here all
        /// with two cameras or more are listed, but of more than eight cameras only the pairs.
        public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] { multiCamSets(devices) }

        /// Looks again; called when devices came or went. Observers are told by the outbox.
        func update(through outbox: Outbox) {
            found.withLock { found in
                let (old, new) = (found.object, search.result(registry.devices))
                guard old != new else { return }
                found.wrappedValue = new
                reportChange(of: \DiscoverySession.devices, from: old, to: new, through: outbox)
                reportChange(
                    of: \DiscoverySession.supportedMultiCamDeviceSets,
                    from: multiCamSets(old),
                    to: multiCamSets(new),
                    through: outbox
                )
            }
        }

        private func multiCamSets(_ devices: [AVCaptureDevice]) -> [Set<AVCaptureDevice>] {
            let hardware = system.conditions.cameraHardware
            let able = devices.filter { $0.formats.contains(where: \.isMultiCamSupported) }
            let largest = able.count > Self.mostCombined ? 2 : able.count
            let subsets = able.reduce(into: [[AVCaptureDevice]()]) { subsets, device in
                subsets += subsets.filter { $0.count < largest }.map { $0 + [device] }
            }
            return subsets.filter { $0.count > 1 && !Self.overlap($0) && hardware.allows(Set($0.map(\.uniqueID))) }
                .map(Set.init)
        }

        /// Of more cameras only the pairs are listed: the number of subsets doubles with every camera.
        private static let mostCombined = 8

        private static func overlap(_ devices: [AVCaptureDevice]) -> Bool {
            let ids = Set(devices.map(\.uniqueID))
            return devices.contains { !ids.isDisjoint(with: $0.hardware.constituents) }
        }
    }
}
