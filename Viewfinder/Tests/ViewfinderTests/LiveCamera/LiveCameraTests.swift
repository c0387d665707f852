import AVFoundation
import CameraEngine
import CaptureDriver
import CaptureSystemTesting
import Foundation
import ImageIO
import SimulatedDriver
import Testing

@testable import Viewfinder

/// In real time.
@Suite("The viewfinder's camera on a simulated phone", .ownCaptureSystem)
struct LiveCameraTests {
    @Test("R-LIFE-6: while the camera has failed every command but restart is refused; restart brings the picture back")
    func failure() async throws {
        let fixture = try await LiveCameraFixture()
        await fixture.wait(for: .live)
        fixture.phone.failRunningSession(code: -11872)
        let failed = await fixture.wait(for: .failed)
        #expect(!failed.controlsAreEnabled)
        for command in fixture.commands(on: failed) {
            let error = await #expect(throws: CameraCommandError.self) { try await command() }
            #expect(error?.kind == .unavailable, "\(String(describing: error))")
        }
        #expect(!failed.message.advice.description.contains("plug"), "a phone's camera has no plug")
        try await fixture.camera.restart()
        await fixture.wait(for: .live)
        await fixture.camera.shutDown()
        // The model hears of the end a moment after the engine, and tells nobody any more.
        while await fixture.camera.state().phase != .stopped { await Task.yield() }
    }

    @Test("R-LIFE-8: what recovers does not undo the user's stop; a start does")
    func stop() async throws {
        let fixture = try await LiveCameraFixture()
        await fixture.wait(for: .live)
        try await fixture.camera.stop()
        await fixture.wait(for: .stopped)
        #expect(fixture.camera.frames.newest(after: nil) == nil)
        fixture.phone.resetMediaServices()
        await fixture.camera.enterBackground()
        await fixture.camera.enterForeground()
        let state = await fixture.camera.state()
        #expect(state.phase == .stopped)
        try await fixture.camera.start()
        await fixture.wait(for: .live)
        await fixture.camera.shutDown()
    }

