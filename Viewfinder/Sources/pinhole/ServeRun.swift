import CameraSource
import CommandSupport
import Foundation
import LiveScanner
import Logging
import ScannerLink
import ServiceLifecycle
import SimulatorControl
import Synchronization
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

/// `pinhole serve`, again from the beginning whenever the machine gets a camera while a simulated phone stands in for one, until it is
/// asked to end, or another program takes its place.
struct ServeLoop: Service, CustomStringConvertible {
    /// Puts the cameras in force that there are now.
    let source: @Sendable () throws -> CameraSource
    /// The name of the camera, or a part of it; `nil` for any.
    let wantedCamera: String?
    let camera: @Sendable (CameraSource) throws -> LiveCamera.Configuration
    let server: ViewfinderConfiguration
    let scanner: ServeScanner
    let logger: Logger
    /// How long camera and scanner may take to end.
    var longestEnd: Duration = .seconds(13)
    /// Measures the time between attempts to listen.
    var clock: any Clock<Duration> = ContinuousClock()
    /// Whether the program that replaces this one is ready; nil where none is to come.
    var isReplacementReady: (@Sendable () -> Bool)?
    /// Called with the port that the program shall listen at that replaces this one. When it returns, everything ends.
    var onReplacement: @Sendable (Int) throws -> Void = { _ in }
    /// Called once, with the address to open.
    let onListening: @Sendable (URL) async -> Void
    /// Called with the name of the camera for which it begins again.
    let onLateCamera: @Sendable (String) -> Void

    /// Not what it is made of, which would end up in logs.
    var description: String { "ServeLoop" }

    /// How often it is tried again to listen where the run before did. Somebody else may have got the port meanwhile, be it for a moment:
    /// a program that this one starts has all of its open sockets until it closes them.
    static let mostAttempts = 20
    private static let pause: Duration = .milliseconds(500)

    func run() async throws {
        var server = server
        let listened = FirstAddress(onListening)
        var attempts = 0
        while !Task.isShuttingDownGracefully {
            let source = try source()
            let run = ServeRun(
                source: source,
                wantedCamera: wantedCamera,
                camera: try camera(source),
                server: server,
                scanner: scanner,
                logger: logger,
                isReplacementReady: isReplacementReady,
                clock: clock,
                longestEnd: longestEnd
            ) { await listened.receive($0) }
            let ending: ServeRun.Ending
            do {
                ending = try await run.run()
            } catch let error as ViewfinderServerError where listened.port != nil && attempts < Self.mostAttempts {
                attempts += 1
                logger.debug("Not listening yet", metadata: ["reason": "\(error)"])
                try await clock.sleep(for: Self.pause)
                continue
            }
            attempts = 0
            guard !Task.isShuttingDownGracefully else { return }
            switch ending {
            case .asked: return
            case .replaced: return try onReplacement(listened.port ?? server.port)
            case .cameraCame(let name): onLateCamera(name)
            }
            // Pages look for the server where it was.
            server.port = listened.port ?? server.port
        }
    }
}

/// Hands on, once, the address that servers listen at one after the other.
private final class FirstAddress: Sendable {
    private let action: @Sendable (URL) async -> Void
    private let known = Mutex((port: Int?.none, isToldOf: false))

    init(_ action: @escaping @Sendable (URL) async -> Void) {
        self.action = action
    }

    /// Its port.
    var port: Int? { known.withLock { $0.port } }

    func receive(_ url: URL) async {
        // A server that was asked to end before it listened has nothing to show.
        let isOver = Task.isShuttingDownGracefully
        let isNew = known.withLock { known in
            known.port = known.port ?? url.port
            defer { known.isToldOf = known.isToldOf || !isOver }
            return !known.isToldOf && !isOver
        }
        if isNew { await action(url) }
    }
}

/// Finishes the movie that is being recorded before anything else ends, whatever the clients of the server do meanwhile.
struct RecordingFinisher: Service {
    let camera: LiveCamera

    func run() async throws {
        try? await gracefulShutdown()
        await camera.finishForGood()
    }
}

/// Waits for work at the end of a program, but not longer than for a time: what hangs goes on by itself, and ends with the process.
///
/// - Returns: whether the work has ended.
func waitAtMost(
    _ time: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async -> Void
) async -> Bool {
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    // Not child tasks, which would have to be waited for.
    Task {
        await work()
        end.yield(true)
    }
    let waiting = Task {
        try? await clock.sleep(for: time)
        end.yield(false)
    }
    defer { waiting.cancel() }
    for await hasEnded in ends { return hasEnded }
    return false
}
