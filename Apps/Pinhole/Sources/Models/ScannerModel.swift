import BookScanner
import CameraEngine
import CameraLifecycle
import Foundation
import Observation

/// Scanning books: the shutter, the queue, and what the user is asked.
@MainActor
@Observable
final class ScannerModel {
    /// Something that concerns all scans, over the picture.
    enum Banner: Equatable, Identifiable {
        /// Scans cannot be kept.
        case storage(Message)
        /// Nobody has said where scans are to be sent.
        case noRecognizer(waiting: Int)
        case offline(waiting: Int)
        case rateLimited(seconds: Int)

        var id: String {
            switch self {
            case .storage: "storage"
            case .noRecognizer: "noRecognizer"
            case .offline: "offline"
            case .rateLimited: "rateLimited"
            }
        }

        var symbol: String {
            switch self {
            case .storage: "externaldrive.badge.exclamationmark"
            case .noRecognizer: "questionmark.circle"
            case .offline: "wifi.slash"
            case .rateLimited: "hourglass"
            }
        }
    }

    /// The scanner, once it is open.
    private(set) var service: (any ScanService)?
    /// Why it could not be opened.
    private(set) var failure: ScanStoreError?
    /// Lines of text in the live picture.
    private(set) var boxes = TextBoxes.none
    /// How many presses were taken on; each flashes the screen, and is felt.
    private(set) var pressCount = 0
    /// How many scans are not kept yet.
    private(set) var pendingCount = 0
    /// The book whose title the user writes anew.
    var bookToCorrect: BookEntry?

    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let opening: any ScanServiceOpening
    @ObservationIgnored private let settings: SettingsModel
    @ObservationIgnored private let notices: NoticeModel
    @ObservationIgnored private var openTask: Task<(any ScanService)?, Never>?
    /// Where the open scanner sends to.
    @ObservationIgnored private var recognizer: URL?
    @ObservationIgnored private var scans: [Int: Task<Void, Never>] = [:]

    init(
        camera: any AppCamera,
        opening: any ScanServiceOpening,
        settings: SettingsModel,
        notices: NoticeModel
    ) {
        self.camera = camera
        self.opening = opening
        self.settings = settings
        self.notices = notices
    }

    // MARK: - Opening

    /// Opens the scanner when it is wanted for the first time: who takes photos needs none of it. A failure is tried again.
    @discardableResult
    func open() async -> (any ScanService)? {
        if let service { return service }
        let task = openTask ?? Task { [weak self] in await self?.openNow() }
        openTask = task
        let service = await task.value
        openTask = nil
        return service
    }

    private func openNow() async -> (any ScanService)? {
        recognizer = settings.recognizerURL
        camera.setScanSize(settings.scanSize)
        do {
            let service = try await opening.open(recognizer: recognizer)
            AppLog.scanner.info("scanner open, sends=\(self.recognizer != nil, privacy: .public)")
            failure = nil
            self.service = service
            return service
        } catch {
            AppLog.scanner.error("scanner not open: \(String(describing: error), privacy: .public)")
            failure = error
            return nil
        }
    }

    /// The user has changed the recogniser's address, or the size of scans.
    func settingsChanged() async {
        camera.setScanSize(settings.scanSize)
        guard settings.recognizerURL != recognizer, let service else { return }
        self.service = nil
        await service.close()
        await open()
    }

    // MARK: - What the user sees

    /// Whether a press does something.
    var isEnabled: Bool { camera.canTakePhoto }

    var entries: [ScanEntry] { service?.entries ?? [] }

    var bookCount: Int { service?.bookCount ?? 0 }

    var finishedCount: Int { service?.finishedCount ?? 0 }

    var booksToConfirm: [BookEntry] { service?.booksToConfirm ?? [] }

    var duplicates: [DuplicateEntry] { service?.duplicates ?? [] }

    /// How many questions wait for the user.
    var questionCount: Int { booksToConfirm.count + duplicates.count }

    /// Whether any scan has failed.
    var hasFailures: Bool { entries.contains(where: \.canRetry) }

    /// Whether larger scans are proposed: who has them already is offered nothing.
    var proposesLargerScans: Bool { service?.proposesLargerScans == true && !settings.takesLargerScans }

    /// What concerns all scans; the most important thing only.
    var banner: Banner? {
        if let failure = failure ?? service?.storageFailure { return .storage(failure.message) }
        guard let service else { return nil }
        let waiting = service.entries.count
        if settings.recognizerURL == nil { return .noRecognizer(waiting: waiting) }
        if service.isOffline { return .offline(waiting: waiting) }
        return service.rateLimit.map { .rateLimited(seconds: $0) }
    }

    /// What the strip over the shutter says: the scan that is being worked on, or the latest.
    var current: ScanEntry? { entries.first { $0.fraction != nil } ?? entries.first }

    /// Whether the picture is flipped left to right, as the front camera's is.
    var isMirrored: Bool { camera.camera?.position == .front }

    // MARK: - Text in the picture

