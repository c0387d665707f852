import Foundation
import Logging
import ServiceLifecycle
import UnixSignals
import Viewfinder
import ViewfinderTestSupport

// A viewfinder on a camera that the browser tests script.
//
// Arguments: --port N, --photos FOLDER, --frames FOLDER with JPEG files, --rate FPS.
// Prints the page's address as the first line. Reads commands from standard input, one JSON object a line:
// {"phase": "disconnected"}, {"phase": "interrupted", "interruption": "cameraInUse"}, {"pressure": "serious", "limit": 20},
// {"rate": 0}, {"fail": "The disk is full."}, {"fail": null}.

/// What a line of standard input asks for.
struct ScriptLine: Decodable {
    var phase: ViewfinderState.Phase?
    var interruption: ViewfinderState.Interruption?
    var pressure: ViewfinderPressure.Level?
    var limit: Double?
    var rate: Double?
    var fail: String?
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
                camera.publishFrame(captureTime: monotonicNow())
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

func value(of option: String) -> String? {
    guard let index = CommandLine.arguments.firstIndex(of: option), index + 1 < CommandLine.arguments.count else {
        return nil
    }
    return CommandLine.arguments[index + 1]
}

var logger = Logger(label: "scripted-camera-server")
logger.logLevel = .warning
let photoFolder = URL(filePath: value(of: "--photos") ?? NSTemporaryDirectory() + "scripted-camera-photos")
let pictures =
    try value(of: "--frames").map { try TestPictures.read(folder: URL(filePath: $0)) } ?? TestPictures.small()
let camera = ScriptedCamera(pictures: pictures, photoFolder: photoFolder)
let pacer = FramePacer(camera: camera, rate: value(of: "--rate").flatMap(Double.init) ?? 30)
let server = try ViewfinderServer(
    camera: camera,
    configuration: ViewfinderConfiguration(
        port: value(of: "--port").flatMap { Int($0) } ?? 0,
        photoFolder: photoFolder
    ),
    logger: logger,
    onListening: { say($0.absoluteString) }
)

let pacing = Task { await pacer.run() }
let figures = Task {
    while (try? await Task.sleep(for: .seconds(1))) != nil {
        camera.send(await camera.state().figures)
    }
}
let script = Task.detached {
    while let line = readLine() {
        guard let command = try? JSONDecoder().decode(ScriptLine.self, from: Data(line.utf8)) else {
            say("not understood: \(line)")
            continue
        }
        if let phase = command.phase {
            camera.enter(phase, interruption: command.interruption)
        } else if let pressure = command.pressure {
            camera.update { $0.pressure = ViewfinderPressure(level: pressure, frameRateLimit: command.limit) }
        } else if let rate = command.rate {
            await pacer.setRate(rate)
            // A camera without frames has none to show to whoever comes now.
            if rate == 0 { camera.frames.forgetFrame() }
        } else {
            camera.failCommands(with: command.fail.map { CameraCommandError(.storage, $0) })
        }
        say("done")
    }
    // Whoever started this program is gone.
    kill(getpid(), SIGTERM)
}
try await ServiceGroup(
    configuration: .init(services: [server], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
).run()
pacing.cancel()
figures.cancel()
script.cancel()
exit(0)
