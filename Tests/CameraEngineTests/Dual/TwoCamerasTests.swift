import AVFoundation
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import MovieValidators
import SimulatedDriver
import Synchronization
import Testing

@testable import CameraEngine

@Suite("Two cameras on a simulated phone", .ownCaptureSystem)
struct TwoCamerasTests {
    @Test("R-MULTI-1: the second camera comes and goes, and the first one's picture goes on all the time")
    func comesAndGoes() async throws {
        try await TwoCameras.comesAndGoes()
    }

    @Test(
        "R-MULTI-2: two formats for several cameras, at most 1920 x 1440, locked to 30; also as long as there is one alone"
    )
    func formats() async throws {
        try await TwoCameras.formats()
    }

    @Test("R-MULTI-3: the microphone comes first, whenever it comes: the phone has nothing to complain about")
    func microphoneFirst() async throws {
        try await TwoCameras.microphoneFirst()
    }

    @Test("R-MULTI-4: over budget the ladder is walked, as far as it takes, before and while both run")
    func ladder() async throws {
        try await TwoCameras.ladder()
    }

    @Test("R-MULTI-4: where no ladder helps there is one camera, live, and the reason")
    func tooExpensive() async throws {
        try await TwoCameras.tooExpensive()
    }

    @Test("R-MULTI-4: one camera alone that becomes too expensive goes on with less")
    func oneOverBudget() async {
        await #expect(processExitsWith: .success) { try await TwoCameras.oneOverBudget() }
    }

    @Test("R-MULTI-4: what was taken back comes back when there is room for it, and the cost is the present one")
    func roomAgain() async {
        await #expect(processExitsWith: .success) { try await TwoCameras.roomAgain() }
    }

    @Test("R-MULTI-1: a phone that cannot have two says so, and shows one")
    func notSupported() async throws {
        try await TwoCameras.notSupported()
    }

    @Test("R-MULTI-5: each camera's heat is its own; a second one that is too hot goes, and comes back")
    func heat() async throws {
        try await TwoCameras.heat()
    }

    @Test("R-LIFE-12: either camera may be lost: the other one is live at once, and both are back when it is")
    func loss() async throws {
        try await TwoCameras.loss()
    }

    @Test("R-LIFE-8, R-LIFE-9, R-LIFE-10: both come back from an interruption, a reset, the background and a restart")
    func comesBack() async throws {
        try await TwoCameras.comesBack()
    }

    @Test("Another first camera takes the second one along, or changes places with it")
    func otherFirst() async throws {
        try await TwoCameras.otherFirst()
    }

    @Test("R-MULTI-8: both in one movie, and each in its own, whatever is arranged and lost meanwhile")
    func movie() async throws {
        try await TwoCameras.movie()
    }

    @Test(
        "R-PREV-2, R-ROT-2: movies of two have the front camera mirrored if asked for, and level, also when it is alone left"
    )
    func frontCameraInMovie() async throws {
        try await TwoCameras.frontCameraInMovie()
    }

    @Test("A change between one and two ends a movie, or begins its next file")
    func movieEnds() async throws {
        try await TwoCameras.movieEnds()
    }
}

/// When frames came.
private final class FrameTimes: Sendable {
    private struct State {
        var count = 0
        var last: Double?
        var longestGap = 0.0
        var isUpright = false
    }

    private let state = Mutex(State())

    func note(_ frame: CMSampleBuffer) {
        let time = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(frame))
        state.withLock { state in
            state.count += 1
            if let last = state.last { state.longestGap = max(state.longestGap, time - last) }
            state.last = time
            guard let picture = CMSampleBufferGetImageBuffer(frame) else { return }
            state.isUpright = CVPixelBufferGetHeight(picture) > CVPixelBufferGetWidth(picture)
        }
    }

    /// Whether the last frame was higher than wide, as a phone is.
    var isUpright: Bool { state.withLock { $0.isUpright } }

    var count: Int { state.withLock { $0.count } }

    /// The longest time between two frames, in seconds, since the last call.
    func takeLongestGap() -> Double {
        state.withLock { state in
            defer { state.longestGap = 0 }
            return state.longestGap
        }
    }
}

/// What happens in each of these tests.
@MainActor
private struct TwoCameras {
    let stage: EngineStage
    let model: CameraModel
    let first = FrameTimes()
    let second = FrameTimes()

