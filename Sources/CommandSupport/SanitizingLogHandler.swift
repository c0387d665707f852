public import Logging

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
