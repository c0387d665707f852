import Foundation
import KnownBooks
import SceneDrawing
import Testing

@testable import BookshelfScene

@Suite struct RequestTests {
    private let fonts: FontLibrary

    init() throws {
        fonts = try FontLibrary()
    }

    private func shelf(_ books: [KnownBook], spines: Int, width: Int = 512) throws(BookshelfError) -> Bookshelf {
        try Bookshelf(
            BookshelfRequest(seed: 1, level: .clean, width: width, height: 384, spineCount: spines, books: books),
            fonts: fonts
        )
    }

    @Test func sizesAndCountsAreChecked() {
        let books = [KnownBook(title: "Emma", author: "Jane Austen")]
        #expect(throws: BookshelfError.sizeOutOfRange(width: 3, height: 384)) {
            try shelf(books, spines: 1, width: 3)
        }
        #expect(throws: BookshelfError.spineCountOutOfRange(0)) { try shelf(books, spines: 0) }
        #expect(throws: BookshelfError.spineCountOutOfRange(401)) { try shelf(books, spines: 401) }
    }

    @Test func aBookStandsOnlyOnceOnTheShelf() {
        let book = KnownBook(title: "Emma", author: "Jane Austen")
        #expect(throws: BookshelfError.tooFewBooks(needed: 2, usable: 1)) { try shelf([book, book], spines: 2) }
    }

    @Test(arguments: ["שלום", "", "  \n", "ليلى", "日本語", "Emma 😀", String(repeating: "Longword ", count: 60)])
    func booksThatCannotBeSetAreLeftOut(_ title: String) {
        let books = [
            KnownBook(title: "Emma", author: "Jane Austen"), KnownBook(title: title, author: "Jane Austen"),
        ]
        #expect(throws: BookshelfError.tooFewBooks(needed: 2, usable: 1)) { try shelf(books, spines: 2) }
    }

    @Test func lettersOfManyLanguagesAreSet() throws {
        let books = [
            KnownBook(title: "Příběhy obyčejného šílenství", author: "Petr Zelenka"),
            KnownBook(title: "Łódź Źdźbło ąęćńóśż", author: "Bolesław Prus"),
            KnownBook(title: "Þórður İstanbul ğüşıöç", author: "Ærø Åse"),
            KnownBook(title: "Война и мир", author: "Лев Толстой"),
            KnownBook(title: "Ὀδύσσεια", author: "Ὅμηρος"),
            KnownBook(title: "Năm ő ű ț ș", author: "Mircea Cărtărescu"),
        ]
        #expect(try shelf(books, spines: 6).spines.count == 6)
    }

    @Test func decomposedLettersAreComposed() throws {
        let shelf = try shelf([KnownBook(title: "Cafe\u{301}  noir", author: "A\u{30a}se")], spines: 1)
        let spine = try #require(shelf.spines.first)
        #expect(Array(spine.printedTitle.joined(separator: " ").unicodeScalars) == Array("Café noir".unicodeScalars))
        #expect(spine.book.author.unicodeScalars.count == 3)
    }

    @Test func aLongSubtitleIsLeftOutOnTheSpineOnly() throws {
        let title = "Bulos : " + String(repeating: "de la tierra plana al coronavirus y de vuelta ", count: 10) + "fin"
        let shelf = try shelf([KnownBook(title: title, author: "López-Borrull, Alexandre")], spines: 1)
        let spine = try #require(shelf.spines.first)
        #expect(spine.book.title == title)
        #expect(spine.printedTitle == ["Bulos"])
    }

    @Test func missingFontsAreNamedWithTheirPackages() {
        let absent = BookshelfFont("NoSuchFont-Bold", "fonts-no-such")
        #expect(throws: BookshelfError.missingFonts([absent])) {
            _ = try FontLibrary(BookshelfFont.required + [absent])
        }
        let message = BookshelfError.missingFonts([absent]).description
        #expect(message.contains("NoSuchFont-Bold") && message.contains("apt-get install fonts-no-such"))
    }

    @Test func aFileThatIsNoFontIsNamed() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ttf")
        try Data("not a font".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let failure = #expect(throws: LoadedFont.Failure.self) { _ = try LoadedFont.open(url.path, index: 0) }
        #expect(failure?.reason.contains(url.path) == true)
        let font = BookshelfFont("Damaged-Regular", "fonts-damaged")
        let error = BookshelfError.damagedFont(font, reason: failure?.reason ?? "")
        #expect(error.description.contains(url.path) && error.description.contains("fonts-damaged"))
    }

    /// Cairo's own list of open fonts is not safe when several threads draw.
    @Test func severalThreadsDrawAtOnce() async throws {
        let books = Array(try KnownBooks.load().prefix(200))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for seed in 0..<24 as Range<UInt64> {
                group.addTask {
                    let request = BookshelfRequest(seed: seed, level: .noisy, width: 256, height: 192, books: books)
                    let shelf = try Bookshelf(request, fonts: FontLibrary())
                    _ = try shelf.draw()
                    return shelf.spines.count
                }
            }
            for try await count in group { #expect(count == 10) }
        }
    }

    @Test func linesAreBalanced() {
        #expect(BrokenText.balanced(["a", "bb", "ccc"], count: 2) == ["a bb", "ccc"])
        #expect(BrokenText.balanced(["one"], count: 2) == nil)
        #expect(BrokenText.balanced(["a", "b", "c"], count: 3) == ["a", "b", "c"])
    }
}
