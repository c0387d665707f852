import CameraEngine
import Foundation
import Logging
import ScannerLink
import ServiceLifecycle
import UnixSignals
import Viewfinder
import ViewfinderTestSupport

// A viewfinder on a camera that the browser tests script.
//
// Arguments: --port N, --photos FOLDER, --movies FOLDER, --frames FOLDER with JPEG files, --rate FPS.
// Prints the page's address as the first line. Reads commands from standard input, one JSON object a line:
// {"phase": "disconnected"}, {"phase": "interrupted", "interruption": "cameraInUse"}, {"pressure": "serious", "limit": 20},
// {"rate": 0}, {"fail": "The disk is full."}, {"fail": null}, {"sound": "denied", "name": null, "words": "Not allowed."},
// {"levels": [-6, -12]}, {"free": 500000000}, {"end": {"title": "The disk is full", "advice": "It is saved."}},
// {"unplug": "back"}: another camera takes over. {"obstacle": "No."}, {"recovery": 0.5}, {"recovery": 1, "failure": "Unreadable."}.
// Several cameras: {"dual": "offer"}, {"dual": "both"}, {"dual": "all"}, {"dual": "one", "title": "...", "advice": "..."},
// {"steps": ["..."]}, {"hardware": true}, {"hardwareIsActive": true}, {"failOnDevice": "The camera is busy."}; of one of several
// cameras, by its index: {"lose": 1}, {"camera": 1, "pressure": "serious", "limit": 20}, {"camera": 1, "isSilent": true}: its
// frames come no more.
// Books: {"scanner": {...}}, {"books": [...]}, {"text": {...}}, as the page gets them. "fail" concerns scans, too.
// With --no-scanner there is none. With --token TOKEN browsers log in.

/// What a line of standard input asks for.
struct ScriptLine: Decodable {
    var phase: ViewfinderState.Phase?
    var interruption: ViewfinderState.Interruption?
    var pressure: ViewfinderPressure.Level?
    var limit: Double?
    var rate: Double?
    var unplug: String?
    var fail: MessageText?
    var sound: ViewfinderAudio.Status?
    var name: String?
    var words: MessageText?
    var levels: [Double]?
    var free: Int?
    var end: End?
    var obstacle: MessageText?
    var recovery: Double?
    var failure: String?
    var dual: Dual?
    var title: MessageText?
    var advice: MessageText?
    var lose: Int?
    var camera: Int?
    var steps: [String]?
    var hardware: Bool?
    var hardwareIsActive: Bool?
    var failOnDevice: MessageText?
    var isSilent: Bool?
    var scanner: ScannerState?
    var books: [ScannerBook]?
    var text: LiveText?

    enum Dual: String, Decodable {
        case offer
        case both
        case all
        case one
    }

