import AVFoundation
import CameraEngine
import Foundation
import Photos
import UIKit

/// A photo or movie that the app has kept.
struct CaptureItem: Identifiable, Hashable, Sendable {
    enum Kind: Sendable, Hashable {
        case photo
        case movie
    }

    var url: URL
    var kind: Kind
    var date: Date
    var byteCount: Int
    /// The movie of a Live Photo.
    var pairedMovie: URL?
    /// Whether a copy of it is in the photo library.
    var isInLibrary = false

    var id: String { url.lastPathComponent }
}

/// The folder for photos and movies inside of the app's documents. Everything is written here first, so nothing is lost if the photo
/// library is closed to the app, or the app ends before the library has its copy.
actor CaptureFolder {
    /// Where the files are.
    nonisolated let url: URL

    private static let photoExtensions = Set(PhotoFormat.allCases.map(\.fileExtension))
    private static let movieExtension = "mov"
    /// How the name of a Live Photo's movie ends, after the photo's own.
    private static let pairedExtension = "live.mov"
    private static let libraryListName = ".in-library.json"

    /// A folder, which is made when something is kept.
    init(url: URL) {
        self.url = url
    }

    /// Makes the folder if there is none.
    nonisolated func prepare() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Saves a photo's file. When this returns it is whole on the disk, or an error was thrown and there is none.
    func save(_ photo: Data, _ format: PhotoFormat, takenAt date: Date) throws -> CaptureItem {
        try prepare()
        // The hidden name makes a file that was not finished invisible to everybody else.
        let temporary = url.appendingPathComponent(".\(UUID().uuidString).part")
        do {
            try photo.write(to: temporary)
            let file = try move(temporary, toFirstFreeNameFor: date, format.fileExtension)
            return CaptureItem(url: file, kind: .photo, date: date, byteCount: photo.count)
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
    }

    /// Saves the movie of a Live Photo beside the photo, which is kept already.
    ///
    /// - Parameter movie: the file, which is moved.
    /// - Returns: the photo with its movie.
    func save(pairedMovie movie: URL, of item: CaptureItem) throws -> CaptureItem {
        let target = Self.pairedMovie(of: item.url)
        try FileManager.default.moveItem(at: movie, to: target)
        var item = item
        item.pairedMovie = target
        return item
    }

    /// A movie's file, which does not exist yet.
    nonisolated func newMovie(at date: Date) throws -> URL {
        try prepare()
        var number = 1
        while true {
            let candidate = url.appendingPathComponent(Self.name(date, number, Self.movieExtension))
            if !FileManager.default.fileExists(atPath: candidate.path) { return candidate }
            number += 1
        }
    }

    /// Everything that was kept, the latest first.
    func items() throws -> [CaptureItem] {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let inLibrary = libraryNames()
        try prepare()
        return try FileManager.default
            .contentsOfDirectory(at: url, includingPropertiesForKeys: Array(keys), options: [.skipsHiddenFiles])
            .compactMap { file in
                guard let kind = Self.kind(file) else { return nil }
                let values = try? file.resourceValues(forKeys: keys)
                let paired = Self.pairedMovie(of: file)
                let isPaired = kind == .photo && FileManager.default.fileExists(atPath: paired.path)
                return CaptureItem(
                    url: file,
                    kind: kind,
                    date: values?.contentModificationDate ?? .distantPast,
                    byteCount: values?.fileSize ?? 0,
                    pairedMovie: isPaired ? paired : nil,
                    isInLibrary: inLibrary.contains(file.lastPathComponent)
                )
            }
            .sorted { ($0.date, $0.id) > ($1.date, $1.id) }
    }

    /// Deletes a file of this folder. Harmless if it is gone already.
    func delete(_ item: CaptureItem) throws {
        guard FileManager.default.fileExists(atPath: item.url.path) else { return }
        try FileManager.default.removeItem(at: item.url)
        try? FileManager.default.removeItem(at: Self.pairedMovie(of: item.url))
        try? setInLibrary(item.id, false)
    }

    /// Records that the photo library has a copy.
    func markInLibrary(_ item: CaptureItem) throws { try setInLibrary(item.id, true) }

    // MARK: - Names

    private func move(_ file: URL, toFirstFreeNameFor date: Date, _ pathExtension: String) throws -> URL {
        var number = 1
        while true {
            let target = url.appendingPathComponent(Self.name(date, number, pathExtension))
            do {
                try FileManager.default.moveItem(at: file, to: target)
                return target
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                number += 1
            }
        }
    }

    private static func kind(_ file: URL) -> CaptureItem.Kind? {
        if photoExtensions.contains(file.pathExtension) { return .photo }
        let isMovie = file.pathExtension == movieExtension && !file.lastPathComponent.hasSuffix("." + pairedExtension)
        return isMovie ? .movie : nil
    }

    private static func pairedMovie(of photo: URL) -> URL {
        photo.deletingPathExtension().appendingPathExtension(pairedExtension)
    }

    /// `2026-11-23 07.30.12.345.jpg`: sorts by time, and is a name on every file system.
    static func name(_ date: Date, _ number: Int, _ pathExtension: String) -> String {
        let parts = Calendar(identifier: .gregorian)
            .dateComponents([.year, .month, .day, .hour, .minute, .second, .nanosecond], from: date)
        let text = String(
            format: "%04d-%02d-%02d %02d.%02d.%02d.%03d",
            parts.year ?? 0,
            parts.month ?? 0,
            parts.day ?? 0,
            parts.hour ?? 0,
            parts.minute ?? 0,
            parts.second ?? 0,
            (parts.nanosecond ?? 0) / 1_000_000
        )
        return text + (number > 1 ? "-\(number)" : "") + "." + pathExtension
    }

    // MARK: - What the photo library has

    private var libraryList: URL { url.appendingPathComponent(Self.libraryListName) }

    /// An unreadable list is an empty one: a second copy in the library is better than none.
    private func libraryNames() -> Set<String> {
        guard let data = try? Data(contentsOf: libraryList) else { return [] }
        return (try? JSONDecoder().decode(Set<String>.self, from: data)) ?? []
    }

    private func setInLibrary(_ name: String, _ isInLibrary: Bool) throws {
        var names = libraryNames()
        if isInLibrary { names.insert(name) } else { names.remove(name) }
        try JSONEncoder().encode(names.sorted()).write(to: libraryList, options: .atomic)
    }
}

extension CaptureItem {
    /// A picture of a photo, or of a movie's beginning, small enough to be drawn a hundred times; `nil` for what cannot be read.
    nonisolated func thumbnail(side: CGFloat) async -> UIImage? {
        switch kind {
        case .photo: await photoThumbnail(side)
        case .movie: await movieThumbnail(side)
        }
    }

    private nonisolated func photoThumbnail(_ side: CGFloat) async -> UIImage? {
        guard let image = UIImage(contentsOfFile: url.path) else { return nil }
        guard let size = ThumbnailSize.covering(side, of: image.size) else { return image }
        return await image.byPreparingThumbnail(ofSize: size)
    }

    private nonisolated func movieThumbnail(_ side: CGFloat) async -> UIImage? {
        let asset = AVURLAsset(url: url)
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        if let track = try? await asset.loadTracks(withMediaType: .video).first,
            let size = try? await track.load(.naturalSize), let wanted = ThumbnailSize.covering(side, of: size)
        {
            // Upright or not, it covers its place.
            let longer = max(wanted.width, wanted.height)
            generator.maximumSize = CGSize(width: longer, height: longer)
        }
        guard let image = try? await generator.image(at: .zero).image else { return nil }
        return UIImage(cgImage: image)
    }
}

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
