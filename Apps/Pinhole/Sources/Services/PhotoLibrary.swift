import Photos

/// Whether the app may add to the user's photo library.
enum LibraryPermission: Sendable, Equatable {
    /// The user was not asked yet.
    case undecided
    case granted
    /// Refused, or not the user's to grant. Files stay in the app.
    case denied
}

/// The user's photo library, as far as the app needs it: it adds, and never reads.
protocol PhotoLibrary: Sendable {
    var permission: LibraryPermission { get }
    /// Asks the user, if that was never done.
    func requestPermission() async -> LibraryPermission
    /// Adds a copy, as one asset: a Live Photo with its movie.
    func add(_ item: CaptureItem) async throws
}

/// The photo library of the system.
struct SystemPhotoLibrary: PhotoLibrary {
    var permission: LibraryPermission {
        LibraryPermission(PHPhotoLibrary.authorizationStatus(for: .addOnly))
    }

    func requestPermission() async -> LibraryPermission {
        LibraryPermission(await PHPhotoLibrary.requestAuthorization(for: .addOnly))
    }

    // Not isolated: the library calls the block on a queue of its own.
    nonisolated func add(_ item: CaptureItem) async throws {
        try await PHPhotoLibrary.shared().performChanges {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: item.kind == .photo ? .photo : .video, fileURL: item.url, options: nil)
            if let movie = item.pairedMovie { request.addResource(with: .pairedVideo, fileURL: movie, options: nil) }
        }
    }
}

extension LibraryPermission {
    init(_ status: PHAuthorizationStatus) {
        switch status {
        case .notDetermined: self = .undecided
        case .authorized, .limited: self = .granted
        case .denied, .restricted: self = .denied
        @unknown default: self = .denied
        }
    }
}
