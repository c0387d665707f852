#if !os(Linux)
    import Foundation
    import os

    /// A category's lines go to the unified log, under the app's subsystem. They tell nothing about the user, so they are public.
    struct LogSink: Sendable {
        private let logger: Logger

        init(_ category: EngineLog.Category) {
            logger = Logger(subsystem: Bundle.main.bundleIdentifier ?? "CameraEngine", category: category.rawValue)
        }

        func write(_ entry: EngineLog.Entry) {
            logger.log(level: level(entry.level), "\(entry.line, privacy: .public)")
        }

        private func level(_ level: EngineLog.Level) -> OSLogType {
            switch level {
            case .debug: .debug
            case .info: .info
            case .notice: .default
            case .error: .error
            }
        }
    }
#endif
