import KnownBooks
import Testing

@testable import BookshelfScene

@Suite struct KnownBooksOnShelvesTests {
    @Test func everyBookCanBeSetOnASpine() throws {
        let books = try KnownBooks.load()
        let fonts = try FontLibrary()
        for start in stride(from: 0, to: books.count, by: 400) {
            let part = Array(books[start..<min(start + 400, books.count)])
            let request = BookshelfRequest(seed: 5, level: .textured, spineCount: part.count, books: part)
            #expect(try Bookshelf(request, fonts: fonts).spines.count == part.count)
        }
    }
}
