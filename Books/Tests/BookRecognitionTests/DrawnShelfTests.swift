import BookCatalogue
import BookMatching
import BookRecognition
import BookshelfScene
import Foundation
import ImageProcessing
import KnownBooks
import ScanProtocol
import Testing
import TextRecognition

@Suite("Photos of shelves")
struct DrawnShelfTests {
    private static let catalogue = Result { try BookCatalogue.ofKnownBooks() }

    /// `scripts/bench scanner` measures more shelves.
    @Test(
        "R-SCAN-8: of ten books on a shelf nearly all are found, and nothing wrong is taken for sure",
        arguments: BookshelfLevel.allCases
    )
    func levels(level: BookshelfLevel) throws {
        let shelf = try Self.shelf(level, seed: 3)
        let result = try PhotoResult(Self.photo(shelf), named: "shelf", catalogue: Self.catalogue.get())
        let truth = Set(shelf.spines.map { "\($0.book.title) \($0.book.author)" })
        let named = result.books.filter { truth.contains("\($0.title) \($0.author)") }
        #expect(
            named.count >= (level == .clean ? 10 : 9),
            "\(truth.subtracting(named.map { "\($0.title) \($0.author)" }))"
        )
        #expect(named.filter(\.accepted).count >= 8)
        #expect(result.books.filter { $0.accepted && !truth.contains("\($0.title) \($0.author)") }.isEmpty)
    }

    @Test("Books are told as they stand, from the left to the right, with their places")
    func order() throws {
        let shelf = try Self.shelf(.clean, seed: 5)
        let result = try PhotoResult(Self.photo(shelf), named: "shelf", catalogue: Self.catalogue.get())
        #expect(result.books.map(\.title) == shelf.spines.map(\.book.title))
        for (book, spine) in zip(result.books, shelf.spines) {
            let xs = spine.corners.map(\.x)
            let center = book.box.points.reduce(0) { $0 + $1.x } / 4
            #expect(((xs.min() ?? 0)...(xs.max() ?? 0)).contains(center), "\(book.title)")
        }
    }

    @Test("R-SCAN-8: without a catalogue the text is told as it was read, and nothing is sure")
    func withoutCatalogue() throws {
        let shelf = try Self.shelf(.clean, seed: 3)
        let result = try PhotoResult(Self.photo(shelf), named: "shelf", catalogue: nil)
        #expect(result.books.count == 10)
        #expect(result.books.allSatisfy { !$0.accepted && $0.score == 0 && !$0.text.isEmpty })
    }

    @Test("A catalogue without these books accepts none of them")
    func absent() throws {
        let others = try BookCatalogue()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        try "title,author,isbn\nEmma,Jane Austen,\nAtonement,Ian McEwan,\n".write(
            to: file,
            atomically: true,
            encoding: .utf8
        )
        try others.importBooks(from: .csv(file))
        let result = try PhotoResult(Self.photo(Self.shelf(.clean, seed: 3)), named: "shelf", catalogue: others)
        #expect(!result.books.isEmpty && result.books.allSatisfy { !$0.accepted })
    }

    @Test("What is no photo is told apart: empty, text, cut off, too many pixels")
    func noPhotos() throws {
        #expect(throws: StillError.empty) { try ShelfPhoto(file: Data()) }
        #expect(throws: StillError.unknownFormat) { try ShelfPhoto(file: Data("not an image".utf8)) }
        let png = try Self.png(Self.shelf(.clean, seed: 3))
        #expect(throws: StillError.self) { try ShelfPhoto(file: png.prefix(png.count / 2)) }
        // 20,000 x 10,000 pixels, as the header says.
        var bomb = png
        bomb.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x27, 0x10])
        #expect(throws: StillError.self) { try ShelfPhoto(file: bomb) }
    }

    @Test("Reading stops when nobody wants it any more")
    func cancellation() throws {
        let png = try Self.png(Self.shelf(.clean, seed: 3))
        #expect(throws: TextRecognitionError.cancelled) { try ShelfPhoto(file: png, isCancelled: { true }) }
    }

    private static func shelf(_ level: BookshelfLevel, seed: UInt64) throws -> Bookshelf {
        try Bookshelf(BookshelfRequest(seed: seed, level: level, books: KnownBooks.load()), fonts: FontLibrary())
    }

    private static func photo(_ shelf: Bookshelf) throws -> ShelfPhoto { try ShelfPhoto(file: png(shelf)) }

    private static func png(_ shelf: Bookshelf) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try shelf.draw().writePNG(to: file.path)
        return try Data(contentsOf: file)
    }
}

extension BookCatalogue {
    fileprivate static func ofKnownBooks() throws -> BookCatalogue {
        let catalogue = try BookCatalogue()
        try catalogue.importKnownBooks()
        return catalogue
    }
}
