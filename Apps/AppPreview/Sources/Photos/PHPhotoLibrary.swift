@_exported import Foundation
import Synchronization
import ViewTree

/// What an app may do with the photo library.
public enum PHAccessLevel: Int, Sendable {
    case addOnly = 1
    case readWrite = 2
}

/// What the user allowed.
public enum PHAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    case limited = 4
}

/// The photo library: a folder.
///
/// Permission is asked for by a dialog on the phone's screen, once for each level; the answer lasts as long as the program.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    // @unchecked: all mutable state lies in the mutex.
    private static let library = PHPhotoLibrary()
    private let answers = Mutex<[PHAccessLevel: PHAuthorizationStatus]>([:])

    private override init() {
        super.init()
    }

    /// The library of this phone.
    open class func shared() -> PHPhotoLibrary { library }

    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        library.answers.withLock { $0[accessLevel] ?? .notDetermined }
    }

    /// Asks the user, if that was not done before.
    ///
    /// DEVIATION: only adding can be asked for, as nothing here reads the library.
    open class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        precondition(accessLevel == .addOnly, "Only adding can be asked for here.")
        let known = authorizationStatus(for: accessLevel)
        guard known == .notDetermined else { return known }
        let status: PHAuthorizationStatus = await Phone.current.ask(.addingPhotos) ? .authorized : .denied
        library.answers.withLock { $0[accessLevel] = status }
        return status
    }

    /// Adds what the block asks for; all of it or nothing.
    ///
    /// - Throws: a `PHPhotosError` when adding is not allowed, or an error of the file system.
    open func performChanges(_ changeBlock: @escaping @Sendable () -> Void) async throws {
        guard Self.authorizationStatus(for: .addOnly) == .authorized else { throw PHPhotosError(.accessUserDenied) }
        let changes = LibraryChanges()
        LibraryChanges.$current.withValue(changes) { changeBlock() }
        guard let folder = await Phone.current.photosFolder else { throw PHPhotosError(.libraryVolumeOffline) }
        try changes.perform(in: folder)
    }

    /// Forgets what the user answered, as Settings' "Reset Location & Privacy" does.
    @_spi(Testing) public static func resetAuthorization() {
        library.answers.withLock { $0 = [:] }
    }
}

/// Why the library refused something.
public struct PHPhotosError: Error, Equatable, Sendable {
    public enum Code: Int, Sendable {
        case invalidResource = 3302
        case accessUserDenied = 3311
        case libraryVolumeOffline = 3114
    }

    public let code: Code

    init(_ code: Code) {
        self.code = code
    }
}

/// What a file of an asset is.
public enum PHAssetResourceType: Int, Sendable {
    case photo = 1
    case video = 2
    case audio = 3
    case alternatePhoto = 4
    case pairedVideo = 9
}

/// How a file comes into the library.
open class PHAssetResourceCreationOptions: NSObject {
    /// The name that the file gets; its own, if nil.
    open var originalFilename: String?
    /// Whether the file is moved instead of copied.
    open var shouldMoveFile = false

    public override init() {
        super.init()
    }
}

/// Asks for a new asset. Only in the block of `PHPhotoLibrary.performChanges(_:)`.
open class PHAssetCreationRequest: NSObject {
    private let changes: LibraryChanges

    private init(_ changes: LibraryChanges) {
        self.changes = changes
        super.init()
    }

    open class func forAsset() -> Self {
        guard let changes = LibraryChanges.current else {
            preconditionFailure("A request can only be made in the block of performChanges(_:).")
        }
        let request = PHAssetCreationRequest(changes)
        guard let request = request as? Self else {
            preconditionFailure("\(Self.self) is a class of its own; the library makes PHAssetCreationRequest only.")
        }
        return request
    }

    /// Adds a file to the asset.
    open func addResource(with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?) {
        changes.add(
            LibraryChanges.Addition(
                file: fileURL,
                name: options?.originalFilename ?? fileURL.lastPathComponent,
                moves: options?.shouldMoveFile ?? false
            )
        )
    }
}

/// What one block asks for.
final class LibraryChanges: Sendable {
    @TaskLocal static var current: LibraryChanges?

    struct Addition: Sendable {
        var file: URL
        var name: String
        var moves: Bool
    }

    private let additions = Mutex<[Addition]>([])

    init() {}

    func add(_ addition: Addition) {
        additions.withLock { $0.append(addition) }
    }

    /// Copies all files, or none: those that are there already go again when one fails.
    func perform(in folder: URL) throws {
        let files = FileManager.default
        let additions = additions.withLock { $0 }
        guard additions.allSatisfy({ files.isReadableFile(atPath: $0.file.path) }) else {
            throw PHPhotosError(.invalidResource)
        }
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        var done: [URL] = []
        do {
            for addition in additions {
                let target = free(addition.name, in: folder)
                try files.copyItem(at: addition.file, to: target)
                done.append(target)
            }
        } catch {
            for target in done { try? files.removeItem(at: target) }
            throw error
        }
        for addition in additions where addition.moves { try? files.removeItem(at: addition.file) }
    }

    /// A name that nobody has in the folder, with a number where its own is taken.
    private func free(_ name: String, in folder: URL) -> URL {
        let first = folder.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
        var target = first
        var number = 1
        while FileManager.default.fileExists(atPath: target.path) {
            number += 1
            target = first.deletingPathExtension().appendingPathExtension("\(number)")
                .appendingPathExtension(first.pathExtension)
        }
        return target
    }
}
