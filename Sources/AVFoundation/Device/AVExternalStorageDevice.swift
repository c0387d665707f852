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

/// The folders and names of cameras' files on a card, after the rule for digital cameras' file systems (DCF): `DCIM/100APPLE/IMG_0001`,
/// nine thousand numbers and more a folder, and up to folder 999. Files of one shot have the same number.
struct CameraFolder {
    /// The card's uppermost folder.
    var root: URL

    private static let suffix = "APPLE"
    private static let prefix = "IMG_"

    /// Where the next files can be written; makes the folder for them.
    ///
    /// - Throws: an error of the file system, or `AVError.unknown` when every number is taken.
    func nextURLs(withPathExtensions extensions: [String]) throws -> [URL] {
        let images = root.appendingPathComponent("DCIM", isDirectory: true)
        let number = max(try numbers(in: images) { $0.prefix(3) }.filter { $0 >= 100 }.max() ?? 100, 100)
        let newest = folder(number, in: images)
        let last = try numbers(in: newest) { $0.dropFirst(4).prefix(4) }.max() ?? 0
        let isFull = last >= 9_999
        guard !isFull || number < 999 else { throw AVError(.unknown) }
        let folder = isFull ? folder(number + 1, in: images) : newest
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = Self.prefix + String(format: "%04d", isFull ? 1 : last + 1)
        return extensions.map { folder.appendingPathComponent(name).appendingPathExtension($0) }
    }

    private func folder(_ number: Int, in images: URL) -> URL {
        images.appendingPathComponent("\(number)\(Self.suffix)", isDirectory: true)
    }

    /// The numbers in the names of what is in a folder; none if it is not there. The rule gives names eight characters.
    private func numbers(in folder: URL, at place: (Substring) -> Substring) throws -> [Int] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { name in
            let stem = name.prefix { $0 != "." }
            return stem.utf8.count == 8 ? Int(place(stem)) : nil
        }
    }
}
