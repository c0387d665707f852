import AVFAudio
import CaptureDriver
import Foundation
import FoundationExtras
import Synchronization

/// What lets `AVCaptureDevice(uniqueID:)` give the one object of a device rather than a new one.
public protocol CaptureDeviceLookup {}

extension AVCaptureDevice: CaptureDeviceLookup {}

extension CaptureDeviceLookup where Self: AVCaptureDevice {
    /// The connected device with an id; `nil` if there is none.
    public init?(uniqueID deviceUniqueID: String) {
        guard let device = CaptureSystem.current.deviceRegistry.device(deviceUniqueID) as? Self else { return nil }
        self = device
    }
}

extension AVCaptureDevice {
    // MARK: Finding devices

    /// The most suitable device for a kind of medium; `nil` if there is none (S-46). Of several microphones it is the one that
    /// the audio session prefers.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        let system = CaptureSystem.current
        let devices = system.deviceRegistry.devices.filter { $0.hasMediaType(mediaType) }
        guard mediaType == .audio, devices.count > 1 else { return devices.first }
        let preferred = AVAudioSession.session(of: system).preferredMicrophone
        return devices.first { $0.uniqueID == preferred } ?? devices.first
    }

    /// The most suitable device of a type.
    ///
    /// - Parameters:
    ///   - deviceType: the type.
    ///   - mediaType: the kind of medium; `nil` means any.
    ///   - position: where it is mounted; `.unspecified` means anywhere (S-46).
    public class func `default`(
        _ deviceType: DeviceType,
        for mediaType: AVMediaType?,
        position: Position
    ) -> AVCaptureDevice? {
        DeviceSearch(types: [deviceType], mediaType: mediaType, position: position)
            .result(CaptureSystem.current.deviceRegistry.devices).first
    }

    /// All devices.
    @available(swift, deprecated: 5.0, message: "Use AVCaptureDevice.DiscoverySession instead.")
    public class func devices() -> [AVCaptureDevice] { CaptureSystem.current.deviceRegistry.devices }

    /// All devices for a kind of medium.
    @available(swift, deprecated: 5.0, message: "Use AVCaptureDevice.DiscoverySession instead.")
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        CaptureSystem.current.deviceRegistry.devices.filter { $0.hasMediaType(mediaType) }
    }

    // MARK: Preference

    /// The camera that the user chose; a connected one in any case, or `nil` without cameras. Setting `nil` has no effect
    /// (S-53). DEVIATION: remembered as long as the process runs, not beyond.
    public class var userPreferredCamera: AVCaptureDevice? {
        get { CaptureSystem.current.deviceRegistry.preferredCamera }
        set { CaptureSystem.current.deviceRegistry.prefer(newValue) }
    }

    /// The camera to use now: the user's choice if it is there, else the most suitable one. DEVIATION: cannot be observed,
    /// as Swift has no key paths to class properties; watch the connection notifications.
    public class var systemPreferredCamera: AVCaptureDevice? { CaptureSystem.current.deviceRegistry.preferredCamera }

    // MARK: Notifications

    /// A device was connected; the object is the device. Posted on a queue of the package's.
    public static let wasConnectedNotification = NSNotification.Name("AVCaptureDeviceWasConnectedNotification")

    /// A device is gone; the object is the device (S-51). Posted on a queue of the package's.
    public static let wasDisconnectedNotification = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")

    /// The subject changed considerably; the object is the device. Only posted while
    /// `isSubjectAreaChangeMonitoringEnabled` is true (S-73).
    public static let subjectAreaDidChangeNotification =
        NSNotification.Name("AVCaptureDeviceSubjectAreaDidChangeNotification")
}

extension NSNotification.Name {
    /// The older name of `AVCaptureDevice.wasConnectedNotification`.
    public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
    /// The older name of `AVCaptureDevice.wasDisconnectedNotification`.
    public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
    /// The older name of `AVCaptureDevice.subjectAreaDidChangeNotification`.
    public static let AVCaptureDeviceSubjectAreaDidChange = AVCaptureDevice.subjectAreaDidChangeNotification
}

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

/// What devices a client looks for, and in which order it wants them (S-48, S-49).
struct DeviceSearch: Sendable {
    /// The wanted types, most wanted first.
    var types: [AVCaptureDevice.DeviceType]
    /// `nil` means any.
    var mediaType: AVMediaType?
    /// `.unspecified` means anywhere.
    var position: AVCaptureDevice.Position

    /// The devices that fit, sorted by type as asked for, then by position, then as they were.
    func result(_ devices: [AVCaptureDevice]) -> [AVCaptureDevice] {
        let ranked = devices.enumerated().compactMap { index, device -> (key: [Int], device: AVCaptureDevice)? in
            guard let type = types.firstIndex(of: device.deviceType), fits(device) else { return nil }
            return ([type, device.position.rawValue, index], device)
        }
        return ranked.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.device)
    }

    private func fits(_ device: AVCaptureDevice) -> Bool {
        (mediaType.map(device.hasMediaType) ?? true) && (position == .unspecified || device.position == position)
    }
}

extension AVCaptureDevice {
    /// Whether the program may capture a kind of medium.
    ///
    /// - Parameter mediaType: `.video` or `.audio`; anything else stops the program (S-54).
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        let medium = capturable(mediaType, "authorizationStatusForMediaType:")
        let answer = CaptureSystem.current.conditions.authorization(for: medium)
        return AVAuthorizationStatus(rawValue: answer.rawValue) ?? .notDetermined
    }

    /// Asks the user for permission, if undecided.
    ///
    /// - Parameters:
    ///   - mediaType: `.video` or `.audio`; anything else stops the program (S-54).
    ///   - handler: called with the answer on a queue of the package's, never before this returns or inside of it.
    @preconcurrency
    public class func requestAccess(
        for mediaType: AVMediaType,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let medium = capturable(mediaType, "requestAccessForMediaType:completionHandler:")
        CaptureSystem.current.requestAuthorization(for: medium, completion: handler)
    }

    /// Asks the user for permission, if undecided.
    ///
    /// - Parameter mediaType: `.video` or `.audio`; anything else stops the program (S-54).
    /// - Returns: the answer.
    @discardableResult
    nonisolated(nonsending) public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }

    private class func capturable(_ mediaType: AVMediaType, _ selector: String) -> CaptureDeviceDescription.Medium {
        guard let medium = CaptureDeviceDescription.Medium(mediaType) else {
            programmerError(
                .invalidArgument,
                "*** +[AVCaptureDevice \(selector)] mediaType must be either AVMediaTypeVideo or AVMediaTypeAudio"
            )
        }
        return medium
    }
}

/// Whether the program may capture a medium. Documented: S-56.
public enum AVAuthorizationStatus: Int, Sendable, CaseIterable {
    /// The user has not been asked yet.
    case notDetermined = 0
    /// Not allowed, and the user cannot change it.
    case restricted = 1
    /// The user said no.
    case denied = 2
    /// Allowed.
    case authorized = 3
}
