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

/// The records of a CSV file, as RFC 4180 describes them.
///
/// The file is read as a stream, because catalogues are larger than memory should be; the CSV packages for Swift on Linux
/// take the whole text. Beyond the RFC, lines may end in LF or CR alone, a byte order mark is skipped, and a quotation mark
/// within a field without quotes is a letter.
struct CSVRecords: ~Copyable {
    /// A record, or why it is none.
    struct Record {
        /// The number of its first line, from 1.
        var line: Int
        var content: Content

        enum Content {
            case fields([String])
            case bad(String)
        }
    }

    /// Why a record is none. Where it ends is not known; its other lines may be records of their own.
    private struct Problem: Error {
        var reason: String
    }

    private var file: InputFile
    /// The number of the line that is read next.
    private var line = 1
    /// The bytes of the record that is being read.
    private var raw: [UInt8] = []
    /// Its fields so far, one after the other, and where each ends.
    private var content: [UInt8] = []
    private var ends: [Int] = []

    /// A quotation mark that is never closed would make one record of the rest of the file.
    static let longest = 1 << 20

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    init(_ file: consuming InputFile) throws {
        self.file = file
        try skipByteOrderMark()
    }

    var bytesRead: Int64 { file.bytesRead }

    /// - Returns: `nil` at the end of the file. Empty lines are skipped.
    mutating func next() throws -> Record? {
        while true {
            let first = line
            raw.removeAll(keepingCapacity: true)
            content.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            do {
                guard try readRecord() else { return nil }
            } catch let problem as Problem {
                try skip(from: first)
                return Record(line: first, content: .bad(problem.reason))
            }
            if ends.count == 1, content.isEmpty { continue }
            return Record(line: first, content: fields())
        }
    }

    /// - Returns: whether there was one.
    private mutating func readRecord() throws -> Bool {
        guard var byte = try read() else { return false }
        while true {
            let end = byte == Self.quote ? try readQuoted() : try readPlain(byte)
            ends.append(content.count)
            guard end == Self.comma else { return true }
            guard let next = try read() else {
                ends.append(content.count)
                return true
            }
            byte = next
        }
    }

    /// - Returns: the comma or the line end behind the field; `nil` at the end of the file.
    private mutating func readPlain(_ first: UInt8) throws -> UInt8? {
        var byte: UInt8? = first
        while let letter = byte {
            if letter == Self.comma { return letter }
            if try endsLine(letter) { return letter }
            content.append(letter)
            byte = try read()
        }
        return nil
    }

    private mutating func readQuoted() throws -> UInt8? {
        while true {
            guard let byte = try read() else { throw Problem(reason: "a quotation mark is not closed") }
            if byte == Self.lineFeed { line += 1 }
            guard byte == Self.quote else {
                content.append(byte)
                continue
            }
            guard let after = try read() else { return nil }
            if after == Self.comma { return after }
            if after == Self.quote {
                content.append(after)
            } else if try endsLine(after) {
                return after
            } else {
                throw Problem(reason: "text follows a closing quotation mark")
            }
        }
    }

    /// Whether a byte ends the line; a line feed after a carriage return is read with it.
    private mutating func endsLine(_ byte: UInt8) throws -> Bool {
        guard byte == Self.lineFeed || byte == Self.carriageReturn else { return false }
        line += 1
        if byte == Self.carriageReturn, let next = try file.readByte() {
            if next == Self.lineFeed { raw.append(next) } else { file.unread(CollectionOfOne(next)) }
        }
        return true
    }

    private mutating func read() throws -> UInt8? {
        guard raw.count < Self.longest else { throw Problem(reason: "it is longer than \(Self.longest) bytes") }
        guard let byte = try file.readByte() else { return nil }
        raw.append(byte)
        return byte
    }

    /// Goes on with the line after the first one of a bad record.
    private mutating func skip(from first: Int) throws {
        line = first + 1
        if let end = raw.firstIndex(of: Self.lineFeed) { return file.unread(raw[(end + 1)...]) }
        while let byte = try file.readByte(), byte != Self.lineFeed {}
    }

    private func fields() -> Record.Content {
        var fields: [String] = []
        var start = 0
        for end in ends {
            guard let field = String(validating: content[start..<end], as: UTF8.self) else {
                return .bad("it is not in UTF-8")
            }
            fields.append(field)
            start = end
        }
        return .fields(fields)
    }

    private mutating func skipByteOrderMark() throws {
        var read: [UInt8] = []
        for expected in [0xEF, 0xBB, 0xBF] as [UInt8] {
            guard let byte = try file.readByte() else { break }
            read.append(byte)
            if byte != expected { break }
        }
        if read != [0xEF, 0xBB, 0xBF] { file.unread(read) }
    }
}
