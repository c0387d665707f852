import ArgumentParser
import BookCatalogue
import BookRecognition
import CommandSupport
import Foundation
import ScanProtocol
import TextRecognition

/// `pinhole scan`
struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Say which books stand on the shelves of photos.",
        discussion: """
            Reads the text on the books' spines and compares it with a catalogue: your own ('pinhole catalogue'), which \
            begins with a few thousand well-known books, or the one of --catalogue. Works without a network.

            In front of each book stands '✓' when nobody needs to check it, '?' when somebody should, and '·' when no \
            catalogue knows it: its text is then shown as it was read.

            --json prints a list with an object for each photo: photo, books and, where it could not be read, error. A book has \
            title, author, isbn, score (0 to 1), accepted, text (lines) and box (four corners [x, y] in pixels of the upright \
            photo, from where its text begins).

            Exit status: 0 when all photos were read, else 1.
            """
    )

    @Argument(help: ArgumentHelp("JPEG, PNG or HEIC files.", valueName: "photo"), completion: .file())
    var photos: [String]

    @Option(
        help: ArgumentHelp(
            "A CSV file with the columns title, author and isbn to compare with, instead of your catalogue.",
            valueName: "file"
        )
    )
    var catalogue: String?

    @Flag(help: "Print JSON, for other programs.")
    var json = false

    func run() throws {
        let console = ProgressConsole()
        defer { console.end() }
        let catalogue = try openCatalogue(console)
        var scanned: [ScannedPhoto] = []
        for (index, path) in photos.enumerated() {
            let place = photos.count > 1 ? "\(index + 1) of \(photos.count), " : ""
            let photo = try scan(path, catalogue) { share in
                console.printProgress("\(place)\(path): \(ProgressBar.drawn(share))")
            }
            console.clear()
            scanned.append(photo)
            if let error = photo.error { console.printLine("\(path): \(error)") }
            if !json, photo.error == nil { print(photo.summary) }
        }
        if json { try print(ScannedPhoto.json(scanned)) }
        guard scanned.allSatisfy({ $0.error == nil }) else { throw ExitCode.failure }
    }

    private func openCatalogue(_ console: ProgressConsole) throws -> BookCatalogue {
        guard let path = catalogue else {
            do {
                return try StandardCatalogue.open()
            } catch {
                throw CommandError("Your catalogue \(StandardCatalogue.url().path) cannot be used: \(error)")
            }
        }
        do {
            let (catalogue, report) = try StandardCatalogue.temporary(csv: URL(fileURLWithPath: path))
            for line in report.examples { console.printLine("\(line)") }
            return catalogue
        } catch {
            throw CommandError("The catalogue \(path) cannot be used: \(error)")
        }
    }

    /// - Throws: what would go wrong with every photo.
    private func scan(_ path: String, _ catalogue: BookCatalogue, progress: (Double) -> Void) throws -> ScannedPhoto {
        do {
            let file = try Data(contentsOf: URL(fileURLWithPath: path))
            let photo = try ShelfPhoto(file: file, progress: progress)
            return ScannedPhoto(photo: path, books: try PhotoResult(photo, named: path, catalogue: catalogue).books)
        } catch let error as TextRecognitionError where error.concernsEveryImage {
            throw CommandError(error.description)
        } catch let error as CocoaError {
            let isMissing = !FileManager.default.fileExists(atPath: path)
            return ScannedPhoto(photo: path, error: isMissing ? "There is no such file." : error.localizedDescription)
        } catch {
            return ScannedPhoto(photo: path, error: "\(error)")
        }
    }
}

/// What came of one photo.
private struct ScannedPhoto: Encodable {
    var photo: String
    var books: [RecognizedBook] = []
    var error: String?

    var summary: String {
        let count = books.count == 1 ? "1 book" : "\(books.count) books"
        return (["\(photo): \(count)"] + books.map { "  " + $0.summary }).joined(separator: "\n")
    }

    static func json(_ photos: [ScannedPhoto]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(photos), as: UTF8.self)
    }
}

extension RecognizedBook {
    fileprivate var summary: String {
        let sign = accepted ? "✓" : score > 0 ? "?" : "·"
        let name = [title, author].filter { !$0.isEmpty }.joined(separator: " — ")
        let sureness = score > 0 ? "  \(Int((score * 100).rounded(.down))) %" : ""
        return "\(sign) \(name)\(isbn.map { "  \($0)" } ?? "")\(sureness)"
    }
}
