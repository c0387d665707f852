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

/// A line of an Open Library dump: type, key, revision and time of the last change, parted by tabs, then the record as
/// JSON.
struct OpenLibraryLine {
    enum Kind: String {
        case author = "/type/author"
        case work = "/type/work"
        case edition = "/type/edition"
    }

    /// `nil` for the kinds that say nothing of books.
    let kind: Kind?
    let key: String
    let json: ArraySlice<UInt8>

    private static let columns = 5

    /// - Returns: `nil` if the line has not five columns.
    init?(_ line: [UInt8]) {
        let parts = line.split(
            separator: UInt8(ascii: "\t"),
            maxSplits: Self.columns - 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == Self.columns else { return nil }
        kind = Kind(rawValue: String(decoding: parts[0], as: UTF8.self))
        key = String(decoding: parts[1], as: UTF8.self)
        json = parts[4]
    }

    /// The number in a key: 23919 of "/authors/OL23919A".
    static func number(_ key: String) -> Int64? {
        guard let name = key.split(separator: "/").last, name.hasPrefix("OL") else { return nil }
        return Int64(name.dropFirst(2).prefix { $0.isASCII && $0.isNumber })
    }
}

/// The fields of a record that matter. Fields of another type than expected count as missing: records of two decades
/// differ in form.
struct OpenLibraryRecord: Decodable {
    let name: String?
    let title: String?
    let subtitle: String?
    let isbns: [String]
    /// The keys' numbers.
    let authors: [Int64]
    let works: [Int64]

    private enum Keys: String, CodingKey {
        case name, title, subtitle, authors, works
        case isbn13 = "isbn_13"
        case isbn10 = "isbn_10"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Keys.self)
        func optional<Value: Decodable>(_ type: Value.Type, _ key: Keys) -> Value? {
            try? fields.decodeIfPresent(type, forKey: key)
        }
        name = optional(String.self, .name)
        title = optional(String.self, .title)
        subtitle = optional(String.self, .subtitle)
        isbns = (optional([String].self, .isbn13) ?? []) + (optional([String].self, .isbn10) ?? [])
        authors = (optional([Reference].self, .authors) ?? []).compactMap(\.number)
        works = (optional([Reference].self, .works) ?? []).compactMap(\.number)
    }

    /// Title and subtitle as catalogues write them.
    var fullTitle: String {
        guard let title, let subtitle, !subtitle.isEmpty else { return title ?? "" }
        return "\(title) : \(subtitle)"
    }
}

/// A key, alone, as `{"key": ...}`, or as `{"author": ...}` around one of both.
private struct Reference: Decodable {
    let number: Int64?

    private enum Keys: String, CodingKey {
        case key, author
    }

    init(from decoder: any Decoder) throws {
        if let key = try? decoder.singleValueContainer().decode(String.self) {
            number = OpenLibraryLine.number(key)
            return
        }
        let fields = try decoder.container(keyedBy: Keys.self)
        if let key = try? fields.decode(String.self, forKey: .key) {
            number = OpenLibraryLine.number(key)
        } else {
            number = try fields.decodeIfPresent(Reference.self, forKey: .author)?.number
        }
    }
}
