@preconcurrency import AVFoundation
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import MovieValidators
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@MainActor
@Suite("The size and rate of movies, on a simulated phone", .ownCaptureSystem)
struct MovieFormatModelTests {
    private static let hd60 = MovieFormat(width: 1280, height: 720, framesPerSecond: 60)
    private static let fullHD24 = MovieFormat(width: 1920, height: 1080, framesPerSecond: 24)
    private static let usual = MovieFormat(width: 1920, height: 1080, framesPerSecond: 30)

    @Test(
        "The camera delivers the size and the rate that are chosen, and the picture goes on; then its own again",
        arguments: [1, 2]
    )
    func chosen(cameraLimit: Int) async throws {
        let movies = await MovieFormatFixture(cameraLimit)
        let (fixture, model) = (movies.fixture, movies.model)
        #expect(model.movieFormat.wanted == nil && model.movieFormat.selected == nil)
        #expect(model.movieFormat.choices.contains(Self.hd60) && model.movieFormat.choices.contains(Self.fullHD24))
        #expect(await movies.delivered() == Self.usual)
        for format in [Self.hd60, Self.fullHD24, MovieFormat(width: 1920, height: 1080, framesPerSecond: 60)] {
            try await movies.choose(format)
            #expect(model.movieFormat.wanted == format && model.movieFormat.selected == format)
            #expect(await movies.delivered() == format)
            #expect(model.status == .live)
        }
        try await movies.choose(Self.fullHD24)
        // Photos have nothing to do with it.
        model.setMode(.photo)
        await fixture.settle(model)
        #expect(await movies.delivered() == Self.usual)
        model.setMode(.video)
        await fixture.settle(model)
        #expect(await movies.delivered() == Self.fullHD24)
        try await movies.choose(nil)
        #expect(model.movieFormat.selected == nil)
        #expect(await movies.delivered() == Self.usual)
        await fixture.end(model)
        #expect(model.movieFormat.choices.isEmpty)
    }

    @Test("4K is offered where one camera has a session of its own, and only formats for several where it has not")
    func largest() async throws {
        let movies = await MovieFormatFixture(1)
        let format = MovieFormat(width: 3840, height: 2160, framesPerSecond: 30)
        #expect(movies.model.movieFormat.choices.contains(format))
        try await movies.choose(format)
        #expect(await movies.set == format)
        await movies.fixture.end(movies.model)
        let several = await MovieFormatFixture(2)
        let error = await #expect(throws: MovieFormatFailure.self) { try await several.choose(format) }
        #expect(error == .notOffered(several.model.movieFormat.choices))
        #expect(several.model.movieFormat.wanted == nil)
        await several.fixture.end(several.model)
    }

