public import Foundation

/// The value of `Idempotency-Key`: what makes a repeated request the same request.
///
/// On the wire it is a string of structured fields (RFC 9651): in quotation marks, with `\"` and `\\`. Many clients send
/// it without quotation marks, which is understood as well.
public struct IdempotencyKey: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The longest key, in characters.
    public static let maximumLength = 255

    /// The key itself, without quotation marks.
    public let text: String

    /// Takes a key of 1 to 255 printable characters of ASCII; nil for any other text.
    public init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }

    /// The key of a new request.
    public init(_ uuid: UUID = UUID()) {
        text = uuid.uuidString.lowercased()
    }

    /// Reads the value of the header; nil if it is none.
    public init?(fieldValue: String) {
        let value = fieldValue.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        guard value.first == "\"" else {
            // A bare key: whatever could begin another item or a parameter does not belong to it.
            let isBare = value.utf8.allSatisfy { (0x21...0x7E).contains($0) && !Self.reserved.contains($0) }
            guard isBare, let key = Self(value) else { return nil }
            self = key
            return
        }
        guard let text = Self.unquoted(value), let key = Self(text) else { return nil }
        self = key
    }

    private static let reserved = Set("\",;\\".utf8)

    private static func unquoted(_ value: String) -> String? {
        var text = ""
        var isEscaped = false
        var rest = value.unicodeScalars.dropFirst()
        while let scalar = rest.popFirst() {
            if isEscaped {
                guard scalar == "\"" || scalar == "\\" else { return nil }
                text.unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                return rest.isEmpty ? text : nil
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return nil
    }

    /// The value of the header.
    public var fieldValue: String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// The key itself.
    public var description: String { text }

    /// Reads a key; throws `DecodingError` for a text that is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no idempotency key.")
        }
        self = key
    }

    /// Writes the key itself.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
