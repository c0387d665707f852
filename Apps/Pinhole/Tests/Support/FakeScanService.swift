import BookScanner
import Foundation
import Observation

@testable import PinholeApp

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
