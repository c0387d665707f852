import CoreMedia
import Foundation
import FoundationExtras

/// How near an external device is to giving cameras the beat. Raw values are Apple's.
public enum AVExternalSyncDeviceStatus: Int, Sendable, CaseIterable {
    /// It gives no signal, or cannot be used any more.
    case unavailable = 0
    /// It is there.
    case ready = 1
    /// Its signal is being measured.
    case calibrating = 2
    /// Its signal gives the beat.
    case activeSync = 3
    /// Its signal was lost; the beat goes on as it was.
    case freeRunSync = 4
}

/// A device that gives cameras the beat, exactly as Apple's class of the same name. No driver here knows any
/// (`AVExternalSyncDevice.DiscoverySession.isSupported` is false), so there are no such objects.
open class AVExternalSyncDevice: NSObject, KeyValueObservable {
    /// Identifies the device.
    public let uuid: UUID
    /// The number of its maker.
    public let vendorID: UInt32
    /// The number of its model.
    public let productID: UInt32

    /// Keeps the observers of the properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVExternalSyncDevice>(_: Root.Type) -> [AnyKeyPath] { [\Root.status] }
        guard let root = root as? any (AVExternalSyncDevice & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    // Keeps clients from making one.
    init(uuid: UUID, vendorID: UInt32, productID: UInt32) {
        self.uuid = uuid
        self.vendorID = vendorID
        self.productID = productID
        super.init()
    }

    /// How near it is to giving the beat; nothing here follows any.
    open var status: AVExternalSyncDeviceStatus { .unavailable }

    /// The clock of its beat; `nil` until it gives the beat.
    open var clock: CMClock? { nil }

    /// How long cameras wait after its signal; zero at first.
    open var signalCompensationDelay = CMTime.zero
}

/// Hears of a device that gives cameras the beat, exactly as Apple's protocol of the same name.
public protocol AVExternalSyncDeviceDelegate: NSObjectProtocol {
    /// The device's status has changed.
    func externalSyncDeviceStatusDidChange(_ device: AVExternalSyncDevice)

    /// The device cannot be followed any more.
    func externalSyncDevice(_ device: AVExternalSyncDevice, failedWithError error: (any Error)?)
}

// Apple's methods are optional.
extension AVExternalSyncDeviceDelegate {
    /// Does nothing.
    public func externalSyncDeviceStatusDidChange(_ device: AVExternalSyncDevice) {}

    /// Does nothing.
    public func externalSyncDevice(_ device: AVExternalSyncDevice, failedWithError error: (any Error)?) {}
}

extension AVExternalSyncDevice {
    /// Lists the devices that give cameras the beat, exactly as Apple's class of the same name. None is supported here, so there is no
    /// such session.
    open class DiscoverySession: NSObject {
        // Keeps clients from making one.
        init(devices: [AVExternalSyncDevice]) {
            self.devices = devices
            super.init()
        }

        /// The one session; `nil`, as such devices are not supported.
        public class var shared: DiscoverySession? { nil }

        /// Whether such devices are supported: no.
        public class var isSupported: Bool { false }

        /// The devices that are there.
        public let devices: [AVExternalSyncDevice]
    }
}