    private init(_ change: (inout EngineConfiguration) -> Void = { _ in }, prepare: (SimulatedPhone) -> Void = { _ in })
        async
    {
        var configuration = EngineConfiguration()
        configuration.maximumCameraCount = 2
        change(&configuration)
        stage = EngineStage(configuration: configuration, prepare: prepare)
        await stage.engine.deliverFrames { [first] frame, _ in first.note(frame) }
        await stage.engine.deliverFrames(ofCamera: 1) { [second] frame, _ in second.note(frame) }
        model = await stage.makeLiveModel()
    }

    private func turnOn(_ comment: Comment? = nil) async {
        model.setCameraCount(2)
        await stage.expect(model, comment) { $0.multiCam.isOn }
    }

    /// Whether both cameras' frames come.
    private func bothDeliver() async -> Bool {
        let before = (first.count, second.count)
        await stage.pass(model, seconds: 1)
        return first.count > before.0 + 5 && second.count > before.1 + 5
    }

    // MARK: The stories

    static func comesAndGoes() async throws {
        let two = await TwoCameras()
        let (stage, model) = (two.stage, two.model)
        #expect(model.multiCam.isOffered && !model.multiCam.isWanted && !model.multiCam.isOn)
        #expect(model.multiCam[camera: 1] == nil && model.multiCam.obstacle == nil)
        await stage.pass(model, seconds: 1)
        _ = two.first.takeLongestGap()
        for _ in 0..<3 {
            await two.turnOn()
            #expect(model.status == .live)
            #expect(model.multiCam[camera: 1]?.camera.position == .front)
            #expect(model.multiCam.obstacle == nil)
            #expect((0.5...1).contains(model.multiCam.hardwareCost))
            let deliver = await two.bothDeliver()
            #expect(deliver)
            model.setCameraCount(1)
            await stage.expect(model) { !$0.multiCam.isOn && $0.multiCam[camera: 1] == nil }
            #expect(model.status == .live)
            await stage.pass(model, seconds: 1)
        }
        // Not one frame is missing: the stream was not even touched.
        #expect(two.first.takeLongestGap() < 0.05)
        await stage.end(model)
        #expect(model.multiCam[camera: 0] == nil && model.multiCam[camera: 1] == nil)
    }

    static func formats() async throws {
        let two = await TwoCameras()
        let alone = try #require(model(two)[camera: 0])
        #expect((alone.width, alone.height, alone.framesPerSecond) == (1920, 1080, 30))
        await two.turnOn()
        for figures in [model(two)[camera: 0], model(two)[camera: 1]] {
            let figures = try #require(figures)
            #expect(figures.width <= 1920 && figures.height <= 1440 && figures.framesPerSecond == 30)
            let device = try #require(AVCaptureDevice(uniqueID: figures.camera.id))
            #expect(device.activeFormat.isMultiCamSupported)
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
            #expect(device.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 30))
        }
        await two.stage.end(two.model)
    }

    private static func model(_ two: TwoCameras) -> MultiCamStatus { two.model.multiCam }

    static func microphoneFirst() async throws {
        let two = await TwoCameras {
            $0.recordsMovies = true
            $0.sound = .whenAvailable
        }
        let (stage, model) = (two.stage, two.model)
        stage.phone.setAuthorization(.authorized, for: .audio)
        // First the microphone, then the second camera; and the other way round; and both gone and back.
        model.setMode(.video)
        await stage.expect(model) { $0.recording.sound == .on }
        await two.turnOn()
        model.setMode(.photo)
        await stage.expect(model) { $0.recording.sound == .off }
        _ = two.first.takeLongestGap()
        model.setMode(.video)
        await stage.expect(model) { $0.recording.sound == .on && $0.multiCam.isOn }
        let deliver = await two.bothDeliver()
        #expect(deliver)
        #expect(two.first.takeLongestGap() < 0.3)
        model.enterBackground()
        await stage.expect(model) { $0.status == .inBackground }
        model.enterForeground()
        await stage.expect(model) { $0.status == .live && $0.multiCam.isOn && $0.recording.sound == .on }
        #expect(stage.phone.log.filter { $0.contains("-19224") || $0.contains("-17281") }.isEmpty)
        await stage.end(model)
    }

