#if os(Linux)
    import AVFAudio
    @preconcurrency import AVFoundation
    import CameraLifecycle
    public import CaptureDriver
    import Logging

    /// Where the app is. A program on Linux has no background in which it may not use the camera, so there is nothing to follow.
    enum AppLifecycle {
        /// To be kept for the engine to be told when the app goes to the background, and comes back.
        @MainActor
        static func followers(telling engine: CameraEngine) -> ObserverTokens { ObserverTokens() }
    }

    extension CameraHost {
        /// The machine whose cameras the program uses: this computer, or a simulated phone.
        public static var current: CameraHost {
            switch CaptureSystem.current.conditions.hostKind {
            case .phone: .phone
            case .computer: .computer
            }
        }
    }

    /// Which capture system an engine uses: the one that was in force where the engine was made.
    package struct EngineScope: Sendable {
        let system: CaptureSystem

        /// The system in force.
        package init() { system = .current }

        init(system: CaptureSystem) { self.system = system }

        /// Runs something with the engine's capture system in force.
        func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
            try CaptureSystem.withScope(using: system, operation: operation)
        }

        /// Runs something with the engine's capture system in force.
        nonisolated(nonsending) func run<Result>(
            _ operation: nonisolated(nonsending) () async throws -> Result
        ) async rethrows -> Result {
            try await CaptureSystem.withScope(using: system, operation: operation)
        }

        /// Whether a device that has come or gone is one of the engine's capture system.
        func concerns(_ notification: Notification) -> Bool {
            (notification.object as? AVCaptureDevice)?.belongs(to: system) == true
        }

        /// Has all that runs on a queue see the engine's capture system.
        func activate(on queue: DispatchQueue) { system.use(on: queue) }
    }

    extension CameraEngine {
        /// An engine at rest on a capture system of its own: several engines with several phones run in one process.
        ///
        /// - Parameters:
        ///   - system: whose cameras it uses; the other initializer takes the one in force.
        ///   - configuration: how the session is set up.
        ///   - timing: how long to wait for what.
        ///   - clock: real time, except in tests.
        public init(
            system: CaptureSystem,
            configuration: EngineConfiguration = EngineConfiguration(),
            timing: CameraTiming = CameraTiming(),
            clock: EngineClock = .continuous
        ) {
            self.init(
                configuration: configuration,
                timing: timing,
                clock: clock,
                recordEvent: nil,
                scope: EngineScope(system: system)
            )
        }

        /// The capture system whose cameras the engine uses.
        public nonisolated var system: CaptureSystem { scope.system }
    }

    /// Time for finishing a movie while the app goes to the background. Nobody suspends a program on Linux for being there.
    @MainActor
    final class ExtraTime {
        /// Asks for time.
        func begin() {}

        /// Gives back what is left.
        func end() {}
    }

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

    /// What a session's time waits for, and what waits for it.
    enum SessionWork {
        /// The work of a session that no time may pass for where a test holds the time in hand.
        static func unsettled(_ session: AVCaptureSession) -> DispatchGroup? { session.unsettledWork }

        /// Makes appointments in the session's time.
        static func appointments(_ session: AVCaptureSession) -> CompositeRecordingPlan.Appointments {
            { seconds, action in session.callBack(after: seconds, action) }
        }
    }
#endif
