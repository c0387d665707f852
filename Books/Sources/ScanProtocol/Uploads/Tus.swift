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
