import AVFAudio
import CaptureCore
import CaptureDriver
import Foundation
import FoundationExtras

/// Lists the drives that recordings can be written to, exactly as Apple's class of the same name.
open class AVExternalStorageDeviceDiscoverySession: NSObject, KeyValueObservable {
    // Safe on any thread: has no state.

    private nonisolated(unsafe) static let instance = AVExternalStorageDeviceDiscoverySession(computer: ())

    /// Keeps the observers of `externalStorageDevices`.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVExternalStorageDeviceDiscoverySession>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.externalStorageDevices]
        }
        guard let root = root as? any (AVExternalStorageDeviceDiscoverySession & KeyValueObservable).Type else {
            return []
        }
        return list(root)
    }

    // Keeps clients from making one.
    init(computer: Void) {
        super.init()
    }

    /// The one session; `nil` where external drives are not supported.
    public class var shared: AVExternalStorageDeviceDiscoverySession? { isSupported ? instance : nil }

    /// Whether external drives are supported: on a computer, and on no simulated phone.
    public class var isSupported: Bool { CaptureSystem.current.conditions.hostKind == .computer }

    /// The drives that are mounted now. DEVIATION: looked up when asked for; observers are not told when drives come and go.
    open var externalStorageDevices: [AVExternalStorageDevice] {
        MountedVolume.removable().map(AVExternalStorageDevice.init)
    }
}
