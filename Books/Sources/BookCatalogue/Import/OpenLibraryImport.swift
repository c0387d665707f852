import BookMatching
import Foundation
import GRDB

/// Imports the editions of Open Library dumps.
///
/// Editions name their author, or the work that names him, by a key. So the files are read twice: first for authors and
/// works, which are kept in temporary tables, then for editions.
struct OpenLibraryImport {
    private let urls: [URL]
    private let decoder = JSONDecoder()

    /// A line that is longer is no record.
    private static let longest = 16 << 20

    init(_ urls: [URL]) {
        self.urls = urls
    }

    func run(_ session: inout ImportSession) throws {
        let sizes = try urls.map(InputFile.size)
        session.bytesTotal = 2 * sizes.reduce(0, +)
        try session.db.execute(
            sql: """
                CREATE TEMP TABLE openLibraryAuthor (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                CREATE TEMP TABLE openLibraryWork (id INTEGER PRIMARY KEY, author INTEGER NOT NULL);
                """
        )
        var done: Int64 = 0
        var withEditions: [(url: URL, size: Int64)] = []
        for (url, size) in zip(urls, sizes) {
            if try readAuthors(url, done, &session) {
                withEditions.append((url, size))
                done += size
            } else {
                done += 2 * size
            }
        }
        for (url, size) in withEditions {
            try readEditions(url, done, &session)
            done += size
        }
        try session.db.execute(sql: "DROP TABLE openLibraryAuthor; DROP TABLE openLibraryWork;")
    }

    /// Reads authors and works, and reports lines that are no records.
    /// - Returns: whether the file has editions too.
    private func readAuthors(_ url: URL, _ done: Int64, _ session: inout ImportSession) throws -> Bool {
        var hasEditions = false
        try forEachLine(url, done, &session) { number, line, session in
            guard line.count < Self.longest else {
                return session.skip(url.lastPathComponent, number, "it is longer than \(Self.longest) bytes")
            }
            guard let record = OpenLibraryLine(line) else {
                return session.skip(url.lastPathComponent, number, "it has not five columns parted by tabs")
            }
            switch record.kind {
            case .edition: hasEditions = true
            case .author, .work: try addAuthor(record, url, number, &session)
            case nil: break
            }
        }
        return hasEditions
    }

    private func addAuthor(
        _ line: OpenLibraryLine,
        _ url: URL,
        _ number: Int,
        _ session: inout ImportSession
    ) throws {
        guard let id = OpenLibraryLine.number(line.key) else {
            return session.skip(url.lastPathComponent, number, "\"\(line.key.prefix(40))\" is no key")
        }
        let record: OpenLibraryRecord
        do {
            record = try decoder.decode(OpenLibraryRecord.self, from: Data(line.json))
        } catch {
            return session.skip(url.lastPathComponent, number, "its fifth column is not JSON")
        }
        if line.kind == .author, let name = record.name {
            let sql = "INSERT OR REPLACE INTO openLibraryAuthor VALUES (?, ?)"
            let plain = name.replacing("\0", with: "\u{FFFD}")
            try session.db.cachedStatement(sql: sql).execute(arguments: [id, plain])
        } else if line.kind == .work, let author = record.authors.first {
            let sql = "INSERT OR REPLACE INTO openLibraryWork VALUES (?, ?)"
            try session.db.cachedStatement(sql: sql).execute(arguments: [id, author])
        }
    }

    private func readEditions(_ url: URL, _ done: Int64, _ session: inout ImportSession) throws {
        let file = url.lastPathComponent
        try forEachLine(url, done, &session) { number, line, session in
            guard line.count < Self.longest, let edition = OpenLibraryLine(line), edition.kind == .edition else {
                return
            }
            let record: OpenLibraryRecord
            do {
                record = try decoder.decode(OpenLibraryRecord.self, from: Data(edition.json))
            } catch {
                return session.skip(file, number, "its fifth column is not JSON")
            }
            try session.add(
                title: record.fullTitle,
                author: author(of: record, session.db) ?? "",
                // The first one that is right; else one that is wrong, to be told.
                isbn: record.isbns.first { ISBN($0) != nil } ?? record.isbns.first ?? "",
                file: file,
                line: number
            )
        }
    }

    /// The first author's name.
    private func author(of record: OpenLibraryRecord, _ db: Database) throws -> String? {
        var author = record.authors.first
        if author == nil, let work = record.works.first {
            let sql = "SELECT author FROM openLibraryWork WHERE id = ?"
            author = try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [work])
        }
        guard let author else { return nil }
        let sql = "SELECT name FROM openLibraryAuthor WHERE id = ?"
        return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [author])
    }

    private func forEachLine(
        _ url: URL,
        _ done: Int64,
        _ session: inout ImportSession,
        _ body: (Int, [UInt8], inout ImportSession) throws -> Void
    ) throws {
        var file = try InputFile(url)
        var line: [UInt8] = []
        var number = 0
        while try file.readLine(into: &line, limit: Self.longest) {
            number += 1
            try body(number, line, &session)
            try session.didRead(done + file.bytesRead)
        }
    }
}
