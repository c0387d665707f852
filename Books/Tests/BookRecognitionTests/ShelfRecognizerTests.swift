import BookCatalogue
import BookRecognition
import BookshelfScene
import Dispatch
import Foundation
import KnownBooks
import RecognitionService
import ScanProtocol
import Synchronization
import Testing
import TextRecognition

@Suite("The recogniser of this machine")
struct ShelfRecognizerTests {
    @Test("R-SCAN-7: it tells how far it is, and finds the books without a network")
    func recognize() async throws {
        let (png, titles) = try Self.shelf()
        let catalogue = try BookCatalogue()
        try catalogue.importKnownBooks()
        let told = Mutex<[RecognitionProgress]>([])
        let result = try await ShelfRecognizer(catalogue: catalogue).recognize(photo: png) { progress in
            told.withLock { $0.append(progress) }
        }
        #expect(result.books.filter(\.accepted).map(\.title) == titles)
        let fractions = told.withLock { $0.map(\.fraction) }
        #expect(fractions == fractions.sorted() && fractions.allSatisfy { (0...1).contains($0) })
        #expect(told.withLock { $0.map(\.stage) }.contains(.reading))
    }

    @Test("What is no photo never will be; what is missing on the machine concerns no photo", arguments: [true, false])
    func errors(isPhoto: Bool) async throws {
        let catalogue = try BookCatalogue()
        guard isPhoto else {
            await #expect(throws: UnrecognizablePhoto.self) {
                try await ShelfRecognizer(catalogue: catalogue).recognize(photo: Data("text".utf8)) { _ in }
            }
            return
        }
        let reader = TextReader(folder: { throw TextRecognitionError.missing(file: "a model", searched: []) })
        let png = try Self.shelf().png
        await #expect(throws: RecognizerUnavailable.self) {
            try await ShelfRecognizer(catalogue: catalogue, reader: reader).recognize(photo: png) { _ in }
        }
    }

    @Test("It stops when its task is cancelled")
    func cancellation() async throws {
        let png = try Self.shelf().png
        let recognizer = ShelfRecognizer(catalogue: try BookCatalogue())
        let (beginnings, begin) = AsyncStream.makeStream(of: Void.self)
        let cancelled = DispatchSemaphore(value: 0)
        // The recogniser waits where it tells how far it is, so it can't have ended before it is cancelled.
        let task = Task {
            try await recognizer.recognize(photo: png) { _ in
                begin.yield()
                cancelled.wait()
                cancelled.signal()
            }
        }
        for await _ in beginnings { break }
        task.cancel()
        cancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    private static func shelf() throws -> (png: Data, titles: [String]) {
        let request = BookshelfRequest(seed: 5, level: .clean, books: try KnownBooks.load())
        let shelf = try Bookshelf(request, fonts: FontLibrary())
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try shelf.draw().writePNG(to: file.path)
        return (try Data(contentsOf: file), shelf.spines.map(\.book.title))
    }
}
