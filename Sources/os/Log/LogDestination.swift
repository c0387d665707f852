internal import Foundation
internal import Logging

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
