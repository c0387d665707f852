import CameraEngine
import CameraLifecycle
import Foundation
import Observation

/// The photos and movies that the app has kept, and their way into the photo library.
@MainActor
@Observable
final class GalleryModel {
    /// The latest first.
    private(set) var items: [CaptureItem] = []
    /// What is shown large; the grid lies behind it.
    var shownURL: URL?
    /// What the user is asked about before it is deleted.
    var itemToDelete: CaptureItem?
    /// Whether copies are being made.
    private(set) var isSaving = false

    @ObservationIgnored private let folder: CaptureFolder
    @ObservationIgnored private let library: any PhotoLibrary
    @ObservationIgnored private let settings: SettingsModel
    @ObservationIgnored private let notices: NoticeModel
    /// What the user is asked now.
    @ObservationIgnored private var question: Task<LibraryPermission, Never>?
    /// The copies that are being made, by the items' names: whoever asks for one that is under way waits for it.
    @ObservationIgnored private var copies: [String: Task<Bool, Never>] = [:]
    /// The Live Photos whose movie is not there yet: the library gets both at once.
    @ObservationIgnored private var incomplete: Set<String> = []
    /// The file that grows now: it is nobody's to open.
    @ObservationIgnored var recordingURL: @MainActor () -> URL? = { nil }

    init(folder: CaptureFolder, library: any PhotoLibrary, settings: SettingsModel, notices: NoticeModel) {
        self.folder = folder
        self.library = library
        self.settings = settings
        self.notices = notices
    }

    /// The latest, for the small picture beside the shutter.
    var latest: CaptureItem? { items.first }

    /// The files, in the order in which they are shown.
    var urls: [URL] { items.map(\.url) }

    /// How many have no copy in the photo library.
    var unsavedCount: Int { items.count { !$0.isInLibrary } }

    /// Whether copies can be made.
    var canSave: Bool { library.permission != .denied && unsavedCount > 0 && !isSaving }

    /// Whether the user has refused copies, and finds the way to the settings here.
    var isRefused: Bool { library.permission == .denied }

    /// How many pictures stand in a row: three on a phone, more where there is room.
    static func columnCount(width: Double) -> Int { max(3, Int(width / 160)) }

    // MARK: - Keeping

    /// Keeps a photo, and has the photo library get a copy if the user wants that.
    ///
    /// - Parameter onStored: called when the photo itself is on the disk, before its movie is, and before there is a copy.
    /// - Returns: whether it was kept; if not, the user was told why.
    func store(_ photo: TakenPhoto, onStored: () -> Void = {}) async -> Bool {
        do {
            var item = try await folder.save(photo.data, photo.format, takenAt: photo.date)
            items.insert(item, at: 0)
            onStored()
            if let movie = photo.movie { item = await complete(item, movie) }
            await copyIfWanted([item])
            return true
        } catch {
            AppLog.files.error("photo not kept: \(error.localizedDescription, privacy: .public)")
            notices.show(Notice(.photoNotKept(error), .warning))
            return false
        }
    }

    /// Keeps the movie of a Live Photo, or tells that there is none; the photo stays in any case.
    private func complete(_ item: CaptureItem, _ movie: TakenPhoto.Movie) async -> CaptureItem {
        incomplete.insert(item.id)
        defer { incomplete.remove(item.id) }
        do {
            let item = try await folder.save(pairedMovie: movie(), of: item)
            if let index = items.firstIndex(where: { $0.id == item.id }) { items[index] = item }
            return item
        } catch {
            AppLog.files.error("no movie of a Live Photo: \(error.localizedDescription, privacy: .public)")
            notices.show(Notice(.livePhotoIncomplete, .warning))
            return item
        }
    }

    /// Takes over the files of a recording that has ended.
    func addRecording(_ movie: RecordedMovie) async {
        await refresh(finished: movie.url)
        let urls = Set(([movie.url] + movie.separateMovies).map(\.lastPathComponent))
        await copyIfWanted(items.filter { urls.contains($0.id) })
    }

    /// Where the next movie goes; `nil` if nothing can be written, of which the user was told.
    func newMovie() -> URL? {
        do {
            return try folder.newMovie(at: Date())
        } catch {
            AppLog.files.error("no folder for movies: \(error.localizedDescription, privacy: .public)")
            notices.show(Notice(RecordingFailure.noFolder.message, .warning))
            return nil
        }
    }

    /// Looks what there is.
    ///
    /// - Parameter finished: a movie that was recorded until now, though the camera may not say so yet.
    func refresh(finished: URL? = nil) async {
        do {
            let recording = recordingURL().flatMap { $0 == finished ? nil : $0.lastPathComponent }
            items = try await folder.items().filter { $0.id != recording }
        } catch {
            AppLog.files.error("folder not read: \(error.localizedDescription, privacy: .public)")
            notices.show(Notice(.galleryNotRead, .warning))
        }
    }

    // MARK: - Looking and deleting

    /// Shows one large.
    func present(_ item: CaptureItem) { shownURL = item.url }

    /// Whether the user is asked before something is deleted.
    var asksToDelete: Bool {
        get { itemToDelete != nil }
        set { if !newValue { itemToDelete = nil } }
    }

