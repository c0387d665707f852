import ArgumentParser
import BookCatalogue
import BookMatching
import BookRecognition
import Foundation
import KnownBooks
import SwiftCSV

/// Photographs of real shelves, with lists of the books that stand there.
struct PhotosBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract: "Measure accuracy on photographs of real shelves.",
        discussion: """
            Beside each photo lies a CSV file of the same name with the columns title and author: the books that stand there. \
            Subtitles (behind " : ") and the years behind an author's name need not be as in the catalogue.
            """
    )

    @Argument(help: "The folder with photos and lists.")
    var folder: String

    @Option(help: "The catalogue: a CSV file with the columns title, author and isbn.")
    var catalogue: String

    func run() throws {
        let (catalogue, report) = try StandardCatalogue.temporary(csv: URL(fileURLWithPath: catalogue))
        print("Catalogue of \(report.books) books.\n")
        var table = MetricsTable([
            "photo", "pixels", "books", "found %", "accepted %", "right of accepted %", "seconds",
        ])
        for photo in try photos() {
            let (tally, size, seconds) = try measure(photo, catalogue)
            for name in tally.wrongNames { print("\(photo.lastPathComponent), accepted and not on the list: \(name)") }
            table.add([
                photo.lastPathComponent, size, "\(tally.books)", tally.recall.short, tally.acceptance.short,
                tally.precision.short, seconds.short,
            ])
        }
        print(table.text)
    }

    private func photos() throws -> [URL] {
        let files = try FileManager.default.contentsOfDirectory(
            at: URL(fileURLWithPath: folder),
            includingPropertiesForKeys: nil
        )
        let photos = files.filter { ["jpg", "jpeg", "png"].contains($0.pathExtension.lowercased()) }
        guard !photos.isEmpty else { throw ValidationError("\(folder) has no photos.") }
        return photos.sorted { $0.path < $1.path }
    }

    private func measure(_ photo: URL, _ catalogue: BookCatalogue) throws -> (Tally, size: String, seconds: Double) {
        let list = photo.deletingPathExtension().appendingPathExtension("csv")
        let truth = try KnownBook.list(list)
        let begin = ContinuousClock.now
        let read = try ShelfPhoto(file: Data(contentsOf: photo))
        let books = try catalogue.books(on: ShelfReading(read.lines, codes: read.codes))
        let seconds = begin.duration(to: .now) / .seconds(1)
        var tally = Tally()
        var left = books
        var (found, accepted) = (0, 0)
        for book in truth {
            let matches = left.indices.filter { left[$0].isProbably(book) }
            guard let match = matches.first(where: { left[$0].isAccepted }) ?? matches.first else {
                print("\(photo.lastPathComponent), not found: \(book.title) — \(book.author)")
                continue
            }
            found += 1
            if left[match].isAccepted { accepted += 1 }
            left.remove(at: match)
        }
        let wrong = left.filter(\.isAccepted).map { "\($0.title) — \($0.author)" }
        tally.add(books: truth.count, found: found, accepted: accepted, wrong: wrong)
        return (tally, "\(read.width) x \(read.height)", seconds)
    }
}

extension ShelfBook {
    fileprivate func isProbably(_ book: KnownBook) -> Bool {
        title.mainPart.folded == book.title.mainPart.folded && author.surname.folded == book.author.surname.folded
    }
}

extension String {
    fileprivate var mainPart: String { components(separatedBy: " : ")[0] }
    fileprivate var surname: String { components(separatedBy: ",")[0] }
}

extension KnownBook {
    /// The books of a CSV file whose columns `title` and `author` stand among others.
    fileprivate static func list(_ file: URL) throws -> [KnownBook] {
        let table = try CSV<Named>(url: file, delimiter: .comma, loadColumns: false)
        return table.rows.map { KnownBook(title: $0["title"] ?? "", author: $0["author"] ?? "") }.filter {
            !$0.title.isEmpty
        }
    }
}
