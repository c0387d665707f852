import Foundation

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