    @Test("The end finishes the recording, and none begins after it")
    func end() async throws {
        let fixture = try await LiveCameraFixture()
        defer { try? FileManager.default.removeItem(at: fixture.folder) }
        await fixture.wait(for: .live)
        try await fixture.camera.startRecording(hasAudio: false, hasSeparateFiles: false)
        let name = try #require(await fixture.camera.state().recording.name)
        await fixture.camera.finishForGood()
        let movie = await fixture.wait { $0.recording.phase == .idle && $0.lastMovie != nil }.lastMovie
        #expect(movie?.name == name)
        let error = await #expect(throws: CameraCommandError.self) {
            try await fixture.camera.startRecording(hasAudio: false, hasSeparateFiles: false)
        }
        #expect(error?.kind == .unavailable)
        await fixture.camera.shutDown()
    }

    @Test("A restart looks up permission again")
    func permission() async throws {
        let fixture = try await LiveCameraFixture(authorization: .denied)
        let denied = await fixture.wait(for: .permissionDenied)
        #expect(
            denied.message.advice.description.contains("Settings")
                && !denied.message.advice.description.contains("sudo")
        )
        fixture.phone.setAuthorization(.authorized, for: .video)
        try await fixture.camera.restart()
        await fixture.wait(for: .live)
        await fixture.camera.shutDown()
    }

    @Test("R-PREV-5: a phone has one camera on each side, with one zoom for all lenses; two cameras have one lens each")
    func lenses() async throws {
        let fixture = try await LiveCameraFixture()
        func magnification(_ state: ViewfinderState) -> Double? {
            state.controls?.zoom.map { $0.factor * $0.displayMultiplier }
        }
        let usual = await fixture.wait { $0.phase == .live && magnification($0) == 1 }
        #expect(usual.cameras.map(\.position) == [.back, .front])
        #expect(usual.camera?.position == .back)
        #expect(usual.rules.zoom?.marks.map(\.shown) == [0.5, 1, 2, 3])
        let widest = try #require(usual.controls?.zoom?.range.lowerBound)
        try await fixture.camera.setZoom(to: widest, isRamped: false)
        await fixture.wait { magnification($0) == 0.5 }
        await fixture.wait { $0.dual.isOffered }
        try await fixture.camera.setDual(isOn: true)
        let both = await fixture.wait { $0.dual.isOn && $0.dual.cameras.count == 2 }
        // The same cameras are offered, although another one is used for the one at the back.
        #expect(both.cameras == usual.cameras && both.camera == usual.camera)
        #expect(!both.cameras.contains { $0.id == both.dual.cameras[0].camera.id })
        #expect(both.controls?.zoom?.displayMultiplier == 1)
        try await fixture.camera.setDual(isOn: false)
        let one = await fixture.wait {
            !$0.dual.isOn && $0.phase == .live && $0.controls?.zoom?.displayMultiplier == 0.5
        }
        #expect(one.cameras == usual.cameras)
        await fixture.camera.shutDown()
    }

    @Test("R-LIFE-12: a lens that was chosen by its name is used, and can be chosen again")
    func namedLens() async throws {
        let fixture = try await LiveCameraFixture(cameraName: "Back Telephoto Camera")
        func selected(_ state: ViewfinderState) -> String? { state.camera?.name }
        let first = await fixture.wait { $0.phase == .live && selected($0) == "Back Telephoto Camera" }
        #expect(first.cameras.map(\.name) == ["Back Triple Camera", "Back Telephoto Camera", "Front Camera"])
        #expect(first.rules.zoom?.marks.prefix(3).map(\.shown) == [0.5, 1, 3])
        #expect(first.rules.zoom?.marks.prefix(3).map { $0.lens == nil } == [false, false, true])
        let (lens, front) = (first.cameras[1].id, first.cameras[2].id)
        for (id, name) in [(front, "Front Camera"), (lens, "Back Telephoto Camera")] {
            try await fixture.camera.selectCamera(id: id)
            let state = await fixture.wait { $0.phase == .live && selected($0) == name }
            #expect(state.cameras.map(\.id) == first.cameras.map(\.id))
        }
        await fixture.camera.shutDown()
    }

    @Test("R-PREV-3: who watches the video gets H.264, from a key frame on, of the frames as the camera captured them")
    func video() async throws {
        let fixture = try await LiveCameraFixture()
        await fixture.wait(for: .live)
        let video = try #require(fixture.camera.frames.video)
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let viewer = WakingClient { _ = waker.yield() }
        video.add(viewer)
        var wake = wakes.makeAsyncIterator()
        var frames: [EncodedFrame] = []
        var last: UInt64?
        while frames.count < 10 {
            guard let delivery = video.next(after: last) else {
                _ = await wake.next()
                continue
            }
            last = delivery.generation
            frames.append(delivery.frame)
        }
        video.remove(viewer)
        #expect(frames.first?.format == .h264(isKeyFrame: true))
        #expect(frames.first?.data.getBytes(at: frames[0].data.readerIndex, length: 5) == [0, 0, 0, 1, 0x67])
        #expect(frames.allSatisfy { $0.format != .jpeg })
        #expect(
            zip(frames, frames.dropFirst()).allSatisfy { $0.sequence < $1.sequence && $0.captureTime < $1.captureTime }
        )
        // Held upright.
        #expect(frames.allSatisfy { $0.height > $0.width })
        await fixture.camera.shutDown()
    }

    @Test("R-MULTI-7: two cameras run, each with frames and figures of its own, until one is enough")
    func twoCameras() async throws {
        let fixture = try await LiveCameraFixture()
        await fixture.wait(for: .live)
        await fixture.wait { $0.dual.isOffered }
        #expect(fixture.camera.streams[1].newest(after: nil) == nil)
        try await fixture.camera.setDual(isOn: true)
        let both = await fixture.wait { $0.dual.isOn && $0.dual.cameras.count == 2 }
        #expect(both.dual.cameras.map(\.camera.position) == [.back, .front])
        #expect(both.dual.hardwareCost > 0 && both.dual.hardwareCost <= 1)
        for await case .metrics(let metrics) in fixture.camera.events()
        where metrics.count > 1 && metrics[1].width > 0 && fixture.camera.streams[1].newest(after: nil) != nil { break }
        let frame = fixture.camera.streams[1].newest(after: nil)?.frame
        // Held upright; shown as a mirror shows it, by the page.
        #expect(frame.map { $0.height > $0.width } == true && frame?.isMirrored == true)
        // At once, as from two pages: what is not named stays as the command before has left it.
        let pip = PictureInPicture(x: 0.25, y: 0.75, width: 0.4)
        try await fixture.camera.swapCameras()
        try await fixture.camera.arrange(.init(layout: .sideBySide))
        try await fixture.camera.arrange(.init(pip: pip))
        let wanted = CameraArrangement(layout: .sideBySide, leading: 1, pip: pip)
        let arranged = await fixture.wait { $0.dual.arrangement.pip == pip }.dual.arrangement
        #expect(arranged == wanted, "\(arranged)")
        try await fixture.camera.swapCameras()
        await fixture.wait { $0.dual.arrangement.leading == 0 }
        try await fixture.camera.setDual(isOn: false)
        let one = await fixture.wait { !$0.dual.isOn && $0.dual.cameras.count == 1 && $0.phase == .live }
        #expect(one.metrics.count == 1)
        // Nobody who comes now shall see a picture of the past.
        #expect(fixture.camera.streams[1].newest(after: nil) == nil)
        await fixture.camera.shutDown()
    }

    @Test("R-MULTI-7: three cameras run, each with frames and figures of its own; each leads and is photographed")
    func threeCameras() async throws {
        let fixture = try await LiveCameraFixture(maximumCameraCount: 3)
        await fixture.wait { $0.dual.isOffered }
        try await fixture.camera.setDual(isOn: true)
        let all = await fixture.wait { $0.dual.isOn && $0.dual.cameras.count == 3 }
        #expect(all.dual.cameras.map(\.index) == [0, 1, 2] && Set(all.dual.cameras.map(\.camera.name)).count == 3)
        #expect(all.dual.hardwareCost > 0 && all.dual.hardwareCost <= 1)
        for await case .metrics(let metrics) in fixture.camera.events()
        where metrics.count == 3 && metrics.allSatisfy({ $0.width > 0 && $0.framesPerSecond > 0 })
            && fixture.camera.streams.allSatisfy({ $0.newest(after: nil) != nil })
        { break }
        #expect(fixture.camera.streams.count == 3)
        for leading in [1, 2, 0] {
            try await fixture.camera.swapCameras()
            let state = await fixture.wait { $0.dual.arrangement.leading == leading }
            #expect(try await fixture.lens(fixture.camera.takePhoto()) == state.dual.cameras[leading].camera.name)
        }
        try await fixture.camera.startRecording(hasAudio: false, hasSeparateFiles: false)
        await fixture.wait { $0.recording.phase == .recording }
        let movie = try await fixture.camera.stopRecording()
        #expect(movie.bytes > 0)
        try await fixture.camera.setDual(isOn: false)
        await fixture.wait { !$0.dual.isOn && $0.dual.cameras.count == 1 && $0.phase == .live }
        #expect(fixture.camera.streams.dropFirst().allSatisfy { $0.newest(after: nil) == nil })
        await fixture.camera.shutDown()
        try FileManager.default.removeItem(at: fixture.folder)
    }

    @Test(
        "R-MULTI-10: the phone's button is shown, the page turns what it changes, and pressed all the way it is the shutter"
    )
    func hardwareControl() async throws {
        let fixture = try await LiveCameraFixture()
        await fixture.wait(for: .live)
        let idle = await fixture.wait { $0.hardware?.controls.isEmpty == false }
        #expect(idle.hardware?.isActive == false)
        fixture.phone.useCameraControl(.lightPress)
        // The page clears its own controls away meanwhile.
        await fixture.wait { $0.hardware?.isActive == true && $0.hardware?.coversScreen == true }
        fixture.phone.useCameraControl(.dismiss)
        await fixture.wait { $0.hardware?.isActive == false && $0.hardware?.coversScreen == false }
        let zoom = try #require(idle.hardware?.controls.first)
        let factor = try #require(idle.controls?.zoom?.factor)
        try await fixture.camera.setHardwareControl(id: zoom.id, value: zoom.maximum)
        await fixture.wait { ($0.controls?.zoom?.factor ?? 0) > 1.5 * factor && $0.hardware?.isActive == true }
        try await fixture.camera.setHardware(isActive: false)
        await fixture.wait { $0.hardware?.isActive == false }
        await #expect(throws: CameraCommandError.self) {
            try await fixture.camera.setHardwareControl(id: "zoom", value: 1)
        }
        fixture.phone.useCameraControl(.press)
        await fixture.wait { $0.lastPhoto != nil }
        try await fixture.camera.setMode(.video)
        await fixture.wait { $0.mode == .video && $0.recording.sound.status != .off }
        fixture.phone.useCameraControl(.press)
        await fixture.wait { $0.recording.phase == .recording }
        fixture.phone.useCameraControl(.press)
        await fixture.wait { $0.lastMovie != nil }
        // What a press of the page's button would be answered with is told when the phone's came to nothing.
        try FileManager.default.removeItem(at: fixture.folder)
        try Data().write(to: fixture.folder)
        for mode in [CaptureMode.video, .photo] {
            try await fixture.camera.setMode(mode)
            await fixture.wait { $0.mode == mode && $0.recording.phase == .idle }
            let events = fixture.camera.events()
            fixture.phone.useCameraControl(.press)
            for await case .failure(let error) in events {
                #expect(error.kind == .storage, "\(error)")
                break
            }
        }
        await fixture.camera.shutDown()
        try FileManager.default.removeItem(at: fixture.folder)
    }

    @Test("R-PHOTO-1: a photo is written, upright, and shown as the last one")
    func photo() async throws {
        let fixture = try await LiveCameraFixture()
        await fixture.wait(for: .live)
        let photo = try await fixture.camera.takePhoto()
        #expect(photo.width == 1080 && photo.height == 1920)
        let data = try Data(contentsOf: fixture.folder.appending(path: photo.name))
        #expect(data.count == photo.bytes && data.starts(with: [0xFF, 0xD8]))
        let state = await fixture.camera.state()
        #expect(state.lastPhoto == photo)
        await fixture.camera.shutDown()
        try FileManager.default.removeItem(at: fixture.folder)
    }

    @Test("R-PHOTO-1: a photo is of the kind and the size that were asked for")
    func photoOptions() async throws {
        let fixture = try await LiveCameraFixture()
        let state = await fixture.wait { $0.phase == .live && $0.photoFeatures.formats.contains(.heic) }
        let controls = try #require(state.controls)
        #expect(controls.hasFlash)
        let size = try #require(controls.photoSizes.last)
        let photo = try await fixture.camera.takePhoto(
            ViewfinderPhotoOptions(format: .heic, flash: .automatic, size: size)
        )
        #expect(photo.name.hasSuffix(".heic") && photo.preview != nil)
        #expect(photo.width == size.height && photo.height == size.width, "upright")
        await fixture.camera.shutDown()
        try FileManager.default.removeItem(at: fixture.folder)
    }

    @Test("R-MULTI-7: with two cameras the large one is photographed, also when just swapped; or each of both")
    func photosOfTwo() async throws {
        let fixture = try await LiveCameraFixture()
        await fixture.wait { $0.dual.isOffered }
        try await fixture.camera.setDual(isOn: true)
        let names = await fixture.wait { $0.dual.isOn && $0.dual.cameras.count == 2 }.dual.cameras.map(\.camera.name)
        #expect(try await fixture.lens(fixture.camera.takePhoto()) == names[0])
        try await fixture.camera.swapCameras()
        #expect(try await fixture.lens(fixture.camera.takePhoto()) == names[1])
        let events = fixture.camera.events()
        let large = try await fixture.camera.takePhoto(ViewfinderPhotoOptions(content: .each))
        #expect(try fixture.lens(large) == names[1])
        for await case .photo(let other) in events where other != large {
            #expect(try fixture.lens(other) == names[0])
            break
        }
        for format in PhotoFormat.allCases {
            let options = ViewfinderPhotoOptions(content: .shown, format: format)
            let both = try await fixture.camera.takePhoto(options)
            #expect(both.width == large.width && both.height == large.height)
            #expect(both.name.hasSuffix(format == .heic ? ".heic" : ".jpg"))
            #expect(try fixture.lens(both) == names[1])
        }
        await fixture.camera.shutDown()
        try FileManager.default.removeItem(at: fixture.folder)
    }
}