    /// Shows where text is, as long as scans are taken.
    func follow(_ boxes: AsyncStream<TextBoxes>, isScanning: @MainActor () -> Bool) async {
        for await boxes in boxes { self.boxes = isScanning() ? boxes : .none }
    }

    /// Boxes of a picture that is gone would stay.
    func clearBoxes() { boxes = .none }

    // MARK: - Scanning

    /// The shutter was pressed; every press counts.
    func press() {
        guard isEnabled else { return }
        pressCount += 1
        pendingCount += 1
        let press = pressCount
        scans[press] = Task { [weak self] in
            await self?.scan()
            self?.scans[press] = nil
        }
    }

    /// Returns when all scans are kept, or have failed.
    func settle() async {
        while let scan = scans.first?.value { await scan.value }
    }

    private func scan() async {
        defer { pendingCount -= 1 }
        // Before the photo: one that cannot be kept is not taken.
        guard let service = await open() else {
            if let failure { notices.show(Notice(failure.message, .warning)) }
            return
        }
        do {
            let photo = try await camera.scan()
            try await save(photo, service)
        } catch let error as PhotoFailure {
            if error != .cancelled { notices.show(Notice(error.message, .warning)) }
        } catch let error as ScanStoreError {
            notices.show(Notice(error.message, .warning))
        } catch {
            AppLog.scanner.error("scan: \(error.localizedDescription, privacy: .public)")
        }
    }

    private func save(_ photo: TakenPhoto, _ service: any ScanService) async throws {
        try await service.capture(photo)
        notices.announce(.scanKept)
    }

    // MARK: - The queue

    func retry(_ scan: ScanEntry) async { await service?.retry(scan.id) }

    func retryAll() async { await service?.retryAll() }

    func cancel(_ scan: ScanEntry) async { await service?.cancel(scan.id) }

    // MARK: - Questions

    func confirm(_ book: BookEntry) async {
        await stored { (service) async throws(ScanStoreError) in try await service.confirm(book.id) }
    }

    func reject(_ book: BookEntry) async {
        await stored { (service) async throws(ScanStoreError) in try await service.reject(book.id) }
    }

    /// Gives a book another title; one without a title is not taken.
    func correct(_ book: BookEntry, title: String, author: String) async {
        guard Self.isTitle(title) else { return }
        let title = title.trimmingCharacters(in: .whitespacesAndNewlines)
        let author = author.trimmingCharacters(in: .whitespacesAndNewlines)
        bookToCorrect = nil
        await stored { (service) async throws(ScanStoreError) in
            try await service.correct(book.id, title: title, author: author)
        }
    }

    /// Whether a book can be called so.
    static func isTitle(_ text: String) -> Bool { !text.allSatisfy(\.isWhitespace) }

    func resolve(_ duplicate: DuplicateEntry, isSame: Bool) async {
        await stored { (service) async throws(ScanStoreError) in
            try await service.resolve(duplicate.id, isSame: isSame)
        }
    }

    /// Takes larger photos from now on.
    func enableLargerScans() async {
        settings.takesLargerScans = true
        await settingsChanged()
    }

    private func stored(_ body: (any ScanService) async throws(ScanStoreError) -> Void) async {
        guard let service else { return }
        do {
            try await body(service)
        } catch {
            notices.show(Notice(error.message, .warning))
        }
    }
}

/// The list of books that were scanned, with its search and its export.
@MainActor
@Observable
final class BookListModel {
    /// What is searched for.
    var search = ""
    private(set) var books: [BookEntry] = []
    /// The files for other programs, as they were written last.
    private(set) var exports: [BookExport: URL] = [:]
    private(set) var isLoaded = false

    @ObservationIgnored private let scanner: ScannerModel
    @ObservationIgnored private let notices: NoticeModel
    @ObservationIgnored private let exportFolder: URL

    init(scanner: ScannerModel, notices: NoticeModel, exportFolder: URL) {
        self.scanner = scanner
        self.notices = notices
        self.exportFolder = exportFolder
    }

    /// Whether nothing was found, though there are books.
    var foundNothing: Bool { isLoaded && books.isEmpty && !search.allSatisfy(\.isWhitespace) }

    /// Whether there are no books at all.
    var isEmpty: Bool { isLoaded && books.isEmpty && search.allSatisfy(\.isWhitespace) }

    /// Whether there is anything to export.
    var canExport: Bool { scanner.bookCount > 0 }

    /// What the list depends on; when it changes, ``refresh()`` is due.
    var revision: String { "\(scanner.bookCount) \(scanner.questionCount) \(search)" }

    /// Reads the list, and writes the files of all books.
    func refresh() async {
        guard let service = await scanner.open() else { return }
        do {
            books = try await service.books(search: search)
            isLoaded = true
            for form in BookExport.allCases { exports[form] = try await service.export(form, to: exportFolder) }
        } catch let error as ScanStoreError {
            notices.show(Notice(error.message, .warning))
        } catch {
            AppLog.scanner.error("books not exported: \(error.localizedDescription, privacy: .public)")
            notices.show(Notice(.notExported, .warning))
        }
    }
}
