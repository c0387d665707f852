import BookScanner
import Foundation
import Observation
import Synchronization

@testable import PinholeApp

/// A photo library that asks nobody.
final class FakePhotoLibrary: PhotoLibrary {
    private struct State: Sendable {
        var permission: LibraryPermission
        var answer: LibraryPermission
        var names: [String] = []
        var pairedMovies: [String] = []
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var questions = 0
        var fails = false
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - permission: as it is.
    ///   - answer: what the user says when asked.
    init(_ permission: LibraryPermission = .granted, answer: LibraryPermission = .granted) {
        state = Mutex(State(permission: permission, answer: answer))
    }

    var permission: LibraryPermission { state.withLock { $0.permission } }
    /// What it has copies of.
    var names: [String] { state.withLock { $0.names } }
    /// The movies that came with Live Photos, as parts of their assets.
    var pairedMovies: [String] { state.withLock { $0.pairedMovies } }
    /// How many wait for being let go.
    var heldCount: Int { state.withLock { $0.held.count } }
    /// How often the user was asked.
    var questions: Int { state.withLock { $0.questions } }
    /// Whether it takes nothing.
    var fails: Bool {
        get { state.withLock { $0.fails } }
        set { state.withLock { $0.fails = newValue } }
    }

    func requestPermission() async -> LibraryPermission {
        let isAsking = state.withLock { state in
            if state.permission == .undecided { state.questions += 1 }
            return state.permission == .undecided
        }
        guard isAsking else { return permission }
        // People take their time.
        for _ in 0..<50 { await Task.yield() }
        return state.withLock { state in
            state.permission = state.answer
            return state.permission
        }
    }

    /// Lets nothing in until `letGo()`.
    func hold() { state.withLock { $0.isHeld = true } }

    func letGo() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func add(_ item: CaptureItem) async throws {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.held.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
        try state.withLock { state in
            if state.fails { throw CocoaError(.fileWriteUnknown) }
            state.names.append(item.id)
            if let movie = item.pairedMovie { state.pairedMovies.append(movie.lastPathComponent) }
        }
    }
}

/// A scanner that keeps what it is told.
@MainActor
@Observable
final class FakeScanService: ScanService {
    var entries: [ScanEntry] = []
    var finishedCount = 0
    var bookCount = 0
    var isOffline = false
    var rateLimit: Int?
    var booksToConfirm: [BookEntry] = []
    var duplicates: [DuplicateEntry] = []
    var proposesLargerScans = false
    var storageFailure: ScanStoreError?

    var captureFailure: ScanStoreError?
    var allBooks: [BookEntry] = []
    private(set) var captured: [TakenPhoto] = []
    private(set) var commands: [String] = []
    private(set) var isClosed = false

    func capture(_ photo: TakenPhoto) async throws(ScanStoreError) {
        if let captureFailure { throw captureFailure }
        captured.append(photo)
        entries.append(ScanEntry(id: UUID(), number: captured.count, date: photo.date, state: .queued))
    }
    func retry(_ scan: UUID) async { commands.append("retry") }
    func retryAll() async { commands.append("retry all") }
    func cancel(_ scan: UUID) async { entries.removeAll { $0.id == scan } }
    func confirm(_ book: Int64) async throws(ScanStoreError) { commands.append("confirm \(book)") }
    func correct(_ book: Int64, title: String, author: String) async throws(ScanStoreError) {
        commands.append("correct \(book) \(title)/\(author)")
    }
    func reject(_ book: Int64) async throws(ScanStoreError) { commands.append("reject \(book)") }
    func resolve(_ duplicate: Int64, isSame: Bool) async throws(ScanStoreError) {
        commands.append("judge \(duplicate) \(isSame)")
    }
    func books(search: String) async throws(ScanStoreError) -> [BookEntry] {
        allBooks.filter { search.isEmpty || $0.title.contains(search) }
    }
    func export(_ form: BookExport, to folder: URL) async throws -> URL {
        let url = folder.appendingPathComponent(form.fileName)
        try Data(allBooks.map(\.title).joined(separator: "\n").utf8).write(to: url)
        return url
    }
    func close() async { isClosed = true }
}

/// Opens the scanners that a test has prepared, one after the other.
@MainActor
final class FakeScanOpening: ScanServiceOpening {
    var results: [Result<FakeScanService, ScanStoreError>]
    private(set) var recognizers: [URL?] = []

    init(_ results: [Result<FakeScanService, ScanStoreError>]) {
        self.results = results
    }

    func open(recognizer: URL?) async throws(ScanStoreError) -> any ScanService {
        recognizers.append(recognizer)
        return try results.removeFirst().get()
    }
}