/// Calls when there may be another frame.
private final class WakingClient: FrameClient {
    private let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    func frameWasPublished() { wake() }
}

/// A camera on a simulated phone that is held upright, in real time.
struct LiveCameraFixture {
    let phone: SimulatedPhone
    let camera: LiveCamera
    let folder = FileManager.default.temporaryDirectory.appending(path: "live-camera-\(UUID().uuidString)")

    /// - Parameters:
    ///   - cameraName: the camera to begin with; nil for the one that suits best.
    ///   - maximumCameraCount: how many run at once at most.
    init(
        authorization: CaptureAuthorization = .authorized,
        scene: any SimulatedScene = DarkScene(),
        cameraName: String? = nil,
        maximumCameraCount: Int = 2
    ) async throws {
        let phone = SimulatedPhone(profile: .iphone, scene: scene)
        self.phone = phone
        phone.setAuthorization(authorization, for: .video)
        CaptureSystem.use(phone.system)
        camera = try await LiveCamera(
            configuration: LiveCamera.Configuration(
                photoFolder: folder,
                movieFolder: folder.appending(path: "Movies"),
                maximumCameraCount: maximumCameraCount,
                camera: cameraName.flatMap { name in phone.driver.devices().first { $0.name == name }?.id }
            )
        )
    }

