public import Foundation

/// The name of a scan, given by the server. It is a single component of an address.
public struct ScanID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The longest name, in characters.
    public static let maximumLength = 64

    /// The name.
    public let text: String

    /// Takes a name of 1 to 64 letters, digits, `-` and `_` of ASCII; nil for any other text.
    public init?(_ text: String) {
        let isValid = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isValid, (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// The name of a new scan, which nobody can guess.
    public init(_ uuid: UUID = UUID()) {
        text = uuid.uuidString.lowercased()
    }

    /// The name.
    public var description: String { text }

    /// Reads a name; throws `DecodingError` for a text that is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not the name of a scan.")
        }
        self = id
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
