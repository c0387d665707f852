public import Foundation
public import HTTPTypes

/// What the protocol takes from tus 1.0.0: the version, the extensions, and the rules of its headers.
public enum Tus {
    /// The version.
    public static let version = "1.0.0"
    /// The extensions that the server has.
    public static let extensions = ["creation", "creation-with-upload", "checksum", "termination", "expiration"]
    /// The type of a body with an upload's bytes.
    public static let contentType = "application/offset+octet-stream"

    /// Checks that a request follows a version that the server knows. Not for `OPTIONS`, which needs none.
    public static func checkVersion(_ headers: HTTPFields) throws(TusFailure) {
        guard headers[.tusResumable] == version else { throw .unsupportedVersion }
    }

    /// Checks that a body has an upload's bytes. Parameters of the type are allowed, and upper case.
    public static func checkContentType(_ headers: HTTPFields) throws(TusFailure) {
        let type = headers[.contentType]?.prefix { $0 != ";" } ?? ""
        guard type.lowercased().trimmingOptionalWhitespace() == contentType else { throw .wrongContentType }
    }

    /// The value of a header that holds a number of bytes; throws if it is missing, not only digits or too large.
    public static func byteCount(_ name: HTTPField.Name, in headers: HTTPFields) throws(TusFailure) -> Int64 {
        guard let value = headers[name], !value.isEmpty,
            value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int64(value)
        else { throw .invalidHeader(name) }
        return count
    }
}

extension StringProtocol {
    /// The text without the spaces and tabs around it that HTTP allows.
    func trimmingOptionalWhitespace() -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(String(drop(while: isBlank).reversed().drop(while: isBlank)).reversed())
    }
}

/// Why a request for an upload is refused, with the status that tus 1.0.0 gives it.
public enum TusFailure: Error, Sendable, Hashable {
    /// `Tus-Resumable` is missing or names a version that is not 1.0.0.
    case unsupportedVersion
    /// A header that the request needs is missing or cannot be read.
    case invalidHeader(HTTPField.Name)
    /// The body's type is not `application/offset+octet-stream`.
    case wrongContentType
    /// `Upload-Offset` is not where the upload is.
    case offsetConflict(current: Int64)
    /// The body has more bytes than the upload has left.
    case lengthExceeded(length: Int64)
    /// The upload is larger than the server takes.
    case maximumExceeded(maximum: Int64)
    /// The length is to be told later, an extension that the server does not have.
    case lengthNotDeferrable
    /// `Upload-Checksum` names an algorithm that the server does not know.
    case unknownChecksumAlgorithm
    /// The body does not have its checksum; none of it was stored.
    case checksumMismatch
    /// The upload was terminated.
    case terminated

    /// The status of the answer.
    public var status: HTTPResponse.Status {
        switch self {
        case .unsupportedVersion: .preconditionFailed
        case .invalidHeader, .lengthNotDeferrable, .unknownChecksumAlgorithm: .badRequest
        case .wrongContentType: .unsupportedMediaType
        case .offsetConflict: .conflict
        case .lengthExceeded, .maximumExceeded: .contentTooLarge
        case .checksumMismatch: HTTPResponse.Status(code: 460, reasonPhrase: "Checksum Mismatch")
        case .terminated: .gone
        }
    }
}

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

/// The value of `Upload-Checksum`: an algorithm and what it gives for the body.
public struct UploadChecksum: Sendable, Hashable {
    /// The algorithms that the server knows; tus demands the first.
    public enum Algorithm: String, Sendable, CaseIterable {
        /// SHA-1, which finds damage and stops no forger.
        case sha1
        /// SHA-256
        case sha256

        /// The bytes of a checksum.
        public var length: Int {
            switch self {
            case .sha1: 20
            case .sha256: 32
            }
        }
    }

    /// The algorithm.
    public let algorithm: Algorithm
    /// The checksum.
    public let digest: Data

    /// Makes a checksum.
    public init(algorithm: Algorithm, digest: Data) {
        self.algorithm = algorithm
        self.digest = digest
    }

    /// Reads the header's value: an algorithm, a space and Base64.
    public init(fieldValue: String) throws(TusFailure) {
        let parts = fieldValue.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .invalidHeader(.uploadChecksum) }
        guard let algorithm = Algorithm(rawValue: String(parts[0])) else { throw .unknownChecksumAlgorithm }
        guard let digest = Data(base64Encoded: String(parts[1])), digest.count == algorithm.length else {
            throw .invalidHeader(.uploadChecksum)
        }
        self.init(algorithm: algorithm, digest: digest)
    }

    /// The header's value.
    public var fieldValue: String { "\(algorithm.rawValue) \(digest.base64EncodedString())" }
}
