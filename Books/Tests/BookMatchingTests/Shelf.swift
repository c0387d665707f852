import BookCatalogue
import Foundation

@testable import BookMatching

/// A shelf that was read once, and the books that the method's reference implementation named on it.
struct RecordedShelf: Decodable {
    struct Line: Decodable {
        var box: [[Double]]
        var text: String
        var confidence: Double
        var characters: [Letter]
    }

    struct Letter: Decodable {
        var letter: ReadLine.Letter

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            letter = ReadLine.Letter(
                text: try fields.decode(String.self),
                confidence: try fields.decode(Double.self),
                position: try fields.decode(Double.self)
            )
        }
    }

    struct Grouping: Decodable {
        var row: Int
        var label: String?
        var words: [String]
        var labelLine: Int?
        var neighbours: [Neighbour]
    }

    struct Neighbour: Decodable {
        var line: Int
        var kind: String
        var cost: Double

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            line = try fields.decode(Int.self)
            kind = try fields.decode(String.self)
            cost = try fields.decode(Double.self)
        }
    }

    struct Evidence: Decodable {
        var bits: Double
        var rival: Double
    }

    struct Book: Decodable {
        var title: String
        var author: String
        var isbn: String
        var score: Double
        var accepted: Bool
        var text: [String]
        var box: [[Double]]
        var evidence: Evidence?
    }

    var lines: [Line]
    var grouping: [Grouping]
    var books: [Book]

    static func named(_ name: String) throws -> RecordedShelf {
        let url = folder.appending(path: "\(name).json")
        return try JSONDecoder().decode(RecordedShelf.self, from: Data(contentsOf: url))
    }

    static var folder: URL { Bundle.module.bundleURL.appending(path: "Shelves") }

    var readLines: [ReadLine] {
        lines.map { line in
            ReadLine(
                corners: line.box.map { SIMD2($0[0], $0[1]) },
                confidence: line.confidence,
                letters: line.characters.map(\.letter)
            )
        }
    }
}

/// The inventory of the library where the recorded shelves stand.
enum Library {
    static let catalogue = Result {
        let catalogue = try BookCatalogue()
        let url = RecordedShelf.folder.appending(path: "catalogue.csv.gz")
        return (catalogue, try catalogue.importBooks(from: .csv(url)))
    }
}

/// A line of text at a place: it begins at `x` and `y` and runs to the right, or down the image.
func line(
    _ text: String,
    x: Double = 0,
    y: Double = 0,
    height: Double = 20,
    runsDown: Bool = false,
    confidence: Double = 0.99
) -> ReadLine {
    let length = Double(text.count) * height * 0.5
    let along = runsDown ? SIMD2(0, length) : SIMD2(length, 0)
    let across = runsDown ? SIMD2(-height, 0) : SIMD2(0, height)
    let start = SIMD2(x, y)
    let letters = text.enumerated().map { index, character in
        ReadLine.Letter(
            text: String(character),
            confidence: confidence,
            position: (Double(index) + 0.5) / Double(text.count)
        )
    }
    return ReadLine(
        corners: [start, start + along, start + along + across, start + across],
        confidence: confidence,
        letters: letters
    )
}

/// A catalogue of few books; the authors as "Surname, Name".
func catalogue(_ books: [(title: String, author: String)]) throws -> BookCatalogue {
    let catalogue = try BookCatalogue()
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: url) }
    func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
    let rows = books.map { "\(quoted($0.title)),\(quoted($0.author)),\n" }.joined()
    try Data("title,author,isbn\n\(rows)".utf8).write(to: url)
    try catalogue.importBooks(from: .csv(url))
    return catalogue
}
