import Logging

/// What a command logs goes to standard error.
enum CommandLog {
    /// Decides how much; once in the life of the program.
    static func bootstrap(_ level: Logger.Level) {
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
    }
}
