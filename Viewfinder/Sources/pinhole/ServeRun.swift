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
    }

    let source: CameraSource
    /// The name of the camera, or a part of it; `nil` for any.
    let wantedCamera: String?
    let camera: LiveCamera.Configuration
    let server: ViewfinderConfiguration
    let scanner: ServeScanner
    let logger: Logger
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
        let lateCamera: String?
        do {
            lateCamera = try await serve(camera, scanner)
        } catch {
            _ = await shutDown(scanner, camera)
            throw error
        }
        let hasEnded = await shutDown(scanner, camera)
        guard let name = lateCamera, !Task.isShuttingDownGracefully else { return .asked }
        // Whoever runs this starts it again: two cannot work in the same folders.
        guard hasEnded else {
            throw CommandError("\(name) is connected, but the viewfinder does not end. Start it again.")
        }
        return .cameraCame(name: name)
    }

    /// The name of the camera that would be used in the phone's place.
    private func findLateCamera() -> String? { CameraList.lateCamera(of: source, matching: wantedCamera) }

    /// - Returns: the name of the camera that it has ended for.
    private func serve(_ camera: LiveCamera, _ scanner: LiveScanner) async throws -> String? {
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
        let lateCamera = LateCamera(source: source, camera: camera, find: findLateCamera, settle: server.settle)
        if source.origin == .standIn {
            configuration.services.append(
                .init(service: lateCamera, successTerminationBehavior: .gracefullyShutdownGroup)
            )
        }
        try await ServiceGroup(configuration: configuration).run()
        return lateCamera.name
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