    struct End: Decodable {
        var title: MessageText
        var advice: MessageText
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

func value(of option: String) -> String? {
    guard let index = CommandLine.arguments.firstIndex(of: option), index + 1 < CommandLine.arguments.count else {
        return nil
    }
    return CommandLine.arguments[index + 1]
}

var logger = Logger(label: "scripted-camera-server")
logger.logLevel = .warning
let photoFolder = URL(filePath: value(of: "--photos") ?? NSTemporaryDirectory() + "scripted-camera-photos")
let movieFolder = URL(filePath: value(of: "--movies") ?? NSTemporaryDirectory() + "scripted-camera-movies")
let tools = ScriptedTools()
let pictures =
    try value(of: "--frames").map { try TestFrames.read(folder: URL(filePath: $0)) } ?? TestFrames.small()
let camera = ScriptedCamera(
    pictures: [pictures, try TestFrames.other(), try TestFrames.small()],
    photoFolder: photoFolder,
    movieFolder: movieFolder
)
let scanner = ScriptedScanner(photo: pictures[0])
let pacer = FramePacer(camera: camera, rate: value(of: "--rate").flatMap(Double.init) ?? 30)
let server = try ViewfinderServer(
    camera: camera,
    scanner: CommandLine.arguments.contains("--no-scanner") ? nil : scanner,
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

/// What concerns movies. Answers whether it was that.
@Sendable func changeMovies(_ command: ScriptLine) -> Bool {
    if let sound = command.sound {
        camera.update {
            $0.recording.sound = ViewfinderAudio(status: sound, name: command.name, words: command.words ?? "")
        }
    } else if let levels = command.levels {
        camera.setLevels(levels)
    } else if let free = command.free {
        camera.setFreeBytes(free)
    } else if let end = command.end {
        _ = try? camera.endRecording(MovieEnd(wasRequested: false, title: end.title, advice: end.advice))
    } else if let obstacle = command.obstacle {
        camera.update { $0.recording.obstacle = obstacle }
    } else if let recovery = command.recovery {
        tools.fail(command.failure)
        tools.allow(recovery)
    } else {
        return false
    }
    return true
}

/// What concerns several cameras, and the control on the device's edge. Answers whether it was that.
@Sendable func changeDual(_ command: ScriptLine) -> Bool {
    if let dual = command.dual {
        switch dual {
        case .offer: camera.offerDual()
        case .both: camera.runSeveral(2)
        case .all: camera.runSeveral(camera.streams.count)
        case .one: camera.runOne(command.title.map { PhaseMessages(title: $0, advice: command.advice ?? "") })
        }
    } else if let lose = command.lose {
        camera.lose(lose)
    } else if let steps = command.steps {
        camera.update { $0.dual.steps = steps }
    } else if let index = command.camera, let pressure = command.pressure {
        camera.update { state in
            guard state.dual.cameras.indices.contains(index) else { return }
            state.dual.cameras[index].pressure = ViewfinderPressure(level: pressure, frameRateLimit: command.limit)
        }
    } else if command.hardware == true {
        camera.offerHardware()
    } else if let isActive = command.hardwareIsActive {
        camera.showHardware(isActive)
    } else if let words = command.failOnDevice {
        camera.failOnDevice(CameraCommandError(.unavailable, words))
    } else if let index = command.camera, let isSilent = command.isSilent, camera.streams.indices.contains(index) {
        camera.setFrames(ofCamera: index, areThere: !isSilent)
    } else {
        return false
    }
    return true
}

/// What concerns books. Answers whether it was that.
@Sendable func changeBooks(_ command: ScriptLine) -> Bool {
    if let state = command.scanner {
        scanner.update { $0 = state }
    } else if let books = command.books {
        scanner.setBooks(books)
    } else if let text = command.text {
        scanner.publish(text)
    } else {
        return false
    }
    return true
}

let pacing = Task { await pacer.run() }
let metrics = Task {
    while (try? await Task.sleep(for: .seconds(1))) != nil { camera.send(await camera.state().metrics) }
}
/// What standard input says, read by a thread of its own: whoever waits for a line keeps a thread, and tasks have few.
let lines = AsyncStream<String> { continuation in
    Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
    }
}
let script = Task.detached {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        return try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
    }
    for await line in lines {
        guard let command = try? decoder.decode(ScriptLine.self, from: Data(line.utf8)) else {
            say("not understood: \(line)")
            continue
        }
        if let phase = command.phase {
            camera.enter(phase, interruption: command.interruption)
        } else if changeMovies(command) || changeDual(command) || changeBooks(command) {
            // Done.
        } else if let pressure = command.pressure {
            camera.update { $0.pressure = ViewfinderPressure(level: pressure, frameRateLimit: command.limit) }
        } else if let unplugged = command.unplug {
            camera.update { state in
                state.cameras.removeAll { $0.id == unplugged }
                for index in state.cameras.indices { state.cameras[index].isSelected = index == 0 }
            }
        } else if let rate = command.rate {
            await pacer.setRate(rate)
            // A camera without frames has none to show to whoever comes now.
            if rate == 0 { camera.frames.forgetFrame() }
        } else {
            let failure = command.fail.map { CameraCommandError(.storage, $0) }
            camera.failCommands(with: failure)
            scanner.failCalls(with: failure)
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
metrics.cancel()
script.cancel()
exit(0)
