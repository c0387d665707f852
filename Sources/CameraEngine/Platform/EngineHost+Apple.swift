#if !os(Linux)
    @preconcurrency import AVFoundation
    import Foundation
    import os

    #if canImport(UIKit)
        import UIKit
    #endif

    /// Where the app is: in the background, or in front (R-LIFE-10).
    enum AppLifecycle {
        /// To be kept for the engine to be told when the app goes to the background, and comes back.
        @MainActor
        static func followers(telling engine: CameraEngine) -> ObserverTokens {
            #if canImport(UIKit)
                func follow(
                    _ name: Notification.Name,
                    _ report: @escaping @Sendable () -> Void
                ) -> any NSObjectProtocol {
                    ObserverTokens.token(name, report) { _ in () }
                }
                return ObserverTokens([
                    follow(UIApplication.didEnterBackgroundNotification) { engine.enterBackground() },
                    follow(UIApplication.willEnterForegroundNotification) { engine.enterForeground() },
                ])
            #else
                // A Mac's app goes on in the background.
                return ObserverTokens()
            #endif
        }
    }

    extension CameraHost {
        /// The device that the program runs on.
        public static var current: CameraHost { .phone }
    }

    /// Which capture system an engine uses: there is one only.
    package struct EngineScope: Sendable {
        package init() {}

        /// Runs something with the engine's capture system in force.
        func run<Result>(_ operation: () throws -> Result) rethrows -> Result { try operation() }

        /// Runs something with the engine's capture system in force.
        nonisolated(nonsending) func run<Result>(
            _ operation: nonisolated(nonsending) () async throws -> Result
        ) async rethrows -> Result {
            try await operation()
        }

        /// Whether a device that has come or gone is one of the engine's capture system.
        func concerns(_ notification: Notification) -> Bool { true }

        /// Has all that runs on a queue see the engine's capture system.
        func activate(on queue: DispatchQueue) {}
    }

    /// Time for finishing a movie while the app goes to the background, where it would be suspended within seconds.
    ///
    /// An activity of the process's and not of the application's: extensions, which have no application, build the engine, too.
    @MainActor
    final class ExtraTime {
        /// Lets the activity end; `nil` if there is none.
        private var ending: DispatchSemaphore?

        /// Asks for time.
        func begin() {
            guard ending == nil else { return }
            let ending = DispatchSemaphore(value: 0)
            self.ending = ending
            // The time lasts as long as the block does, and ends early when the system calls it again.
            ProcessInfo.processInfo.performExpiringActivity(withReason: "Finishing a movie") { isExpiring in
                if isExpiring { ending.signal() } else { ending.wait() }
            }
        }

        /// Gives back what is left.
        func end() {
            ending?.signal()
            ending = nil
        }
    }

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

    /// What a session's time waits for, and what waits for it.
    enum SessionWork {
        /// Nothing: time is real here.
        static func unsettled(_ session: AVCaptureSession) -> DispatchGroup? { nil }

        /// Makes appointments in real time.
        static func appointments(_ session: AVCaptureSession) -> CompositeRecordingPlan.Appointments {
            CompositeRecordingPlan.inRealTime
        }
    }
#endif
