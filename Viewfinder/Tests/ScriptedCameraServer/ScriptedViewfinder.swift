import Foundation
import Logging
import ServiceLifecycle
import UnixSignals
import Viewfinder
import ViewfinderTestSupport

/// A viewfinder on a scripted camera, with everything that a script can change: whoever makes another one begins anew.
struct ScriptedViewfinder {
    let camera: ScriptedCamera
    let scanner: ScriptedScanner
    let tools = ScriptedTools()
    let pacer: FramePacer
    private let services: ServiceGroup

    /// - Parameter arguments: those of the command line.
    init(arguments: [String]) throws {
        func value(of option: String) -> String? {
            guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
            return arguments[index + 1]
        }
        var logger = Logger(label: "scripted-camera-server")
        logger.logLevel = .warning
        let photoFolder = URL(filePath: value(of: "--photos") ?? NSTemporaryDirectory() + "scripted-camera-photos")
        let movieFolder = URL(filePath: value(of: "--movies") ?? NSTemporaryDirectory() + "scripted-camera-movies")
        let pictures =
            try value(of: "--frames").map { try TestFrames.read(folder: URL(filePath: $0)) } ?? TestFrames.small()
        camera = ScriptedCamera(
            pictures: [pictures, try TestFrames.other(), try TestFrames.small()],
            photoFolder: photoFolder,
            movieFolder: movieFolder
        )
        scanner = ScriptedScanner(photo: pictures[0])
        pacer = FramePacer(camera: camera, rate: value(of: "--rate").flatMap(Double.init) ?? 30)
        let server = try ViewfinderServer(
            camera: camera,
            scanner: arguments.contains("--no-scanner") ? nil : scanner,
            configuration: ViewfinderConfiguration(
                port: value(of: "--port").flatMap { Int($0) } ?? 0,
                token: value(of: "--token").flatMap { AccessToken($0) },
                photoFolder: photoFolder,
                movieFolder: movieFolder
            ),
            tools: tools.tools,
            logger: logger,
            onListening: { say($0.absoluteString) }
        )
        services = ServiceGroup(
            configuration: .init(services: [server], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        )
    }

    /// Shows frames and serves the page, until a signal or ``stop()`` ends it.
    func run() async throws {
        let pacing = Task { await pacer.run() }
        let metrics = Task {
            while (try? await Task.sleep(for: .seconds(1))) != nil { camera.send(await camera.state().metrics) }
        }
        defer {
            pacing.cancel()
            metrics.cancel()
        }
        try await services.run()
    }

    /// Ends the server as a signal does.
    func stop() async {
        await services.triggerGracefulShutdown()
    }
}

/// Publishes frames at a rate that can be changed.
actor FramePacer {
    private let camera: ScriptedCamera
    private var rate: Double

    init(camera: ScriptedCamera, rate: Double) {
        self.camera = camera
        self.rate = rate
    }

    func setRate(_ rate: Double) {
        self.rate = rate
    }

    func run() async {
        let clock = ContinuousClock()
        var next = clock.now
        while !Task.isCancelled {
            if rate > 0 {
                for index in camera.streams.indices {
                    camera.publishFrame(ofCamera: index, captureTime: monotonicNow())
                }
            }
            next = max(
                next.advanced(by: .seconds(1 / (rate > 0 ? rate : 20))),
                clock.now.advanced(by: .milliseconds(-50))
            )
            try? await clock.sleep(until: next, tolerance: .zero)
        }
    }

    private func monotonicNow() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
