import Logging
import Synchronization

/// What the engine's log tells, line by line.
final class CapturedLog: Sendable {
    private let entries = Mutex<[Line]>([])

    /// A line of the log.
    struct Line: Sendable, Equatable {
        var label: String
        var level: Logger.Level
        var message: String
        var details: [String: String]
    }

    /// All lines so far.
    var lines: [Line] { entries.withLock { $0 } }

    /// Takes over the process's log. Once a process.
    static func bootstrap() -> CapturedLog {
        let log = CapturedLog()
        LoggingSystem.bootstrap { Handler(label: $0, log: log) }
        return log
    }

    private struct Handler: LogHandler {
        let label: String
        let log: CapturedLog
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let details = (event.metadata ?? [:]).mapValues { "\($0)" }
            let line = Line(label: label, level: event.level, message: "\(event.message)", details: details)
            log.entries.withLock { $0.append(line) }
        }
    }
}
