import AVFAudio
import CaptureCore
import CaptureDriver
import Dispatch
import Foundation
import FoundationExtras

/// A drive that is plugged in and that recordings can be written to, exactly as Apple's class of the same name.
///
/// On a Linux computer these are the mounted file systems of drives with a plug or a card. Simulated phones have none.
open class AVExternalStorageDevice: NSObject, KeyValueObservable {
    // Safe on any thread: immutable after initialisation.
    private let volume: MountedVolume

    /// Keeps the observers of the properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    /// Observing is allowed; Linux is not asked for changes, so that nothing is reported.
    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVExternalStorageDevice>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.isConnected, \Root.freeSize, \Root.totalSize, \Root.isNotRecommendedForCaptureUse]
        }
        guard let root = root as? any (AVExternalStorageDevice & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    // Keeps clients from making one.
    init(_ volume: MountedVolume) {
        self.volume = volume
        super.init()
    }

    // MARK: What it is

    /// The name to show to people: that of the folder in which it is mounted.
    open var displayName: String? { volume.folder.lastPathComponent }

    /// How much room is left, in bytes; -1 if it cannot be found out.
    open var freeSize: Int { size(.systemFreeSize) }

    /// How large it is, in bytes; -1 if it cannot be found out.
    open var totalSize: Int { size(.systemSize) }

    private func size(_ key: FileAttributeKey) -> Int {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: volume.folder.path)
        return (attributes?[key] as? NSNumber)?.intValue ?? -1
    }

    /// Whether it is still mounted. DEVIATION: observers are not told of a change.
    open var isConnected: Bool { MountedVolume.removable().contains(volume) }

    /// Identifies it; always `nil`, as most drives' file systems have no identifier of this form.
    open var uuid: UUID? { nil }

    /// Whether it is not fit for recordings: false, as nothing is known of its speed.
    open var isNotRecommendedForCaptureUse: Bool { false }

    /// Two objects are equal when they stand for the same file system.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVExternalStorageDevice)?.volume == volume }

    /// Consistent with `isEqual(_:)`.
    open override var hash: Int { volume.hashValue }

    /// Where the next files can be written, one for each extension; makes the folder for them. The names are those of digital
    /// cameras (DCF): `DCIM/100APPLE/IMG_0001` and so on. UNKNOWN: the letters in them.
    ///
    /// - Throws: an error of the file system; `AVError.unknown` when all names are taken.
    open func nextAvailableURLs(withPathExtensions extensionArray: [String]) throws -> [URL] {
        try CameraFolder(root: volume.folder).nextURLs(withPathExtensions: extensionArray)
    }

    // MARK: Permission

    /// Whether the program may write to such drives. On Linux it may as far as the file system lets it; a simulated phone has no drives,
    /// and nobody could be asked.
    public class var authorizationStatus: AVAuthorizationStatus {
        AVExternalStorageDeviceDiscoverySession.isSupported ? .authorized : .restricted
    }

    /// Asks the user for permission, if undecided.
    ///
    /// - Parameter handler: called with the answer on a queue of the package's, never inside of this call.
    @preconcurrency
    public class func requestAccess(completionHandler handler: @escaping @Sendable (Bool) -> Void) {
        let isAllowed = authorizationStatus == .authorized
        DispatchQueue.global(qos: .userInitiated).async(group: CaptureSystem.current.unsettled) { handler(isAllowed) }
    }

    /// Asks the user for permission, if undecided.
    ///
    /// - Returns: the answer.
    @discardableResult
    nonisolated(nonsending) public class func requestAccess() async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess { continuation.resume(returning: $0) }
        }
    }
}
