#if os(Linux)
    import Logging

    /// A category's lines go to swift-log.
    struct LogSink: Sendable {
        private let logger: Logger

        /// A sink; uses what the program has bootstrapped.
        init(_ category: EngineLog.Category) {
            logger = Logger(label: "CameraEngine." + category.rawValue)
        }

        func write(_ entry: EngineLog.Entry) {
            logger.log(
                level: level(entry.level),
                "\(entry.message)",
                metadata: entry.details.mapValues { .string($0) }
            )
        }

        private func level(_ level: EngineLog.Level) -> Logger.Level {
            switch level {
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .error: .error
            }
        }
    }
#endif
