/// The secret that a client shows when the server listens beyond loopback.
public struct AccessToken: Sendable {
    /// The fewest characters that a token may have.
    public static let minimumLength = 16

    /// The secret itself. Not for logs: to keep it out of them is what a server knows it for, which compares digests.
    public let text: String

    /// Takes a secret that the user chose.
    ///
    /// - Returns: nil if it is shorter than ``minimumLength`` or has characters other than ASCII letters, digits, `-`,
    ///   `_` and `.`, which survive in an address and in a cookie without quoting.
    public init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default:
                false
            }
        }
        guard isPlain, text.utf8.count >= Self.minimumLength else { return nil }
        self.text = text
    }

    private init(unchecked text: String) {
        self.text = text
    }

    /// A new secret of 128 random bits.
    public static func random() -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<2).map { _ in
            let word = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - word.count) + word
        }
        return AccessToken(unchecked: digits.joined())
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the secret: descriptions, also those of what holds the token, end up in logs.
    public var description: String { "AccessToken" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
