import Logging

/// Makes texts harmless for a log.
struct LogSanitizer: Sendable {
    /// How many bytes of a text are kept.
    static let longestText = 1_000

    private let secrets: [String]

    init(secrets: [String]) {
        self.secrets = secrets.filter { !$0.isEmpty }
    }

    /// The text on one line, of bearable length, without secrets.
    func harmless(_ text: String) -> String {
        // Before the cut, which could leave the half of a secret.
        let withoutSecrets = secrets.reduce(text) { $0.replacing($1, with: "[secret]") }
        var kept = String.UnicodeScalarView()
        var size = 0
        for scalar in withoutSecrets.unicodeScalars {
            guard size < Self.longestText else {
                return String(kept) + "... (\(withoutSecrets.utf8.count) bytes)"
            }
            if Self.isPrintable(scalar) {
                kept.append(scalar)
                size += UTF8.width(scalar)
            } else {
                let escape = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                kept.append(contentsOf: escape.unicodeScalars)
                size += escape.utf8.count
            }
        }
        return String(kept)
    }

    /// All texts in a value.
    func harmless(_ value: Logger.MetadataValue) -> Logger.MetadataValue {
        switch value {
        case .string(let text): .string(harmless(text))
        case .stringConvertible(let value): .string(harmless(value.description))
        case .array(let values): .array(values.map(harmless))
        case .dictionary(let values): .dictionary(harmless(values))
        }
    }

    /// All texts in metadata.
    func harmless(_ metadata: Logger.Metadata) -> Logger.Metadata {
        Logger.Metadata(metadata.map { (harmless($0.key), harmless($0.value)) }) { first, _ in first }
    }

    /// Neither controls nor what changes the direction or the line of what follows.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