    @Test("A movie has the size and the rate; while it is recorded no other is taken", arguments: [1, 2])
    func recorded(cameraLimit: Int) async throws {
        let movies = await MovieFormatFixture(cameraLimit)
        let (fixture, model) = (movies.fixture, movies.model)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("format-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await movies.choose(Self.hd60)
        let request = RecordingRequest(url: folder.appendingPathComponent("walk.mov"), recordsAudio: false)
        let start = Task { try await model.startRecording(request) }
        await fixture.expect(model) { $0.recording.phase == .recording }
        try await start.value
        for format in [Self.fullHD24, nil] {
            let error = await #expect(throws: MovieFormatFailure.self) { try await model.setMovieFormat(format) }
            #expect(error == .recording)
        }
        await fixture.pass(model, seconds: 1)
        #expect(model.movieFormat.selected == Self.hd60 && model.recording.phase == .recording)
        let stop = Task { try await model.stopRecording() }
        await fixture.expect(model) { $0.recording.phase == .idle }
        let movie = try await stop.value
        let video = try #require(try MovieFileValidator(movie.url.path).report().video.first)
        // The phone is held upright, and the movie turned.
        #expect([video.width, video.height].compactMap { $0 }.sorted() == [720, 1280])
        #expect(abs(video.averageFrameRate - 60) < 1.5, "\(video.averageFrameRate)")
        #expect(movie.end == .requested)
        try await movies.choose(Self.fullHD24)
        #expect(await movies.set == Self.fullHD24)
        await fixture.end(model)
    }

    @Test(
        "It is remembered across cameras, stops, restarts and another session; a camera without it has what comes closest",
        arguments: [1, 2]
    )
    func remembered(cameraLimit: Int) async throws {
        let movies = await MovieFormatFixture(cameraLimit)
        let (fixture, model) = (movies.fixture, movies.model)
        try await movies.choose(Self.hd60)
        for position in [AVCaptureDevice.Position.front, .back] {
            model.select(CameraSelection(position: position))
            await fixture.expect(model) {
                $0.camera?.position == CameraInfo.Position(position) && $0.status == .live
            }
            await fixture.settle(model)
            #expect(await movies.set == Self.hd60)
            #expect(model.movieFormat.selected == Self.hd60)
        }
        await fixture.end(model)
        #expect(model.movieFormat.wanted == Self.hd60)
        model.start()
        await fixture.expect(model) { $0.status == .live }
        #expect(await movies.delivered() == Self.hd60)
        model.restartCamera()
        await fixture.expect(model) { $0.status != .live }
        await fixture.expect(model) { $0.status == .live }
        #expect(await movies.delivered() == Self.hd60)
        fixture.phone.resetMediaServices()
        await fixture.expect(model) { $0.status != .live }
        await fixture.expect(model) { $0.status == .live }
        #expect(await movies.delivered() == Self.hd60)
        await fixture.end(model)
    }

    @Test("What is chosen without a camera is in force once there is one")
    func beforeStart() async throws {
        let fixture = EngineFixture()
        let model = CameraModel(engine: fixture.engine)
        model.setMode(.video)
        try await model.setMovieFormat(Self.hd60)
        model.start()
        await fixture.expect(model) { $0.status == .live }
        await fixture.settle(model)
        #expect(fixture.movieFormat(await fixture.engine.device) == Self.hd60)
        await fixture.end(model)
    }

    @Test("What was chosen in a former run is in force from the beginning, for movies alone")
    func fromTheBeginning() async throws {
        var configuration = EngineConfiguration()
        configuration.recordsMovies = true
        configuration.initialMovieFormat = Self.hd60
        let fixture = EngineFixture(configuration: configuration)
        let model = await fixture.makeLiveModel()
        await fixture.settle(model)
        #expect(model.movieFormat.wanted == Self.hd60 && model.movieFormat.selected == Self.hd60)
        #expect(fixture.movieFormat(await fixture.engine.device) == Self.usual)
        model.setMode(.video)
        await fixture.settle(model)
        #expect(fixture.movieFormat(await fixture.engine.device) == Self.hd60)
        try await model.setMovieFormat(nil)
        await fixture.settle(model)
        #expect(fixture.movieFormat(await fixture.engine.device) == Self.usual)
        await fixture.end(model)
    }

    @Test("A webcam that has not got it has what comes closest")
    func webcam() async throws {
        let fixture = EngineFixture(.webcam)
        let model = CameraModel(engine: fixture.engine)
        model.setMode(.video)
        try await model.setMovieFormat(MovieFormat(width: 3840, height: 2160, framesPerSecond: 60))
        model.start()
        await fixture.expect(model) { $0.status == .live }
        await fixture.settle(model)
        #expect(model.movieFormat.selected == Self.usual)
        #expect(fixture.movieFormat(await fixture.engine.device) == Self.usual)
        // A rate between its own is none of them.
        try await model.setMovieFormat(MovieFormat(width: 640, height: 480, framesPerSecond: 15))
        await fixture.settle(model)
        #expect(fixture.movieFormat(await fixture.engine.device)?.framesPerSecond == 15)
        await fixture.end(model)
    }

    @Test(
        "R-MULTI-5: heat allows fewer frames than were chosen; afterwards there are as many again",
        arguments: [1, 2]
    )
    func heat(cameraLimit: Int) async throws {
        let movies = await MovieFormatFixture(cameraLimit)
        let (fixture, model) = (movies.fixture, movies.model)
        try await movies.choose(Self.hd60)
        fixture.phone.setPressure(SystemPressure(level: .serious))
        await fixture.expect(model) { $0.pressure == CameraPressure(level: .serious, frameRateLimit: 20) }
        #expect(await movies.delivered().framesPerSecond == 20)
        // Whatever is chosen meanwhile.
        try await movies.choose(Self.fullHD24)
        await fixture.settle(model)
        #expect(model.pressure.frameRateLimit == 20)
        #expect(await movies.delivered() == MovieFormat(width: 1920, height: 1080, framesPerSecond: 20))
        fixture.phone.setPressure(SystemPressure(level: .critical))
        await fixture.expect(model) { $0.pressure == CameraPressure(level: .critical, frameRateLimit: 15) }
        #expect(await movies.delivered().framesPerSecond == 15)
        try await movies.choose(nil)
        await fixture.settle(model)
        #expect(await movies.delivered().framesPerSecond == 15)
        try await movies.choose(Self.hd60)
        fixture.phone.setPressure(SystemPressure(level: .nominal))
        await fixture.expect(model, atMost: 60) { $0.pressure == CameraPressure() }
        #expect(await movies.delivered() == Self.hd60)
        await fixture.end(model)
    }

    @Test(
        "With two cameras nothing is offered and nothing taken; the one that is left has its size and rate again",
        arguments: [true, false]
    )
    func twoCameras(keepsMultiCamSession: Bool) async throws {
        let movies = await MovieFormatFixture(2, keepsMultiCamSession: keepsMultiCamSession)
        let (fixture, model) = (movies.fixture, movies.model)
        try await movies.choose(Self.hd60)
        model.setCameraCount(2)
        await fixture.expect(model) { $0.multiCam.isOn && $0.status == .live }
        #expect(model.movieFormat.choices.isEmpty && model.movieFormat.selected == nil)
        #expect(await movies.delivered() == Self.usual)
        let error = await #expect(throws: MovieFormatFailure.self) { try await model.setMovieFormat(Self.fullHD24) }
        #expect(error == .severalCameras)
        model.setCameraCount(1)
        await fixture.expect(model) { !$0.multiCam.isOn && $0.status == .live && $0.movieFormat.selected == Self.hd60 }
        await fixture.pass(model, seconds: 0.3)
        #expect(await movies.delivered() == Self.hd60)
        await fixture.end(model)
    }
}

/// An engine whose camera is live in the mode for movies.
@MainActor
private struct MovieFormatFixture {
    let fixture: EngineFixture
    let model: CameraModel
    private let frames = FrameTimes()

