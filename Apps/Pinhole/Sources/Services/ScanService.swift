import BookScanner
import Foundation
import HTTPTransports

/// What the app's models need of a scanner whose storage is open.
@MainActor
protocol ScanService: AnyObject, Sendable {
    var entries: [ScanEntry] { get }
    var finishedCount: Int { get }
    var bookCount: Int { get }
    var isOffline: Bool { get }
    /// Seconds in which nothing is sent.
    var rateLimit: Int? { get }
    var booksToConfirm: [BookEntry] { get }
    var duplicates: [DuplicateEntry] { get }
    /// Whether too many scans were not read right.
    var proposesLargerScans: Bool { get }
    var storageFailure: ScanStoreError? { get }

    func capture(_ photo: TakenPhoto) async throws(ScanStoreError)
    func retry(_ scan: UUID) async
    func retryAll() async
    func cancel(_ scan: UUID) async
    func confirm(_ book: Int64) async throws(ScanStoreError)
    func correct(_ book: Int64, title: String, author: String) async throws(ScanStoreError)
    func reject(_ book: Int64) async throws(ScanStoreError)
    func resolve(_ duplicate: Int64, isSame: Bool) async throws(ScanStoreError)
    func books(search: String) async throws(ScanStoreError) -> [BookEntry]
    /// Writes the list of books to a file for other programs.
    func export(_ form: BookExport, to folder: URL) async throws -> URL
    /// Ends it; what is under way is taken up by the next one.
    func close() async
}

/// A form of the list of books for other programs.
enum BookExport: String, CaseIterable, Identifiable, Sendable {
    case csv
    case json

    var id: Self { self }

    var fileName: String { "Books.\(rawValue)" }
}

/// Opens a scanner's storage, and has it send to a recogniser.
protocol ScanServiceOpening: Sendable {
    /// - Parameter recognizer: where scans are sent to; `nil`: they wait.
    @MainActor func open(recognizer: URL?) async throws(ScanStoreError) -> any ScanService
}

/// The scanner of `BookScanner`, with its storage in a folder.
struct FolderScanServiceOpening: ScanServiceOpening {
    var folder: URL

    @MainActor func open(recognizer: URL?) async throws(ScanStoreError) -> any ScanService {
        let store = try await ScanStore.open(at: folder)
        let session = Self.session(store, recognizer)
        try await session.start()
        return FolderScanService(store: store, session: session)
    }

    private static func session(_ store: ScanStore, _ recognizer: URL?) -> ScanSession {
        guard let recognizer else {
            var policy = ScanQueuePolicy()
            // There is nobody to be tried.
            policy.offlineTrial = .seconds(1_000_000_000)
            return ScanSession(
                store: store,
                configuration: ScanClientConfiguration(server: URL(fileURLWithPath: "/")),
                transport: SystemHTTPTransport(),
                monitor: NoNetwork(),
                policy: policy
            )
        }
        return ScanSession(
            store: store,
            configuration: ScanClientConfiguration(server: recognizer),
            transport: SystemHTTPTransport(),
            monitor: SystemNetworkMonitor()
        )
    }
}

/// There is no network as long as nobody has said where to send scans.
private struct NoNetwork: NetworkMonitor {
    func reachability() -> AsyncStream<Bool> { AsyncStream { $0.yield(false) } }
}

/// The scanner of `BookScanner`, open.
@MainActor
private final class FolderScanService: ScanService {
    private let store: ScanStore
    private let session: ScanSession
    private let model: ScanModel

    init(store: ScanStore, session: ScanSession) {
        self.store = store
        self.session = session
        model = ScanModel(session: session)
    }

    var entries: [ScanEntry] { model.jobs.map(ScanEntry.init) }
    var finishedCount: Int { model.finishedCount }
    var bookCount: Int { model.bookCount }
    var isOffline: Bool { model.isOffline }
    var rateLimit: Int? { model.rateLimit.map(ScanPhrase.seconds) }
    var booksToConfirm: [BookEntry] { model.booksToConfirm.map(BookEntry.init) }
    var duplicates: [DuplicateEntry] { model.duplicates.map(DuplicateEntry.init) }
    var proposesLargerScans: Bool { model.accuracy.proposesLargerPhotos }
    var storageFailure: ScanStoreError? { model.storageFailure }

    func capture(_ photo: TakenPhoto) async throws(ScanStoreError) {
        try await session.capture(photo.data, await Self.info(photo))
    }

    /// What is known of a photo. Not on the main actor: its pixels are looked at.
    @concurrent
    private nonisolated static func info(_ photo: TakenPhoto) async -> ScanPhotoInfo {
        ScanPhotoInfo(
            capturedAt: photo.date,
            width: photo.size.width,
            height: photo.size.height,
            imageHash: ImageHash(jpeg: photo.data)
        )
    }

    func retry(_ scan: UUID) async { await session.retry(scan) }

    func retryAll() async { await session.retryAll() }

    func cancel(_ scan: UUID) async { await session.cancel(scan) }

    func confirm(_ book: Int64) async throws(ScanStoreError) { try await session.confirm(book) }

    func correct(_ book: Int64, title: String, author: String) async throws(ScanStoreError) {
        try await session.correct(book, BookTitle(title: title, author: author))
    }

    func reject(_ book: Int64) async throws(ScanStoreError) { try await session.reject(book) }

    func resolve(_ duplicate: Int64, isSame: Bool) async throws(ScanStoreError) {
        try await session.judge(duplicate, isSame ? .same : .different)
    }

    func books(search: String) async throws(ScanStoreError) -> [BookEntry] {
        try await store.books(search: search).filter { $0.decision != .rejected }.map(BookEntry.init)
    }

    func export(_ form: BookExport, to folder: URL) async throws -> URL {
        try await Self.write(store.books(), form, to: folder)
    }

    /// Writes the list. Not on the main actor: it may be long, and the disk slow.
    @concurrent
    private nonisolated static func write(_ books: [ScannedBook], _ form: BookExport, to folder: URL) async throws
        -> URL
    {
        let file = folder.appendingPathComponent(form.fileName)
        let data =
            switch form {
            case .csv: CatalogueExport.csv(books)
            case .json: try CatalogueExport.json(books)
            }
        try data.write(to: file, options: .atomic)
        return file
    }

    func close() async {
        await session.stop()
        do {
            try await store.close()
        } catch {
            AppLog.scanner.error("storage not closed: \(String(describing: error), privacy: .public)")
        }
    }
}
