import BookMatching
import Foundation

@testable import BookCatalogue

/// A folder that is gone with the test.
final class TestFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "BookCatalogueTests-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, _ name: String = "books.csv") throws -> URL {
        try write(Data(text.utf8), name)
    }

    func write(_ data: Data, _ name: String) throws -> URL {
        let file = url.appending(path: name)
        try data.write(to: file)
        return file
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}

/// The rows of a CSV file as they are, and what came of the import.
func imported(_ csv: String) throws -> (report: ImportReport, books: [CatalogueBook]) {
    let folder = try TestFolder()
    let catalogue = try BookCatalogue()
    let report = try catalogue.importBooks(from: .csv(folder.write(csv)))
    return (report, try allBooks(catalogue))
}

/// All books in the order of the catalogue.
func allBooks(_ catalogue: BookCatalogue) throws -> [CatalogueBook] {
    try catalogue.read { try $0.allBooks() }
}

/// Many rows of different books.
func rows(_ count: Int, title: String = "Llibre") -> String {
    var csv = "title,author,isbn\n"
    for number in 0..<count { csv += "\(title) número \(number),\"Autor\(number % 97), Nom\",\n" }
    return csv
}