    /// Deletes what the user was asked about: the question is gone by the time that this begins. The copy in the photo library stays.
    func delete(_ item: CaptureItem) async {
        do {
            try await folder.delete(item)
            items.removeAll { $0.id == item.id }
        } catch {
            AppLog.files.error("not deleted: \(error.localizedDescription, privacy: .public)")
            notices.show(Notice(.notDeleted, .warning))
        }
    }

    // MARK: - The photo library

    /// Copies everything that is not in the photo library yet; the user is asked for permission if that was never done.
    func saveAll() async {
        guard await isAllowed() else { return }
        let count = await copy(items.filter { !$0.isInLibrary })
        if count > 0 { notices.show(Notice(.savedToLibrary(count), .information)) }
    }

    /// Copies one.
    func save(_ item: CaptureItem) async {
        guard await isAllowed() else { return }
        if await copy([item]) > 0 { notices.show(Notice(.savedToLibrary(1), .information)) }
    }

    /// Copies what a former run of the app has left, as far as that is allowed already: nobody is asked at the start.
    func copyLeftovers() async {
        guard settings.savesToLibrary, library.permission == .granted else { return }
        await copy(items.filter { !$0.isInLibrary })
    }

    private func copyIfWanted(_ items: [CaptureItem]) async {
        guard settings.savesToLibrary else { return }
        // Who refuses has decided: the files are in the app, and the gallery says so.
        guard await askOnce() == .granted else { return }
        await copy(items)
    }

    /// Asks the user, if that was never done. Ten photos in a row ask one question.
    private func askOnce() async -> LibraryPermission {
        guard library.permission == .undecided else { return library.permission }
        let question = question ?? Task { [library] in await library.requestPermission() }
        self.question = question
        let answer = await question.value
        self.question = nil
        return answer
    }

    private func isAllowed() async -> Bool {
        if await askOnce() == .granted { return true }
        notices.show(Notice(.libraryNotAllowed, .warning))
        return false
    }

    /// - Returns: how many copies were made.
    @discardableResult
    private func copy(_ wanted: [CaptureItem]) async -> Int {
        var count = 0
        for item in wanted {
            switch await copy(item) {
            case .made: count += 1
            case .notNeeded: break
            case .failed:
                notices.show(Notice(.notSavedToLibrary, .warning))
                return count
            }
        }
        return count
    }

    private enum CopyOutcome {
        case made
        /// There is a copy, or somebody else makes it.
        case notNeeded
        case failed
    }

    /// Makes a copy, once, whoever asks for it and however often: at the start, after it was taken, or by a button.
    private func copy(_ item: CaptureItem) async -> CopyOutcome {
        let item = items.first { $0.id == item.id } ?? item
        guard !item.isInLibrary, !incomplete.contains(item.id) else { return .notNeeded }
        if let copy = copies[item.id] {
            _ = await copy.value
            return .notNeeded
        }
        let copy = Task { await add(item) }
        copies[item.id] = copy
        isSaving = true
        let isMade = await copy.value
        copies[item.id] = nil
        isSaving = !copies.isEmpty
        return isMade ? .made : .failed
    }

    /// - Returns: whether the library has it.
    private func add(_ item: CaptureItem) async -> Bool {
        do {
            try await library.add(item)
        } catch {
            AppLog.files.error("not in the photo library: \(error.localizedDescription, privacy: .public)")
            return false
        }
        if let index = items.firstIndex(where: { $0.id == item.id }) { items[index].isInLibrary = true }
        do {
            try await folder.markInLibrary(item)
        } catch {
            // This run knows it; the next one makes another copy, which is better than none.
            AppLog.files.error("copy not noted: \(error.localizedDescription, privacy: .public)")
        }
        return true
    }
}

extension GalleryModel {
    /// How the photo library stands to what was taken.
    enum LibraryState: Equatable {
        /// It has copies of everything.
        case complete
        /// Copies are missing.
        case unsaved(count: Int)
        /// The user has refused copies.
        case refused
    }

    var libraryState: LibraryState {
        if isRefused { return .refused }
        return unsavedCount > 0 ? .unsaved(count: unsavedCount) : .complete
    }

    /// The points between two pictures of the grid.
    static let spacing = 2.0

    /// The side of a picture in a grid of so many points: the pictures of a row and the gaps between them fill it.
    static func side(width: Double) -> Double {
        let columns = Double(columnCount(width: width))
        return max(0, (width - spacing * (columns - 1)) / columns)
    }
}

extension CaptureItem {
    /// What stands in the place of a picture.
    var symbol: String { kind == .movie ? "film" : "photo" }

    /// Whether it plays.
    var isMovie: Bool { kind == .movie }
}

/// The size of pictures that are drawn a hundred times.
enum ThumbnailSize {
    /// Screens have up to three pixels in a point.
    private static let pixelsPerPoint = 3.0

    /// The size to which an image is reduced so that it covers a square, in pixels; `nil` if it is small enough as it is.
    ///
    /// - Parameter side: the square's, in points.
    static func covering(_ side: Double, of image: CGSize) -> CGSize? {
        let shorter = min(image.width, image.height)
        let wanted = side * pixelsPerPoint
        guard shorter > wanted, wanted > 0 else { return nil }
        let scale = wanted / shorter
        return CGSize(width: image.width * scale, height: image.height * scale)
    }
}