    /// Which camera a photo says that it was taken with.
    func lens(_ photo: PhotoRecord) throws -> String? {
        let source = CGImageSourceCreateWithURL(folder.appending(path: photo.name) as CFURL, nil)
        let properties = source.flatMap { CGImageSourceCopyPropertiesAtIndex($0, 0, nil) } as? [String: Any]
        return (properties?[kCGImagePropertyExifDictionary as String] as? [String: Any])?["LensModel"] as? String
    }

    /// Waits until the page would show a phase.
    @discardableResult
    func wait(
        for phase: ViewfinderState.Phase,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> ViewfinderState {
        await wait(sourceLocation: sourceLocation) { $0.phase == phase }
    }

    /// Waits until the page would show something; what it shows instead is told when the test's time is over.
    @discardableResult
    func wait(
        sourceLocation: SourceLocation = #_sourceLocation,
        until isThere: (ViewfinderState) -> Bool
    ) async -> ViewfinderState {
        let events = camera.events()
        var last = await camera.state()
        if isThere(last) { return last }
        for await case .state(let state) in events {
            if isThere(state) { return state }
            last = state
        }
        Issue.record("Never shown; the page's last state: \(last)", sourceLocation: sourceLocation)
        return last
    }

    /// Everything the page can ask for, but for start, stop and restart.
    func commands(on state: ViewfinderState) -> [@Sendable () async throws -> Void] {
        let id = state.cameras.last?.id ?? ""
        return [
            { try await camera.selectCamera(id: id) }, { try await camera.setZoom(to: 2, isRamped: false) },
            { try await camera.focusAndExpose(at: ViewfinderPoint(x: 0.5, y: 0.5)) },
            { try await camera.setTorch(isOn: true) }, { _ = try await camera.takePhoto() },
            { try await camera.arrange(.init(leading: 1)) }, { try await camera.swapCameras() },
        ]
    }
}
