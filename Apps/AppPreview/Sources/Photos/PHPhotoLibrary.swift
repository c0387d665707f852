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
