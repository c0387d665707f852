import BookshelfScene
import Foundation
import KnownBooks
import ScanProtocol
import Testing

@Suite("pinhole scan and catalogue")
struct ScanCommandTests {
    private let folder: URL
    private let photo: String
    private let titles: [String]

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        photo = folder.appending(path: "shelf.png").path
        let request = BookshelfRequest(seed: 5, level: .clean, books: try KnownBooks.load())
        let shelf = try Bookshelf(request, fonts: FontLibrary())
        try shelf.draw().writePNG(to: photo)
        titles = shelf.spines.map(\.book.title)
    }

    private struct Answer: Decodable {
        var photo: String
        var books: [RecognizedBook]
        var error: String?
    }

    @Test("Books are named from the well-known ones, in the order in which they stand; other files do not hinder")
    func json() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = folder.appending(path: "nothing.jpg").path
        let answer = try await Program.run(
            "pinhole",
            ["scan", "--json", missing, photo, "/etc/passwd"],
            environment: ["XDG_DATA_HOME=\(folder.path)"]
        )
        #expect(answer.status == 1)
        let photos = try JSONDecoder().decode([Answer].self, from: answer.output)
        #expect(photos.map(\.photo) == [missing, photo, "/etc/passwd"])
        #expect(photos.map { $0.error == nil } == [false, true, false])
        #expect(photos[1].books.map(\.title) == titles && photos[1].books.allSatisfy(\.accepted))
        #expect(answer.complaints.contains("\(missing): There is no such file."))
    }

    @Test("A catalogue of one's own decides; its bad lines are named")
    func ownCatalogue() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = folder.appending(path: "mine.csv")
        try "title,author,isbn\n\"\(titles[0])\",,\n,,\n".write(to: table, atomically: true, encoding: .utf8)
        let answer = try await Program.run("pinhole", ["scan", "--catalogue", table.path, photo])
        #expect(answer.status == 0)
        #expect(answer.complaints.contains("mine.csv, line 3: it has neither a title nor an ISBN"))
        let lines = answer.text.split(separator: "\n")
        #expect(lines.first == "\(photo): 10 books")
        // The others are told as they were read.
        #expect(lines.filter { $0.hasPrefix("  · ") }.count == 9)
    }

    @Test("Books are imported into one's catalogue, which begins with well-known ones")
    func importing() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = folder.appending(path: "more.csv")
        try "isbn,title,author\n9780306406157,A New Book,Jane Roe\n".write(to: table, atomically: true, encoding: .utf8)
        let home = ["XDG_DATA_HOME=\(folder.path)"]
        let known = try KnownBooks.load().count
        let shown = try await Program.run("pinhole", ["catalogue"], environment: home)
        #expect(shown.text.contains("catalogue.sqlite: \(known) books"))
        for _ in 0..<2 {
            let answer = try await Program.run("pinhole", ["catalogue", "import", table.path], environment: home)
            #expect(answer.status == 0 && answer.text.contains("\(known + 1) books"))
        }
        let missing = try await Program.run("pinhole", ["catalogue", "import", "/nowhere.csv"], environment: home)
        #expect(missing.status != 0 && missing.complaints.contains("/nowhere.csv"))
    }
}
