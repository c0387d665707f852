import BookScanner
import Foundation
import Observation

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
