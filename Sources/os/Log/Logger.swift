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
