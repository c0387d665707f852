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
    open class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        let known = authorizationStatus(for: accessLevel)
        guard known == .notDetermined else { return known }
        let answer = await Dialog.ask(accessLevel)
        let status: PHAuthorizationStatus = answer == 0 ? .authorized : .denied
        library.answers.withLock { $0[accessLevel] = status }
        return status
    }

    /// Adds what the block asks for; all of it or nothing.
    ///
    /// - Throws: a `PHPhotosError` when adding is not allowed, or an error of the file system.
    open func performChanges(_ changeBlock: @escaping @Sendable () -> Void) async throws {
        guard
            Self.authorizationStatus(for: .addOnly) == .authorized
                || Self.authorizationStatus(for: .readWrite) == .authorized
        else { throw PHPhotosError(.accessUserDenied) }
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

/// The dialogs that ask for permission. Their words are the system's, not the app's.
private enum Dialog {
    /// - Returns: the index of the button: 0 allows it.
    @MainActor
    static func ask(_ level: PHAccessLevel) async -> Int {
        let (title, message): (SystemWords, SystemWords) =
            switch level {
            case .addOnly: (.allowAddingPhotos, .addingPhotosMeans)
            case .readWrite: (.allowPhotos, .usingPhotosMeans)
            }
        let language = Phone.current.settings.language
        return await Phone.current.ask(
            title: title.words(in: language),
            message: message.words(in: language),
            buttons: [SystemWords.allow, .dontAllow].map { $0.words(in: language) }
        )
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
    public var errorCode: Int { code.rawValue }

    init(_ code: Code) {
        self.code = code
    }
}
