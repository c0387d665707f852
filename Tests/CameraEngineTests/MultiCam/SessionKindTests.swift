import AVFoundation
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import Foundation
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

/// One camera has an ordinary session with all of its formats, several have a session that can have several.
@MainActor
@Suite("Sessions for one camera and for several", .ownCaptureSystem)
struct SessionKindTests {
    private static func fixture(_ change: (inout EngineConfiguration) -> Void = { _ in }) async -> TwoCamerasFixture {
        await TwoCamerasFixture {
            $0.keepsMultiCamSession = false
            $0.format = .preset(.photo)
            $0.movieFormat = .preset(.high)
            change(&$0)
        }
    }

    @Test("R-MULTI-1: one camera has the formats of one, two have those of two, and one has its own again")
    func formats() async throws {
        let two = await Self.fixture()
        let (fixture, model) = (two.fixture, two.model)
        let camera = try #require(model.camera)
        let back = try #require(AVCaptureDevice(uniqueID: camera.id))
        func width() -> Int32 { CMVideoFormatDescriptionGetDimensions(back.activeFormat.formatDescription).width }
        #expect(width() == 4032 && !back.activeFormat.isMultiCamSupported)
        #expect(model.multiCam.isOffered && model.multiCam.hardwareCost == 0)
        for _ in 0..<3 {
            await two.turnOn()
            await fixture.expect(model) { $0.status == .live }
            #expect(width() == 1920 && back.activeFormat.isMultiCamSupported)
            #expect(model.multiCam.hardwareCost > 0 && model.multiCam.obstacle == nil)
            let deliver = await two.bothDeliver()
            #expect(deliver)
            model.setCameraCount(1)
            await fixture.expect(model) { !$0.multiCam.isOn && $0.multiCam[camera: 1] == nil && $0.status == .live }
            #expect(width() == 4032)
        }
        #expect(fixture.phone.resources.leaked == 0)
        model.setMode(.video)
        await fixture.expect(model) { _ in width() == 1920 }
        #expect(model.status == .live)
        await fixture.end(model)
        #expect(fixture.phone.resources.used == 0)
    }

    @Test(
        "R-LIFE-11, R-PREV-4: while one session follows the other the camera starts, and no layer is without its session"
    )
    func picture() async throws {
        let two = await Self.fixture()
        let (fixture, model) = (two.fixture, two.model)
        let layer = AVCaptureVideoPreviewLayer()
        fixture.engine.showPreview(in: layer)
        await fixture.settle(model)
        #expect(layer.isPreviewing && layer.session is AVCaptureMultiCamSession == false)
        var seen: Set<String> = []
        for count in [2, 1] {
            model.setCameraCount(count)
            for _ in 0..<300 {
                await fixture.settle(model)
                seen.insert("\(model.status)")
                #expect(layer.session != nil)
                if model.status == .live, model.multiCam.isOn == (count == 2) { break }
                fixture.clock.advance(bySeconds: 0.01)
            }
            await fixture.settle(model)
            #expect(model.status == .live && layer.isPreviewing)
            #expect(layer.session is AVCaptureMultiCamSession == (count == 2))
        }
        #expect(
            seen.isSubset(of: ["live", "starting(showsProgress: false)", "starting(showsProgress: true)"]),
            "\(seen)"
        )
        await fixture.end(model)
    }

    @Test(
        "R-REC-1, R-MULTI-8: a recording that goes on goes on in the other session with the next file; both are whole"
    )
    func recording() async throws {
        let two = await Self.fixture { $0.recordsMovies = true }
        let (fixture, model) = (two.fixture, two.model)
        let folder = try two.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        model.setMode(.video)
        await fixture.settle(model)
        var movies = model.recordings().makeAsyncIterator()
        var request = RecordingRequest(url: folder.appendingPathComponent("movie.mov"), recordsAudio: false)
        request.cameraSwitch = .goesOnInNextFile
        try await two.start(request)
        await fixture.pass(model, seconds: 2)
        model.setCameraCount(2)
        await fixture.expect(model) { $0.multiCam.isOn && $0.status == .live && $0.recording.phase == .recording }
        await fixture.pass(model, seconds: 2)
        let last = try await two.stop()
        let first = try #require(await movies.next())
        #expect(first.end == .cameraChanged && first.isPlayable && first.duration > 1.5)
        #expect(last.end == .requested && last.isPlayable && last.duration > 1.5)
        #expect(first.url != last.url)
        await fixture.end(model)
    }

    @Test("R-REC-1: a recording that does not go on ends with the change, whole")
    func recordingEnds() async throws {
        let two = await Self.fixture { $0.recordsMovies = true }
        let (fixture, model) = (two.fixture, two.model)
        let folder = try two.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var movies = model.recordings().makeAsyncIterator()
        try await two.start(RecordingRequest(url: folder.appendingPathComponent("movie.mov"), recordsAudio: false))
        await fixture.pass(model, seconds: 2)
        model.setCameraCount(2)
        await fixture.expect(model) { $0.multiCam.isOn && $0.recording.phase == .idle }
        let movie = try #require(await movies.next())
        #expect(movie.end == .cameraChanged && movie.isPlayable && movie.duration > 1.5)
        await fixture.end(model)
    }

    @Test("R-LIFE-11: an engine that begins with two cameras begins with their session, and makes no other one")
    func beginsWithTwo() async throws {
        let two = await Self.fixture { $0.initialCameraCount = 2 }
        await two.fixture.expect(two.model) { $0.multiCam.isOn && $0.status == .live }
        let deliver = await two.bothDeliver()
        #expect(deliver)
        await two.fixture.end(two.model)
        #expect(two.fixture.phone.resources.used == 0)
    }

    @Test("R-MULTI-1: a phone that cannot have two keeps its session, and says why")
    func notSupported() async throws {
        var configuration = EngineConfiguration()
        configuration.maximumCameraCount = 2
        configuration.keepsMultiCamSession = false
        let fixture = EngineFixture(configuration: configuration, prepare: { $0.isMultiCamSupported = false })
        let model = await fixture.makeLiveModel()
        model.setCameraCount(2)
        await fixture.expect(model) { $0.multiCam.obstacle == .notSupported }
        #expect(model.status == .live)
        await fixture.end(model)
    }
}
