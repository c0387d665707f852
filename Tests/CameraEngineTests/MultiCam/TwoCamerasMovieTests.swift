import AVFoundation
import CameraLifecycle
import CaptureSystemTesting
import MovieValidators
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@MainActor
@Suite("Movies of two cameras on a simulated phone", .ownCaptureSystem)
struct TwoCamerasMovieTests {
    @Test("R-MULTI-8: both in one movie, and each in its own, whatever is arranged and lost meanwhile")
    func movie() async throws {
        let two = await TwoCamerasFixture(scene: MovingScene()) {
            $0.initialCameraCount = 2
            $0.recordsMovies = true
            $0.audio = .whenAvailable
        }
        let (fixture, model) = (two.fixture, two.model)
        fixture.phone.setAuthorization(.authorized, for: .audio)
        await fixture.expect(model) { $0.multiCam.isOn }
        let front = try #require(model.multiCam[camera: 1]).camera
        let folder = try two.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var request = RecordingRequest(url: folder.appendingPathComponent("walk.mov"))
        request.separateFiles = true
        try await two.start(request)
        await fixture.pass(model, seconds: 1)
        #expect(model.recording.audio == .on)
        model.swapCameras()
        await fixture.pass(model, seconds: 1)
        #expect(model.multiCam.arrangement.leading == 1)
        fixture.phone.apply(.unplug(seconds: nil), to: front.id)
        await fixture.expect(model) { !$0.multiCam.isOn && $0.multiCam[camera: 1]?.isLost == true }
        #expect(model.recording.phase == .recording && model.status == .live)
        #expect(model.multiCam.obstacle == .cameraLost(name: front.name))
        await fixture.pass(model, seconds: 1)
        // What comes back waits for the end of the movie.
        fixture.phone.apply(.replug, to: front.id)
        await fixture.pass(model, seconds: 2)
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
        await fixture.expect(model) { $0.multiCam.isOn }
        await fixture.end(model)
    }

    @Test(
        "R-PREV-2, R-ROT-2: movies of two have the front camera mirrored if asked for, and level, also when it is alone left"
    )
    func frontCameraInMovie() async throws {
        let two = await TwoCamerasFixture(scene: MovingScene()) {
            $0.initialCameraCount = 2
            $0.recordsMovies = true
            $0.photos.mirrorsFrontCamera = true
        }
        let (fixture, model) = (two.fixture, two.model)
        await fixture.expect(model) { $0.multiCam.isOn }
        let back = try #require(model.multiCam[camera: 0]).camera
        let folder = try two.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        // The front camera is the large one, whose timecode can be read.
        model.swapCameras()
        var request = RecordingRequest(url: folder.appendingPathComponent("walk.mov"))
        request.separateFiles = true
        try await two.start(request)
        await fixture.pass(model, seconds: 0.5)
        #expect(two.first.isUpright && two.second.isUpright, "held upright: \(two.first.isUpright)")
        // A phone that is turned turns nothing of what is recorded.
        fixture.phone.orientation = .landscapeLeft
        await fixture.pass(model, seconds: 0.2)
        #expect(two.first.isUpright && two.second.isUpright, "turned: \(two.first.isUpright)")
        fixture.phone.apply(.unplug(seconds: nil), to: back.id)
        await fixture.expect(model) { $0.camera?.position == .front && $0.status == .live && !$0.multiCam.isOn }
        await fixture.pass(model, seconds: 0.5)
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
        await fixture.end(model)
    }

    @Test("A change between one and two ends a movie, or begins its next file")
    func movieEnds() async throws {
        let two = await TwoCamerasFixture { $0.recordsMovies = true }
        let (fixture, model) = (two.fixture, two.model)
        let folder = try two.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var movies = model.recordings().makeAsyncIterator()
        var request = RecordingRequest(url: folder.appendingPathComponent("a.mov"))
        request.cameraSwitch = .goesOnInNextFile
        try await two.start(request)
        await fixture.pass(model, seconds: 1)
        model.setCameraCount(2)
        await fixture.expect(model) { $0.multiCam.isOn && $0.recording.phase == .recording }
        await fixture.pass(model, seconds: 1)
        let alone = try #require(await movies.next())
        #expect(alone.end == .cameraChanged && alone.url.lastPathComponent == "a.mov" && alone.isPlayable)
        let both = try await two.stop()
        #expect(both.url.lastPathComponent == "a-2.mov" && both.isPlayable && both.end == .requested)
        _ = await movies.next()

        try await two.start(RecordingRequest(url: folder.appendingPathComponent("b.mov")))
        await fixture.pass(model, seconds: 1)
        model.setCameraCount(1)
        await fixture.expect(model) { !$0.multiCam.isOn && $0.recording.phase == .idle }
        let ended = try #require(await movies.next())
        #expect(ended.end == .cameraChanged && ended.isPlayable)
        await fixture.end(model)
    }
}
