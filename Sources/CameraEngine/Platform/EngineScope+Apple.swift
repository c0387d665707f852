#if !os(Linux)
    @preconcurrency import AVFoundation

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
#endif
