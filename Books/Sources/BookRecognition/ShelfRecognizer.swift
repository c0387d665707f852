public import BookCatalogue
import BookMatching
import CommandSupport
public import Foundation
import ImageProcessing
import KnownBooks
public import RecognitionService
public import ScanProtocol
import Synchronization
public import TextRecognition

/// Finds books in photos of shelves on this machine, without a network: reads their text and compares it with a catalogue.
public struct ShelfRecognizer: BookRecognizer {
    private let catalogue: BookCatalogue
    private let reader: TextReader

    /// - Parameters:
    ///   - catalogue: what shelves are compared with. An import into it counts from the next photo on.
    ///   - reader: has the models. Photos are read one at a time.
    public init(catalogue: BookCatalogue, reader: TextReader = .shared) {
        self.catalogue = catalogue
        self.reader = reader
    }

    /// `pp-ocrv6`
    public var name: String { "pp-ocrv6" }

    /// Finds the books. Runs on a thread of Dispatch's, as it computes for a second or more.
    public func recognize(
        photo: Data,
        progress: @escaping @Sendable (RecognitionProgress) -> Void
    ) async throws -> PhotoResult {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global(qos: .utility).async {
                    continuation.resume(with: Result { try find(photo, progress, cancellation) })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// How much of the time is spent before books are matched.
    private static let readingShare = 0.95

    private func find(
        _ photo: Data,
        _ progress: @Sendable (RecognitionProgress) -> Void,
        _ cancellation: Cancellation
    ) throws -> PhotoResult {
        progress(RecognitionProgress(0, stage: .decoding))
        do {
            let shelf = try ShelfPhoto(
                file: photo,
                reader: reader,
                progress: { progress(RecognitionProgress($0 * Self.readingShare, stage: .reading)) },
                isCancelled: { cancellation.isCancelled }
            )
            progress(RecognitionProgress(Self.readingShare, stage: .matching))
            return try PhotoResult(shelf, named: "", catalogue: catalogue)
        } catch let error as StillError {
            throw UnrecognizablePhoto(reason: error.description)
        } catch TextRecognitionError.unsuitableImage(let width, let height) {
            let error = TextRecognitionError.unsuitableImage(width: width, height: height)
            throw UnrecognizablePhoto(reason: error.description)
        } catch TextRecognitionError.cancelled {
            throw CancellationError()
        } catch let error as TextRecognitionError where error.concernsEveryImage {
            throw RecognizerUnavailable(reason: error.description, retryAfter: .seconds(60))
        }
    }
}

extension TextRecognitionError {
    /// Whether no picture can be read, whichever it is.
    public var concernsEveryImage: Bool {
        switch self {
        case .missing, .damaged, .unusableLibrary: true
        case .failed, .cancelled, .unsuitableImage: false
        }
    }
}

/// Which catalogue shelves are compared with.
public enum StandardCatalogue {
    /// Where the user's catalogue lies: `$XDG_DATA_HOME/pinhole/catalogue.sqlite`, by default in `~/.local/share`.
    public static func url(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        DataFolder.url(environment: environment).appending(path: "catalogue.sqlite")
    }

    /// Opens the user's catalogue. Where there is none, one is made with a few thousand well-known books.
    /// - Throws: `BookCatalogueError`; GRDB's `DatabaseError`.
    public static func open(at url: URL = url()) throws -> BookCatalogue {
        let isNew = !FileManager.default.fileExists(atPath: url.path)
        if isNew {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
        }
        let catalogue = try BookCatalogue(at: url)
        if isNew { try catalogue.importKnownBooks() }
        return catalogue
    }

    /// A catalogue of a CSV file with the columns `title,author,isbn`, for as long as it is used.
    /// - Throws: `BookCatalogueError`; GRDB's `DatabaseError`.
    public static func temporary(csv url: URL) throws -> (catalogue: BookCatalogue, report: ImportReport) {
        let catalogue = try BookCatalogue()
        return (catalogue, try catalogue.importBooks(from: .csv(url)))
    }
}

extension BookCatalogue {
    /// Imports the books of the list that comes with Pinhole.
    /// - Throws: `KnownBooksError`; GRDB's `DatabaseError`.
    public func importKnownBooks() throws {
        let books = try KnownBooks.load().map {
            CatalogueBook(title: $0.title, author: $0.author, isbn: ISBN($0.isbn))
        }
        try importBooks(from: .books(books))
    }
}

/// Tells a thread that its work is not wanted any more.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
