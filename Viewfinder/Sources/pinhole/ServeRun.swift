import CameraSource
import CommandSupport
import Foundation
import LiveScanner
import Logging
import ScannerLink
import ServiceLifecycle
import SimulatorControl
import Viewfinder

/// The viewfinder of one source of cameras: from their start until the program shall end, or until the machine gets a camera of its own
/// while a simulated phone stands in for one.
struct ServeRun {
    /// Why it ended.
    enum Ending: Equatable {
        /// It was asked to.
        case asked
        /// The machine has got a camera, and does not need the simulated phone any more.
        case cameraCame(name: String)
        /// The program that replaces this one is ready.
        case replaced
    }

    let source: CameraSource
    /// The name of the camera, or a part of it; `nil` for any.
    let wantedCamera: String?
    let camera: LiveCamera.Configuration
    let server: ViewfinderConfiguration
    let scanner: ServeScanner
    let logger: Logger
    /// Whether the program that replaces this one is ready; nil where none is to come.
    let isReplacementReady: (@Sendable () -> Bool)?
    /// Measures the time between looks for it.
    let clock: any Clock<Duration>
    /// How long camera and scanner may take to end.
    let longestEnd: Duration
    let onListening: @Sendable (URL) async -> Void

    /// Runs until a graceful shutdown, or until it ends by itself.
    ///
    /// - Throws: `ViewfinderServerError` when it cannot listen; an error when there is no memory for a camera.
    func run() async throws -> Ending {
        // Configured and started before there is a server: both take their time, and do so at once.
        let camera = try await LiveCamera(configuration: camera)
        let scanner = LiveScanner(camera: camera, backend: scanner.program())
        scanner.start(opensAtOnce: self.scanner.hasScans())
        let ending: Ending
        do {
            ending = try await serve(camera, scanner)
        } catch {
            _ = await shutDown(scanner, camera)
            throw error
        }
        let hasEnded = await shutDown(scanner, camera)
        guard ending != .asked, !Task.isShuttingDownGracefully else { return .asked }
        // Whoever runs this starts it again: two cannot work in the same folders.
        guard hasEnded else {
            throw CommandError("The viewfinder is to begin anew, but does not end. Start it again.")
        }
        return ending
    }

    /// The name of the camera that would be used in the phone's place.
    private func findLateCamera() -> String? { CameraList.lateCamera(of: source, matching: wantedCamera) }

    /// - Returns: why it has ended.
    private func serve(_ camera: LiveCamera, _ scanner: LiveScanner) async throws -> Ending {
        let server = try ViewfinderServer(
            camera: camera,
            simulator: SimulatorPanel(source, app: camera) { [source] in
                StandInNotice.messages(source, lateCamera: findLateCamera())
            },
            scanner: scanner,
            configuration: server,
            logger: logger,
            onListening: onListening
        )
        // The last one ends first, and the server after the movie is finished.
        var configuration = ServiceGroupConfiguration(
            services: [server, RecordingFinisher(camera: camera)],
            logger: logger
        )
        let moment = QuietMoment(camera: camera, settle: server.settle)
        let lateCamera = LateCamera(source: source, find: findLateCamera, moment: moment)
        if source.origin == .standIn {
            configuration.services.append(
                .init(service: lateCamera, successTerminationBehavior: .gracefullyShutdownGroup)
            )
        }
        let replacement = isReplacementReady.map { ProgramReplacement(isReady: $0, moment: moment, clock: clock) }
        if let replacement {
            configuration.services.append(
                .init(service: replacement, successTerminationBehavior: .gracefullyShutdownGroup)
            )
        }
        try await ServiceGroup(configuration: configuration).run()
        if replacement?.hasCome == true { return .replaced }
        return lateCamera.name.map { .cameraCame(name: $0) } ?? .asked
    }

    /// Ends both, beside each other. A disk, a device or a database that does not answer holds nobody: the photos of scans are safe
    /// at any moment, and a movie has been finished before the server ended.
    ///
    /// - Returns: whether both have ended.
    private func shutDown(_ scanner: LiveScanner, _ camera: LiveCamera) async -> Bool {
        await waitAtMost(longestEnd) {
            async let scanner: Void = scanner.shutDown()
            async let camera: Void = camera.shutDown()
            _ = await (scanner, camera)
        }
    }
}

/// Who scans for `pinhole serve`.
struct ServeScanner: Sendable {
    /// Whether there are scans that an earlier run has left.
    let hasScans: @Sendable () -> Bool
    /// The program that scans, which is not started before it is needed.
    let program: @Sendable () -> ScannerProgram
}
