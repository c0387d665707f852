import BookMatching
import Foundation
import Testing

@testable import BookCatalogue

@Suite struct CSVImportTests {
    @Test func columnsAreFoundByName() throws {
        let (report, books) = try imported("pages, ISBN ,author,Title\n120,9788427132177,\"Roca, Ana\",La nit\n")
        #expect(report == ImportReport(books: 1, badLines: 0, badISBNs: 0, examples: [], bookCount: 1))
        #expect(books == [CatalogueBook(title: "La nit", author: "Roca, Ana", isbn: ISBN("9788427132177"))])
    }

    @Test(arguments: [
        "title,author,isbn\nA1,B1,\nA2,B2,", "title,author,isbn\r\nA1,B1,\r\nA2,B2,\r\n",
        "title,author,isbn\rA1,B1,\rA2,B2,\r",
        "\u{FEFF}title,author,isbn\nA1,B1,\n\n\nA2,B2,\n",
        "\"title\",\"author\",\"isbn\"\n\"A1\",\"B1\",\"\"\n\"A2\",B2,\"\"",
    ])
    func lineEndsAndQuotesAreAllTheSame(_ csv: String) throws {
        let (report, books) = try imported(csv)
        #expect(report.badLines == 0)
        #expect(books.map(\.title) == ["A1", "A2"] && books.map(\.author) == ["B1", "B2"])
    }

    @Test func quotedFieldsHoldAnything() throws {
        let (report, books) = try imported("title,author,isbn\n\"a \"\"b\"\", c\r\nd\",\"x,y\",\na \"b\" c,z,\n")
        #expect(report.badLines == 0)
        #expect(books.map(\.title) == ["a \"b\", c\r\nd", "a \"b\" c"])
    }

    @Test func badLinesAreNamedAndSkipped() throws {
        var csv = Data("title,author,isbn\ngood one,,\ntoo,few\n\"two\nlines\",x,\nfour,too,many,fields\n,,\n".utf8)
        csv +=
            Data("caf".utf8) + [0xE9]
            + Data(",x,\n\"closed\" text,x,\ngood two,x,1234567890\n\"never closed,x,\ngood three,,".utf8)
        let folder = try TestFolder()
        let catalogue = try BookCatalogue()
        let report = try catalogue.importBooks(from: .csv(folder.write(csv, "list.csv")))
        #expect(try allBooks(catalogue).map(\.title) == ["good one", "two\nlines", "good two", "good three"])
        #expect(report.books == 4 && report.bookCount == 4)
        #expect(report.badLines == 6)
        #expect(report.badISBNs == 1)
        #expect(
            report.examples.map(\.description) == [
                "list.csv, line 3: it has 2 fields, not 3", "list.csv, line 6: it has 4 fields, not 3",
                "list.csv, line 7: it has neither a title nor an ISBN", "list.csv, line 8: it is not in UTF-8",
                "list.csv, line 9: text follows a closing quotation mark",
                "list.csv, line 10: \"1234567890\" is no ISBN; the book was imported without it",
                "list.csv, line 11: a quotation mark is not closed",
            ]
        )
    }

    @Test func firstTwentyBadLinesAreToldAndAllAreCounted() throws {
        let report = try imported("title,author,isbn\n" + String(repeating: "one\n", count: 100)).report
        #expect(report.badLines == 100)
        #expect(report.examples.map(\.line) == Array(2...21))
    }

    @Test func openQuoteDoesNotSwallowTheFile() throws {
        let lines = (0..<40_000).map { "Llibre número \($0),Autor del llibre,\n" }.joined()
        let (report, books) = try imported("title,author,isbn\n\"open,x,\n" + lines)
        #expect(lines.utf8.count > CSVRecords.longest)
        #expect(report.badLines == 1)
        #expect(report.examples.map(\.line) == [2])
        #expect(books.count == 40_000)
    }

    /// Records that lie across the borders of the buffers must come out whole.
    @Test func everyRecordSurvivesTheBuffers() throws {
        let titles = (0..<9000).map { "«\(String(repeating: "à\"", count: $0 % 60))»\n\($0)" }
        let csv = titles.map { "\"\($0.replacing("\"", with: "\"\""))\",\"x, \"\"y\"\"\",\r\n" }.joined()
        let (report, books) = try imported("title,author,isbn\r\n" + csv)
        #expect(report.badLines == 0)
        #expect(books.map(\.title) == titles)
    }

    @Test func compressedFileIsRead() throws {
        let folder = try TestFolder()
        let plain = try folder.write(rows(3000))
        try gzip(plain)
        let catalogue = try BookCatalogue()
        let packed = folder.url.appending(path: "books.csv.gz")
        #expect(try catalogue.importBooks(from: .csv(packed)).books == 3000)
        // Two compressed files, one after the other, are one.
        let twice = try Data(contentsOf: packed) + Data(contentsOf: packed)
        let report = try BookCatalogue().importBooks(from: .csv(folder.write(twice, "twice.gz")))
        #expect(report.books == 6001)
        #expect(report.badLines == 0)
    }

    @Test func damagedCompressedFileIsAnError() throws {
        let folder = try TestFolder()
        try gzip(folder.write(rows(30_000)))
        let whole = try Data(contentsOf: folder.url.appending(path: "books.csv.gz"))
        var damaged = whole
        for index in 5000..<5100 { damaged[index] ^= 0xFF }
        for data in [whole.prefix(whole.count / 2), damaged] {
            let catalogue = try BookCatalogue()
            let file = try folder.write(Data(data), "damaged.gz")
            #expect(throws: BookCatalogueError.self) { try catalogue.importBooks(from: .csv(file)) }
            #expect(try catalogue.bookCount == 0)
        }
    }

    @Test func filesThatAreNoneAreErrors() throws {
        let folder = try TestFolder()
        let catalogue = try BookCatalogue()
        #expect(throws: BookCatalogueError.missingColumn("title")) {
            try catalogue.importBooks(from: .csv(folder.write("")))
        }
        #expect(throws: BookCatalogueError.missingColumn("isbn")) {
            try catalogue.importBooks(from: .csv(folder.write("title,author\nA,B\n")))
        }
        #expect(throws: BookCatalogueError.self) { try catalogue.importBooks(from: .csv(folder.url)) }
        #expect(throws: BookCatalogueError.self) {
            try catalogue.importBooks(from: .csv(folder.url.appending(path: "none.csv")))
        }
        let noise = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
        #expect(throws: BookCatalogueError.self) {
            try catalogue.importBooks(from: .csv(folder.write(noise, "noise")))
        }
    }

    @Test func progressGoesFromStartToEnd() throws {
        let folder = try TestFolder()
        let file = try folder.write(rows(12_000) + "bad\n")
        let size = try Data(contentsOf: file).count
        var steps: [ImportProgress] = []
        try BookCatalogue().importBooks(from: .csv(file)) { steps.append($0) }
        #expect(steps.count == 3)
        #expect(steps.map(\.books) == [5000, 10_000, 12_000])
        #expect(steps.allSatisfy { $0.bytesTotal == Int64(size) && $0.bytesRead <= $0.bytesTotal })
        #expect(steps.map(\.bytesRead) == steps.map(\.bytesRead).sorted())
        #expect(steps.last?.bytesRead == Int64(size) && steps.last?.badLines == 1)
    }

    private func gzip(_ url: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-k", url.path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
