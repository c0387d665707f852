import Logging
import Viewfinder

/// What a command logs goes to standard error.
enum CommandLog {
    /// Decides how much; once in the life of the program.
    ///
    /// - Parameter secrets: what must not stand there.
    static func bootstrap(_ level: Logger.Level, secrets: [String] = []) {
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return SanitizingLogHandler(handler, secrets: secrets)
        }
    }
}