    /// - Parameter cameraLimit: with more than one, the session is one that can have several.
    init(_ cameraLimit: Int, keepsMultiCamSession: Bool = true) async {
        var configuration = EngineConfiguration()
        configuration.maximumCameraCount = cameraLimit
        configuration.keepsMultiCamSession = keepsMultiCamSession
        configuration.recordsMovies = true
        fixture = EngineFixture(configuration: configuration)
        await fixture.engine.deliverFrames { [frames] frame, _ in frames.note(frame) }
        model = await fixture.makeLiveModel()
        model.setMode(.video)
        await fixture.settle(model)
    }

    func choose(_ format: MovieFormat?) async throws(MovieFormatFailure) {
        try await model.setMovieFormat(format)
        await fixture.settle(model)
    }

    /// What the camera is set to.
    var set: MovieFormat? {
        get async { fixture.movieFormat(await fixture.engine.device) }
    }

    /// The size of the camera's frames, and how many come in a second.
    func delivered() async -> MovieFormat {
        await fixture.pass(model, seconds: 0.1)
        let before = frames.count
        await fixture.pass(model, seconds: 2)
        let rate = Double(frames.count - before) / 2
        let size = await set
        return MovieFormat(
            width: size?.width ?? 0,
            height: size?.height ?? 0,
            framesPerSecond: Int(rate.rounded())
        )
    }
}

extension EngineFixture {
    /// What a camera is set to.
    fileprivate func movieFormat(_ device: AVCaptureDevice?) -> MovieFormat? {
        guard let device else { return nil }
        let size = CMVideoFormatDescriptionGetDimensions(device.activeFormat.formatDescription)
        return MovieFormat(
            width: Int(size.width),
            height: Int(size.height),
            framesPerSecond: Int((1 / CMTimeGetSeconds(device.activeVideoMinFrameDuration)).rounded())
        )
    }
}
