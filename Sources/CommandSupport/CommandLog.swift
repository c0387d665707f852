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
