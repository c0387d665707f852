public import Logging

/// What a command logs goes to standard error.
public enum CommandLog {
    /// Decides how much; once in the life of the program.
    ///
    /// - Parameter secrets: what must not stand there.
    public static func bootstrap(_ level: Logger.Level, secrets: [String] = []) {
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return SanitizingLogHandler(handler, secrets: secrets)
        }
    }
}

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

/// Hands lines on to another log handler after it made them harmless: clients decide what stands in some of them.
///
/// Control characters are escaped, so that nobody forges lines or moves a terminal's cursor; long texts are cut; and secrets
/// do not appear. This is the one place for that: whoever logs need not think of it.
public struct SanitizingLogHandler: LogHandler {
    private var base: any LogHandler
    private let sanitizer: LogSanitizer

    /// - Parameters:
    ///   - base: writes the lines.
    ///   - secrets: what must not be written, for example a token.
    public init(_ base: any LogHandler, secrets: [String] = []) {
        self.base = base
        sanitizer = LogSanitizer(secrets: secrets)
    }

    public var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    public var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = sanitizer.harmless(newValue) }
    }

    public var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set {
            base.metadataProvider = newValue.map { [sanitizer] provider in
                Logger.MetadataProvider { sanitizer.harmless(provider.get()) }
            }
        }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: sanitizer.harmless(key)] = newValue.map(sanitizer.harmless) }
    }

    public func log(event: LogEvent) {
        var event = event
        event.message = Logger.Message(stringLiteral: sanitizer.harmless(event.message.description))
        event.metadata = event.metadata.map(sanitizer.harmless)
        if let error = event.error {
            event.error = nil
            event.metadata = (event.metadata ?? [:]).merging(["error": .string(sanitizer.harmless("\(error)"))]) { $1 }
        }
        base.log(event: event)
    }
}

extension Logger {
    /// The same logger, made harmless.
    public func sanitized(secrets: [String]) -> Logger {
        var logger = self
        logger.handler = SanitizingLogHandler(handler, secrets: secrets)
        return logger
    }
}
