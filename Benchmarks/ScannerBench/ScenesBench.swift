import ArgumentParser
import BookCatalogue
import BookMatching
import BookRecognition
import BookshelfScene
import Foundation
import KnownBooks

/// Drawn shelves of four levels, whose truth is known.
struct ScenesBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenes",
        abstract: "Measure accuracy on drawn shelves of ten books, with and without a catalogue, beside Tesseract."
    )

    @Option(help: "How many shelves of each level.")
    var seeds = 16

    @Option(help: "The first shelf's seed.")
    var first: UInt64 = 1000

    @Option(help: "A CSV file of more books for the catalogue.")
    var catalogue: String?

    @Flag(help: "Leave Tesseract out.")
    var noTesseract = false

    func run() throws {
        let known = try BookCatalogue()
        try known.importKnownBooks()
        if let catalogue { try known.importBooks(from: .csv(URL(fileURLWithPath: catalogue))) }
        let books = try known.bookCount
        print(
            "Shelves of 10 books, \(seeds) of each level from seed \(first) on; 1024 x 768; catalogue of \(books) books.\n"
        )
        var table = MetricsTable([
            "level", "books", "found %", "accepted %", "right of accepted %", "accepted though absent",
            "title and author without catalogue %", "Tesseract: found %", "Tesseract: accepted %",
        ])
        for level in BookshelfLevel.allCases {
            let metrics = try measure(level, known)
            table.add(metrics.row(level, hasTesseract: !noTesseract))
            for name in metrics.known.wrongNames { print("level \(level.rawValue), accepted and wrong: \(name)") }
        }
        print(table.text)
    }

    private func measure(_ level: BookshelfLevel, _ known: BookCatalogue) throws -> LevelMetrics {
        let fonts = try FontLibrary()
        let (shown, absent) = try Self.halves()
        var metrics = LevelMetrics()
        for seed in first..<first + UInt64(seeds) {
            let shelf = try Bookshelf(BookshelfRequest(seed: seed, level: level, books: shown), fonts: fonts)
            let validator = ShelfValidator(truth: shelf.spines)
            try TemporaryImage.with(shelf) { file in
                let photo = try ShelfPhoto(file: Data(contentsOf: file))
                let reading = ShelfReading(photo.lines, codes: photo.codes)
                validator.check(try known.books(on: reading), into: &metrics.known)
                validator.check(try absent.books(on: reading), into: &metrics.absent)
                validator.checkText(reading.books(), into: &metrics.text)
                guard !noTesseract else { return }
                let lines = try Tesseract.read(file, width: Double(photo.width), height: Double(photo.height))
                validator.check(try known.books(on: ShelfReading(lines)), into: &metrics.tesseract)
            }
        }
        return metrics
    }

    /// Books for the shelves, and a catalogue of all the others.
    private static func halves() throws -> (shown: [KnownBook], absent: BookCatalogue) {
        let books = try KnownBooks.load()
        let shown = books.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        let titles = Set(shown.map(\.title.folded))
        let others = books.enumerated().filter {
            !$0.offset.isMultiple(of: 2) && !titles.contains($0.element.title.folded)
        }
        let absent = try BookCatalogue()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = others.map {
            [$0.element.title, $0.element.author, $0.element.isbn].map(\.quoted).joined(separator: ",")
        }
        try (["title,author,isbn"] + rows).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        try absent.importBooks(from: .csv(file))
        return (shown, absent)
    }
}

/// What was measured of one level.
private struct LevelMetrics {
    var known = Tally()
    /// Compared with a catalogue that has none of the books: whatever is accepted is wrong.
    var absent = Tally()
    var text = Tally()
    var tesseract = Tally()

    func row(_ level: BookshelfLevel, hasTesseract: Bool) -> [String] {
        [
            "\(level.rawValue) (\(level))", "\(known.books)", known.recall.short, known.acceptance.short,
            known.precision.short, "\(absent.wrong)", text.recall.short, hasTesseract ? tesseract.recall.short : "-",
            hasTesseract ? tesseract.acceptance.short : "-",
        ]
    }
}

/// A shelf's image as a file, for as long as it is looked at.
enum TemporaryImage {
    static func with<Result>(_ shelf: Bookshelf, _ body: (URL) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try shelf.draw().writePNG(to: file.path)
        return try body(file)
    }
}

extension String {
    /// As a field of CSV.
    fileprivate var quoted: String { "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
}
