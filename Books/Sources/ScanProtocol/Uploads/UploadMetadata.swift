public import Foundation

/// The value of `Upload-Metadata`: keys, each with bytes that may be none.
public struct UploadMetadata: Sendable, Hashable {
    /// A key and its value.
    public struct Entry: Sendable, Hashable {
        /// Printable characters of ASCII without space and comma.
        public let key: String
        /// The value, often a text in UTF-8.
        public let value: Data
    }

    /// The entries in the order of the header; no key is there twice.
    public private(set) var entries: [Entry]

    /// Metadata without entries.
    public init() { entries = [] }

    /// Reads the header's value; nil for an empty or repeated key, or a value that is not Base64. An empty text has no entries.
    public init?(fieldValue: String) {
        entries = []
        guard !fieldValue.trimmingOptionalWhitespace().isEmpty else { return }
        for pair in fieldValue.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = pair.trimmingOptionalWhitespace().split(separator: " ", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count),
                let value = Data(base64Encoded: parts.count == 2 ? String(parts[1]) : ""),
                set(value, forKey: String(parts[0]))
            else { return nil }
        }
    }

    /// The header's value; empty without entries.
    public var fieldValue: String {
        entries.map { $0.value.isEmpty ? $0.key : "\($0.key) \($0.value.base64EncodedString())" }.joined(separator: ",")
    }

    /// The value of a key.
    public subscript(key: String) -> Data? {
        entries.first { $0.key == key }?.value
    }

    /// The value of a key as text in UTF-8.
    public func text(_ key: String) -> String? {
        self[key].flatMap { String(data: $0, encoding: .utf8) }
    }

    /// The photo's name: `filename`, as most clients of tus call it.
    public var fileName: String? { text("filename") }

    /// Adds an entry. False, and nothing added, if the key is there already or cannot be a key.
    public mutating func set(_ value: Data, forKey key: String) -> Bool {
        let isKey = !key.isEmpty && key.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
        guard isKey, self[key] == nil else { return false }
        entries.append(Entry(key: key, value: value))
        return true
    }
}
