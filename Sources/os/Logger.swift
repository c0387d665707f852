internal import Foundation
internal import Logging

/// Writes messages to the log of a subsystem's category.
///
/// Messages go to swift-log: a program that calls `LoggingSystem.bootstrap` decides where they are written, and from which level
/// on; without that they go to standard error, from `info` on. Values of a message are asked for only if it is written.
///
/// Strings and objects in messages are replaced by `<private>` unless their `privacy` says otherwise, numbers and truth values
/// are shown. `UNKNOWN`: on Apple's platforms an attached debugger, or a profile, shows private values too; here the environment
/// variable `PINHOLE_LOG_PRIVATE_DATA=1` does. May be used from any thread.
public struct Logger: Sendable {
    let destination: LogDestination?

    /// A log of a part of a program.
    ///
    /// - Parameters:
    ///   - subsystem: usually the program's identifier, in reverse DNS notation.
    ///   - category: the part of it.
    public init(subsystem: String, category: String) {
        destination = LogDestination(subsystem: subsystem, category: category)
    }

    /// Writes to the same log as an `OSLog`.
    public init(_ logObj: OSLog) {
        destination = logObj.destination
    }

    /// Writes to the default log.
    public init() {
        self.init(.default)
    }

    init(_ destination: LogDestination) {
        self.destination = destination
    }

    /// Writes a message of the default level.
    public func log(_ message: OSLogMessage) {
        destination?.write(.notice, message)
    }

    /// Writes a message of a level.
    public func log(level: OSLogType, _ message: OSLogMessage) {
        destination?.write(level.level, message)
    }

    /// Writes a message of the level `debug`. `DEVIATION`: it goes to swift-log as `trace`, one level below.
    public func trace(_ message: OSLogMessage) {
        destination?.write(.trace, message)
    }

    /// Writes a message of the level `debug`.
    public func debug(_ message: OSLogMessage) {
        destination?.write(.debug, message)
    }

    /// Writes a message of the level `info`.
    public func info(_ message: OSLogMessage) {
        destination?.write(.info, message)
    }

    /// Writes a message of the default level.
    public func notice(_ message: OSLogMessage) {
        destination?.write(.notice, message)
    }

    /// Writes a message of the level `error`. `DEVIATION`: it goes to swift-log as `warning`, one level below.
    public func warning(_ message: OSLogMessage) {
        destination?.write(.warning, message)
    }

    /// Writes a message of the level `error`.
    public func error(_ message: OSLogMessage) {
        destination?.write(.error, message)
    }

    /// Writes a message of the level `fault`.
    public func critical(_ message: OSLogMessage) {
        destination?.write(.critical, message)
    }

    /// Writes a message of the level `fault`.
    public func fault(_ message: OSLogMessage) {
        destination?.write(.critical, message)
    }
}

/// Where the messages of a subsystem's category go: to swift-log, so that the program's `LoggingSystem` decides about levels and
/// format. The label is the subsystem, the source the category.
struct LogDestination: Sendable {
    private let logger: Logging.Logger
    private let category: String
    private let showsPrivateData: Bool

    /// - Parameters:
    ///   - subsystem: which part of which program.
    ///   - category: which part of that.
    init(subsystem: String, category: String) {
        self.init(
            Logging.Logger(label: subsystem),
            category: category,
            showsPrivateData: PrivateData.isShown
        )
    }

    init(_ logger: Logging.Logger, category: String, showsPrivateData: Bool) {
        self.logger = logger
        self.category = category.isEmpty ? "default" : category
        self.showsPrivateData = showsPrivateData
    }

    /// Whether messages of a level are written.
    func isEnabled(_ level: Logging.Logger.Level) -> Bool {
        level >= logger.logLevel
    }

    /// Writes a message. Its values are only asked for when the level is enabled.
    func write(_ level: Logging.Logger.Level, _ message: OSLogMessage) {
        guard isEnabled(level) else { return }
        let text = message.interpolation.text(showsPrivateData: showsPrivateData)
        logger.log(level: level, "\(text)", source: category)
    }
}

extension OSLogType {
    /// The level of swift-log that means the same.
    var level: Logging.Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .error: .error
        case .fault: .critical
        default: .notice
        }
    }
}

/// Whether the program's log shows what is private.
enum PrivateData {
    /// Private values are redacted, unless the environment asks for them. On Apple's platforms a debugger or a profile does.
    static let isShown = ProcessInfo.processInfo.environment["PINHOLE_LOG_PRIVATE_DATA"] == "1"
}
