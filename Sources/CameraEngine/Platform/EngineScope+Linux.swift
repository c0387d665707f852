#if os(Linux)
    import AVFoundation
    public import CaptureDriver
    import CameraLifecycle

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
#endif
