import Foundation

/// Imports the books of a CSV file.
struct CSVImport {
    private let url: URL

    /// Which field is which.
    private struct Columns {
        let title: Int
        let author: Int
        let isbn: Int

        init(_ names: [String]) throws {
            func index(_ name: String) throws -> Int {
                let index = names.firstIndex { $0.trimmingCharacters(in: .whitespaces).lowercased() == name }
                guard let index else { throw BookCatalogueError.missingColumn(name) }
                return index
            }
            (title, author, isbn) = (try index("title"), try index("author"), try index("isbn"))
        }
    }

    init(_ url: URL) {
        self.url = url
    }

    func run(_ session: inout ImportSession) throws {
        let file = url.lastPathComponent
        session.bytesTotal = try InputFile.size(url)
        var records = try CSVRecords(InputFile(url))
        guard case .fields(let names)? = try records.next()?.content else {
            throw BookCatalogueError.missingColumn("title")
        }
        let columns = try Columns(names)
        while let record = try records.next() {
            switch record.content {
            case .bad(let reason): session.skip(file, record.line, reason)
            case .fields(let fields) where fields.count != names.count:
                session.skip(file, record.line, "it has \(fields.count) fields, not \(names.count)")
            case .fields(let fields):
                try session.add(
                    title: fields[columns.title],
                    author: fields[columns.author],
                    isbn: fields[columns.isbn],
                    file: file,
                    line: record.line
                )
            }
            try session.didRead(records.bytesRead)
        }
    }
}