    static func ladder() async throws {
        let two = await TwoCameras { _ in
        } prepare: {
            $0.hardwareLoad = 2
        }
        let (stage, model) = (two.stage, two.model)
        await two.turnOn()
        #expect(model.multiCam.hardwareCost <= 1)
        #expect(model.multiCam.ladder.first == "Front Camera: 1280 x 720")
        #expect(!model.multiCam.ladder.contains { $0.contains("frames a second") })
        let before = model.multiCam.ladder.count
        // While both run.
        stage.phone.hardwareLoad = 3
        await stage.expect(model) { $0.status == .live && $0.multiCam.isOn && $0.multiCam.ladder.count > before }
        #expect(model.multiCam.hardwareCost <= 1 && model.multiCam.obstacle == nil)
        let deliver = await two.bothDeliver()
        #expect(deliver)
        // With one alone all is as it was.
        model.setCameraCount(1)
        stage.phone.hardwareLoad = 1
        await stage.expect(model) {
            !$0.multiCam.isOn && $0.multiCam.ladder.isEmpty && $0.multiCam[camera: 0]?.width == 1920
        }
        await stage.end(model)
    }

    static func tooExpensive() async throws {
        let two = await TwoCameras { _ in
        } prepare: {
            $0.hardwareLoad = 1
        }
        let (stage, model) = (two.stage, two.model)
        stage.phone.hardwareLoad = 2.5
        await two.turnOn()
        stage.phone.hardwareLoad = 200
        await stage.expect(model, "too much for any") {
            if case .failed = $0.status { true } else { $0.status != .live }
        }
        stage.phone.hardwareLoad = 15
        model.restartCamera()
        await stage.expect(model) { $0.status == .live && $0.multiCam.obstacle != nil }
        guard case .tooExpensive(let cost) = try #require(model.multiCam.obstacle) else {
            Issue.record("\(model.multiCam)")
            return
        }
        #expect(cost > 1)
        #expect(!model.multiCam.isOn && model.multiCam.isWanted)
        // What is left over is little for one, too: it has taken its own steps.
        #expect(model.multiCam[camera: 0]?.width == 960 && model.multiCam.hardwareCost <= 1)
        // Nothing is tried for nothing.
        await stage.pass(model, seconds: 5)
        #expect(model.status == .live && !model.multiCam.isOn)
        stage.phone.hardwareLoad = 1
        await two.turnOn("asked again")
        #expect(
            model.multiCam.obstacle == nil && model.multiCam.ladder.isEmpty && model.multiCam[camera: 0]?.width == 1920
        )
        await stage.end(model)
    }

    static func oneOverBudget() async throws {
        let two = await TwoCameras()
        let (stage, model) = (two.stage, two.model)
        #expect(model.multiCam[camera: 0]?.width == 1920 && model.multiCam.ladder.isEmpty)
        stage.phone.hardwareLoad = 6
        var seen: Set<String> = []
        for _ in 0..<300 where !(model.status == .live && !model.multiCam.ladder.isEmpty) {
            await stage.pass(model, seconds: 0.01)
            seen.insert("\(model.status)")
        }
        #expect(model.status == .live && model.multiCam.hardwareCost <= 1)
        #expect(try #require(model.multiCam[camera: 0]).width < 1920)
        #expect(!seen.contains { $0.contains("failed") })
        let before = two.first.count
        await stage.pass(model, seconds: 1)
        #expect(two.first.count > before + 10)
        // What no camera can do remains a failure, after a bounded number of attempts.
        stage.phone.hardwareLoad = 200
        await stage.expect(model) { $0.status == .failed(.cameraSystemError) }
        await stage.end(model)
    }

    static func roomAgain() async throws {
        let two = await TwoCameras { $0.initialCameraCount = 2 }
        let (stage, model) = (two.stage, two.model)
        await stage.expect(model) { $0.multiCam.isOn }
        let cost = model.multiCam.hardwareCost
        stage.phone.hardwareLoad = 3
        await stage.expect(model) { $0.status == .live && $0.multiCam.isOn && !$0.multiCam.ladder.isEmpty }
        #expect(model.multiCam[camera: 0]?.width != 1920)
        stage.phone.hardwareLoad = 1
        await stage.expect(model, "both have all of it again") {
            $0.multiCam.isOn && $0.multiCam.ladder.isEmpty && $0.multiCam[camera: 0]?.width == 1920
                && $0.multiCam[camera: 1]?.width == 1920
        }
        #expect(model.status == .live && abs(model.multiCam.hardwareCost - cost) < 0.01)
        let deliver = await two.bothDeliver()
        #expect(deliver)
        // So little that there is one camera, and not all of that.
        stage.phone.hardwareLoad = 15
        await stage.expect(model) { $0.status == .live && !$0.multiCam.isOn && $0.multiCam[camera: 0]?.width == 960 }
        await stage.pass(model, seconds: 10)
        #expect(model.status == .live && !model.multiCam.isOn && model.multiCam[camera: 0]?.width == 960)
        stage.phone.hardwareLoad = 1
        await stage.expect(model, "both are back") { $0.multiCam.isOn && $0.multiCam[camera: 0]?.width == 1920 }
        #expect(
            model.status == .live && model.multiCam.obstacle == nil && abs(model.multiCam.hardwareCost - cost) < 0.01
        )
        await stage.end(model)
    }

    static func notSupported() async throws {
        let two = await TwoCameras {
            $0.initialCameraCount = 2
        } prepare: {
            $0.isMultiCamSupported = false
        }
        let (stage, model) = (two.stage, two.model)
        await stage.settle(model)
        #expect(model.status == .live)
        #expect(!model.multiCam.isOffered && model.multiCam.isWanted && !model.multiCam.isOn)
        #expect(model.multiCam.obstacle == .notSupported)
        await stage.end(model)
    }

    static func heat() async throws {
        let two = await TwoCameras { $0.initialCameraCount = 2 }
        let (stage, model) = (two.stage, two.model)
        await stage.expect(model) { $0.multiCam.isOn }
        let (back, front) = (
            try #require(model.multiCam[camera: 0]).camera.id, try #require(model.multiCam[camera: 1]).camera.id
        )
        stage.phone.setPressure(SystemPressure(level: .serious), on: front)
        await stage.expect(model) {
            $0.multiCam[camera: 1]?.pressure == CameraPressure(level: .serious, frameRateLimit: 20)
        }
        #expect(model.multiCam[camera: 0]?.pressure == CameraPressure() && model.pressure == CameraPressure())
        stage.phone.setPressure(SystemPressure(level: .critical), on: back)
        await stage.expect(model) {
            $0.multiCam[camera: 0]?.pressure == CameraPressure(level: .critical, frameRateLimit: 15)
        }
        #expect(model.multiCam[camera: 1]?.pressure.frameRateLimit == 20)
        #expect(model.multiCam.isOn && model.status == .live)
        let before = (two.first.count, two.second.count)
        await stage.pass(model, seconds: 4)
        #expect(abs(Double(two.first.count - before.0) / 4 - 15) <= 1)
        #expect(abs(Double(two.second.count - before.1) / 4 - 20) <= 1)
        stage.phone.setPressure(SystemPressure(level: .nominal), on: back)
        await stage.pass(model, seconds: 21)
        #expect(model.multiCam[camera: 0]?.pressure == CameraPressure())
        #expect(model.multiCam[camera: 1]?.pressure.frameRateLimit == 20)
        // Too hot altogether: it goes, and the first one is live at once, while the second one is as hot as ever.
        _ = two.first.takeLongestGap()
        stage.phone.setPressure(SystemPressure(level: .shutdown), on: front)
        await stage.expect(model) {
            $0.multiCam.obstacle == .systemPressure && $0.multiCam[camera: 1] == nil && $0.status == .live
        }
        await stage.pass(model, seconds: 2)
        #expect(model.status == .live)
        #expect(two.first.takeLongestGap() < 0.3)
        stage.phone.setPressure(SystemPressure(level: .nominal), on: front)
        await stage.expect(model, atMost: 60) { $0.multiCam.isOn }
        #expect(model.multiCam.obstacle == nil)
        await stage.end(model)
    }

    static func loss() async throws {
        let two = await TwoCameras { $0.initialCameraCount = 2 }
        let (stage, model) = (two.stage, two.model)
        await stage.expect(model) { $0.multiCam.isOn }
        let (back, front) = (
            try #require(model.multiCam[camera: 0]).camera, try #require(model.multiCam[camera: 1]).camera
        )
        await stage.pass(model, seconds: 1)
        _ = two.first.takeLongestGap()

        stage.phone.apply(.unplug(seconds: nil), to: front.id)
        await stage.expect(model) { $0.multiCam.obstacle == .cameraLost(name: front.name) && !$0.multiCam.isOn }
        #expect(model.status == .live && model.camera?.id == back.id)
        #expect(model.multiCam[camera: 1]?.isLost == true)
        await stage.pass(model, seconds: 1)
        #expect(two.first.takeLongestGap() < 0.05)
        stage.phone.apply(.replug, to: front.id)
        await stage.expect(model) { $0.multiCam.isOn && $0.multiCam[camera: 1]?.camera.id == front.id }

        stage.phone.apply(.unplug(seconds: nil), to: back.id)
        await stage.expect(model) { $0.camera?.id == front.id && $0.status == .live && !$0.multiCam.isOn }
        #expect(model.multiCam.obstacle == .cameraLost(name: back.name))
        let before = two.first.count
        await stage.pass(model, seconds: 1)
        #expect(two.first.count > before + 20)
        #expect(two.first.takeLongestGap() < 0.3)
        stage.phone.apply(.replug, to: back.id)
        await stage.expect(model) { $0.multiCam.isOn }
        let deliver = await two.bothDeliver()
        #expect(deliver)
        await stage.end(model)
    }

    static func comesBack() async throws {
        let two = await TwoCameras { $0.initialCameraCount = 2 }
        let (stage, model) = (two.stage, two.model)
        await stage.expect(model) { $0.multiCam.isOn }
        stage.phone.interrupt(.videoDeviceInUseByAnotherClient)
        await stage.expect(model) { $0.status == .interrupted(.cameraInUse) }
        stage.phone.endInterruption(.videoDeviceInUseByAnotherClient)
        await stage.expect(model) { $0.status == .live && $0.multiCam.isOn }
        stage.phone.resetMediaServices()
        await stage.expect(model) { $0.status != .live }
        await stage.expect(model) { $0.status == .live && $0.multiCam.isOn }
        model.enterBackground()
        await stage.expect(model) { $0.status == .inBackground && !$0.multiCam.isOn }
        model.enterForeground()
        await stage.expect(model) { $0.status == .live && $0.multiCam.isOn }
        model.restartCamera()
        await stage.expect(model) { $0.status != .live }
        await stage.expect(model) { $0.status == .live && $0.multiCam.isOn }
        let deliver = await two.bothDeliver()
        #expect(deliver)
        await stage.end(model)
        #expect(stage.phone.resources.used == 0)
    }

    static func otherFirst() async throws {
        let two = await TwoCameras { $0.initialCameraCount = 2 }
        let (stage, model) = (two.stage, two.model)
        await stage.expect(model) { $0.multiCam.isOn }
        model.select(CameraChoice(position: .front))
        await stage.expect(model) {
            $0.camera?.position == .front && $0.multiCam.isOn && $0.multiCam[camera: 1]?.camera.position == .back
        }
        let deliver = await two.bothDeliver()
        #expect(deliver)
        let other = try #require(model.cameras.last { $0.position == .back })
        model.select(CameraChoice(uniqueID: other.id))
        await stage.expect(model) { $0.camera?.id == other.id && $0.multiCam.isOn && $0.status == .live }
        #expect(model.multiCam[camera: 1]?.camera.position == .front)
        await stage.end(model)
    }

    // MARK: Movies

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("two-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func start(_ request: RecordingRequest) async throws {
        let start = Task { [engine = stage.engine] in try await engine.startRecording(request) }
        await stage.expect(model) { $0.recording.phase == .recording }
        try await start.value
    }

    private func stop() async throws -> RecordedMovie {
        let stop = Task { [engine = stage.engine] in try await engine.stopRecording() }
        await stage.expect(model) { $0.recording.phase == .idle }
        return try await stop.value
    }

    static func movie() async throws {
        let two = await TwoCameras {
            $0.initialCameraCount = 2
            $0.recordsMovies = true
            $0.sound = .whenAvailable
        }
        let (stage, model) = (two.stage, two.model)
        stage.phone.setAuthorization(.authorized, for: .audio)
        await stage.expect(model) { $0.multiCam.isOn }
        let front = try #require(model.multiCam[camera: 1]).camera
        let folder = try two.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var request = RecordingRequest(url: folder.appendingPathComponent("walk.mov"))
        request.separateFiles = true
        try await two.start(request)
        await stage.pass(model, seconds: 1)
        #expect(model.recording.sound == .on)
        model.swapCameras()
        await stage.pass(model, seconds: 1)
        #expect(model.multiCam.arrangement.leading == 1)
        stage.phone.apply(.unplug(seconds: nil), to: front.id)
        await stage.expect(model) { !$0.multiCam.isOn && $0.multiCam[camera: 1]?.isLost == true }
        #expect(model.recording.phase == .recording && model.status == .live)
        #expect(model.multiCam.obstacle == .cameraLost(name: front.name))
        await stage.pass(model, seconds: 1)
        // What comes back waits for the end of the movie.
        stage.phone.apply(.replug, to: front.id)
        await stage.pass(model, seconds: 2)
        #expect(!model.multiCam.isOn && model.recording.phase == .recording)
        #expect(model.multiCam.obstacle == .cameraLost(name: front.name))
        let movie = try await two.stop()
        #expect(movie.end == .requested && movie.isPlayable && movie.hasAudio)
        #expect(abs(movie.duration - 5) < 0.5)
        #expect(movie.separateMovies.map(\.lastPathComponent) == ["walk-first.mov", "walk-second.mov"])
        for file in [movie.url] + movie.separateMovies {
            let errors = try MovieFileValidator(file.path).decodingErrors()
            #expect(errors.isEmpty, "\(file.lastPathComponent)")
        }
        await stage.expect(model) { $0.multiCam.isOn }
        await stage.end(model)
    }

    static func frontCameraInMovie() async throws {
        let two = await TwoCameras {
            $0.initialCameraCount = 2
            $0.recordsMovies = true
            $0.photos.mirrorsFrontCamera = true
        }
        let (stage, model) = (two.stage, two.model)
        await stage.expect(model) { $0.multiCam.isOn }
        let back = try #require(model.multiCam[camera: 0]).camera
        let folder = try two.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        // The front camera is the large one, whose timecode can be read.
        model.swapCameras()
        var request = RecordingRequest(url: folder.appendingPathComponent("walk.mov"))
        request.separateFiles = true
        try await two.start(request)
        await stage.pass(model, seconds: 0.5)
        #expect(two.first.isUpright && two.second.isUpright, "held upright: \(two.first.isUpright)")
        // A phone that is turned turns nothing of what is recorded.
        stage.phone.orientation = .landscapeLeft
        await stage.pass(model, seconds: 0.2)
        #expect(two.first.isUpright && two.second.isUpright, "turned: \(two.first.isUpright)")
        stage.phone.apply(.unplug(seconds: nil), to: back.id)
        await stage.expect(model) { $0.camera?.position == .front && $0.status == .live && !$0.multiCam.isOn }
        await stage.pass(model, seconds: 0.5)
        // By another connection now.
        #expect(two.first.isUpright, "alone: \(two.first.isUpright)")
        let movie = try await two.stop()
        #expect(movie.isPlayable && movie.separateMovies.count == 2, "\(movie)")
        let own = try movie.separateMovies.map { try MovieFileValidator($0).timecodes(first: 60) }
        let both = try MovieFileValidator(movie.url).timecodes(first: 60)
        #expect(both.count > 20 && own[0].count > 10 && own[1].count > 20, "\(both.count) \(own.map { $0.count })")
        let mirrored = ([both] + own).map { codes in codes.filter { $0.isMirrored }.count }
        #expect(mirrored == [both.count, 0, own[1].count], "\(mirrored) of \(both.count), \(own.map { $0.count })")
        for file in [movie.url] + movie.separateMovies {
            let errors = try MovieFileValidator(file).decodingErrors()
            #expect(errors.isEmpty, "\(file.lastPathComponent): \(errors)")
        }
        await stage.end(model)
    }

    static func movieEnds() async throws {
        let two = await TwoCameras { $0.recordsMovies = true }
        let (stage, model) = (two.stage, two.model)
        let folder = try two.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var movies = model.recordings().makeAsyncIterator()
        var request = RecordingRequest(url: folder.appendingPathComponent("a.mov"))
        request.cameraSwitch = .goesOnInNextFile
        try await two.start(request)
        await stage.pass(model, seconds: 1)
        model.setCameraCount(2)
        await stage.expect(model) { $0.multiCam.isOn && $0.recording.phase == .recording }
        await stage.pass(model, seconds: 1)
        let alone = try #require(await movies.next())
        #expect(alone.end == .cameraChanged && alone.url.lastPathComponent == "a.mov" && alone.isPlayable)
        let both = try await two.stop()
        #expect(both.url.lastPathComponent == "a-2.mov" && both.isPlayable && both.end == .requested)
        _ = await movies.next()

        try await two.start(RecordingRequest(url: folder.appendingPathComponent("b.mov")))
        await stage.pass(model, seconds: 1)
        model.setCameraCount(1)
        await stage.expect(model) { !$0.multiCam.isOn && $0.recording.phase == .idle }
        let ended = try #require(await movies.next())
        #expect(ended.end == .cameraChanged && ended.isPlayable)
        await stage.end(model)
    }
}
