import AVFoundation
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
        let stage = try await LiveCameraStage()
        await stage.wait(for: .live)
        stage.phone.failRunningSession(code: -11872)
        let failed = await stage.wait(for: .failed)
        #expect(!failed.controlsAreEnabled)
        for command in stage.commands(on: failed) {
            let error = await #expect(throws: CameraCommandError.self) { try await command() }
            #expect(error?.kind == .unavailable, "\(String(describing: error))")
        }
        #expect(!failed.words.advice.description.contains("plug"), "a phone's camera has no plug")
        try await stage.camera.restart()
        await stage.wait(for: .live)
        await stage.camera.shutDown()
        // The model hears of the end a moment after the engine, and tells nobody any more.
        while await stage.camera.state().phase != .stopped { await Task.yield() }
    }

    @Test("R-LIFE-8: what recovers does not undo the user's stop; a start does")
    func stop() async throws {
        let stage = try await LiveCameraStage()
        await stage.wait(for: .live)
        try await stage.camera.stop()
        await stage.wait(for: .stopped)
        #expect(stage.camera.frames.newest(after: nil) == nil)
        stage.phone.resetMediaServices()
        await stage.camera.enterBackground()
        await stage.camera.enterForeground()
        let state = await stage.camera.state()
        #expect(state.phase == .stopped)
        try await stage.camera.start()
        await stage.wait(for: .live)
        await stage.camera.shutDown()
    }

    @Test("The end finishes the recording, and none begins after it")
    func end() async throws {
        let stage = try await LiveCameraStage()
        defer { try? FileManager.default.removeItem(at: stage.folder) }
        await stage.wait(for: .live)
        try await stage.camera.startRecording(hasAudio: false, hasSeparateFiles: false)
        let name = try #require(await stage.camera.state().recording.name)
        await stage.camera.finishForGood()
        let movie = await stage.wait { $0.recording.phase == .idle && $0.lastMovie != nil }.lastMovie
        #expect(movie?.name == name)
        let error = await #expect(throws: CameraCommandError.self) {
            try await stage.camera.startRecording(hasAudio: false, hasSeparateFiles: false)
        }
        #expect(error?.kind == .unavailable)
        await stage.camera.shutDown()
    }

    @Test("A restart looks up permission again")
    func permission() async throws {
        let stage = try await LiveCameraStage(authorization: .denied)
        let denied = await stage.wait(for: .permissionDenied)
        #expect(
            denied.words.advice.description.contains("Settings")
                && !denied.words.advice.description.contains("sudo")
        )
        stage.phone.setAuthorization(.authorized, for: .video)
        try await stage.camera.restart()
        await stage.wait(for: .live)
        await stage.camera.shutDown()
    }

    @Test("R-PREV-5: a phone has one camera on each side, with one zoom for all lenses; two cameras have one lens each")
    func lenses() async throws {
        let stage = try await LiveCameraStage()
        func magnification(_ state: ViewfinderState) -> Double? { state.zoom.map { $0.factor * $0.displayMultiplier } }
        let usual = await stage.wait { $0.phase == .live && magnification($0) == 1 }
        #expect(usual.cameras.map(\.position) == [.back, .front])
        #expect(usual.cameras.map(\.isSelected) == [true, false])
        #expect(usual.zoom?.marks.map(\.label) == ["0.5", "1", "2", "3"])
        let widest = try #require(usual.zoom?.minimum)
        try await stage.camera.setZoom(to: widest, isRamped: false)
        await stage.wait { magnification($0) == 0.5 }
        await stage.wait { $0.dual.isOffered }
        try await stage.camera.setDual(isOn: true)
        let both = await stage.wait { $0.dual.isOn && $0.dual.cameras.count == 2 }
        // The same cameras are offered, although another one is used for the one at the back.
        #expect(both.cameras == usual.cameras)
        #expect(!both.cameras.contains { $0.id == both.dual.cameras[0].id })
        #expect(both.zoom?.displayMultiplier == 1)
        try await stage.camera.setDual(isOn: false)
        let one = await stage.wait { !$0.dual.isOn && $0.phase == .live && $0.zoom?.displayMultiplier == 0.5 }
        #expect(one.cameras == usual.cameras)
        await stage.camera.shutDown()
    }

    @Test("R-LIFE-12: a lens that was chosen by its name is used, and can be chosen again")
    func namedLens() async throws {
        let stage = try await LiveCameraStage(cameraName: "Back Telephoto Camera")
        func selected(_ state: ViewfinderState) -> String? { state.cameras.first(where: \.isSelected)?.name }
        let first = await stage.wait { $0.phase == .live && selected($0) == "Back Telephoto Camera" }
        #expect(first.cameras.map(\.name) == ["Back Triple Camera", "Back Telephoto Camera", "Front Camera"])
        #expect(first.zoom?.marks.first?.label == "1")
        let (lens, front) = (first.cameras[1].id, first.cameras[2].id)
        for (id, name) in [(front, "Front Camera"), (lens, "Back Telephoto Camera")] {
            try await stage.camera.selectCamera(id: id)
            let state = await stage.wait { $0.phase == .live && selected($0) == name }
            #expect(state.cameras.map(\.id) == first.cameras.map(\.id))
        }
        await stage.camera.shutDown()
    }

    @Test("R-PREV-3: who watches the video gets H.264, from a key frame on, of the frames as the camera captured them")
    func video() async throws {
        let stage = try await LiveCameraStage()
        await stage.wait(for: .live)
        let video = try #require(stage.camera.frames.video)
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
        await stage.camera.shutDown()
    }

    @Test("R-MULTI-7: two cameras run, each with frames and figures of its own, until one is enough")
    func twoCameras() async throws {
        let stage = try await LiveCameraStage()
        await stage.wait(for: .live)
        await stage.wait { $0.dual.isOffered }
        #expect(stage.camera.streams[1].newest(after: nil) == nil)
        try await stage.camera.setDual(isOn: true)
        let both = await stage.wait { $0.dual.isOn && $0.dual.cameras.count == 2 }
        #expect(both.dual.cameras.map(\.position) == [.back, .front])
        #expect(both.dual.hardwareCost > 0 && both.dual.hardwareCost <= 1)
        for await case .metrics(let metrics) in stage.camera.events()
        where metrics.count > 1 && metrics[1].width > 0 && stage.camera.streams[1].newest(after: nil) != nil { break }
        let frame = stage.camera.streams[1].newest(after: nil)?.frame
        // Held upright; shown as a mirror shows it, by the page.
        #expect(frame.map { $0.height > $0.width } == true && frame?.isMirrored == true)
        // At once, as from two pages: what is not named stays as the command before has left it.
        let pip = ViewfinderArrangement.PictureInPicture(x: 0.25, y: 0.75, width: 0.4)
        try await stage.camera.swapCameras()
        try await stage.camera.arrange(.init(layout: .sideBySide))
        try await stage.camera.arrange(.init(pip: pip))
        let wanted = ViewfinderArrangement(layout: .sideBySide, leading: 1, pip: pip)
        let arranged = await stage.wait { $0.dual.arrangement.pip == pip }.dual.arrangement
        #expect(arranged == wanted, "\(arranged)")
        try await stage.camera.swapCameras()
        await stage.wait { $0.dual.arrangement.leading == 0 }
        try await stage.camera.setDual(isOn: false)
        let one = await stage.wait { !$0.dual.isOn && $0.dual.cameras.count == 1 && $0.phase == .live }
        #expect(one.metrics.count == 1)
        // Nobody who comes now shall see a picture of the past.
        #expect(stage.camera.streams[1].newest(after: nil) == nil)
        await stage.camera.shutDown()
    }

    @Test("R-MULTI-7: three cameras run, each with frames and figures of its own; each leads and is photographed")
    func threeCameras() async throws {
        let stage = try await LiveCameraStage(maximumCameraCount: 3)
        await stage.wait { $0.dual.isOffered }
        try await stage.camera.setDual(isOn: true)
        let all = await stage.wait { $0.dual.isOn && $0.dual.cameras.count == 3 }
        #expect(all.dual.cameras.map(\.index) == [0, 1, 2] && Set(all.dual.cameras.map(\.name)).count == 3)
        #expect(all.dual.hardwareCost > 0 && all.dual.hardwareCost <= 1)
        for await case .metrics(let metrics) in stage.camera.events()
        where metrics.count == 3 && metrics.allSatisfy({ $0.width > 0 && $0.framesPerSecond > 0 })
            && stage.camera.streams.allSatisfy({ $0.newest(after: nil) != nil })
        { break }
        #expect(stage.camera.streams.count == 3)
        for leading in [1, 2, 0] {
            try await stage.camera.swapCameras()
            let state = await stage.wait { $0.dual.arrangement.leading == leading }
            #expect(try await stage.lens(stage.camera.takePhoto()) == state.dual.cameras[leading].name)
        }
        try await stage.camera.startRecording(hasAudio: false, hasSeparateFiles: false)
        await stage.wait { $0.recording.phase == .recording }
        let movie = try await stage.camera.stopRecording()
        #expect(movie.bytes > 0)
        try await stage.camera.setDual(isOn: false)
        await stage.wait { !$0.dual.isOn && $0.dual.cameras.count == 1 && $0.phase == .live }
        #expect(stage.camera.streams.dropFirst().allSatisfy { $0.newest(after: nil) == nil })
        await stage.camera.shutDown()
        try FileManager.default.removeItem(at: stage.folder)
    }

    @Test(
        "R-MULTI-10: the phone's button is shown, the page turns what it changes, and pressed all the way it is the shutter"
    )
    func hardwareControl() async throws {
        let stage = try await LiveCameraStage()
        await stage.wait(for: .live)
        let idle = await stage.wait { $0.hardware?.controls.isEmpty == false }
        #expect(idle.hardware?.isActive == false)
        stage.phone.useCameraControl(.lightPress)
        // The page clears its own controls away meanwhile.
        await stage.wait { $0.hardware?.isActive == true && $0.hardware?.coversScreen == true }
        stage.phone.useCameraControl(.dismiss)
        await stage.wait { $0.hardware?.isActive == false && $0.hardware?.coversScreen == false }
        let zoom = try #require(idle.hardware?.controls.first)
        let factor = try #require(idle.zoom?.factor)
        try await stage.camera.setHardwareControl(id: zoom.id, value: zoom.maximum)
        await stage.wait { ($0.zoom?.factor ?? 0) > 1.5 * factor && $0.hardware?.isActive == true }
        try await stage.camera.setHardware(isActive: false)
        await stage.wait { $0.hardware?.isActive == false }
        await #expect(throws: CameraCommandError.self) {
            try await stage.camera.setHardwareControl(id: "zoom", value: 1)
        }
        stage.phone.useCameraControl(.press)
        await stage.wait { $0.lastPhoto != nil }
        try await stage.camera.setMode(.video)
        await stage.wait { $0.mode == .video && $0.recording.sound.status != .off }
        stage.phone.useCameraControl(.press)
        await stage.wait { $0.recording.phase == .recording }
        stage.phone.useCameraControl(.press)
        await stage.wait { $0.lastMovie != nil }
        // What a press of the page's button would be answered with is told when the phone's came to nothing.
        try FileManager.default.removeItem(at: stage.folder)
        try Data().write(to: stage.folder)
        for mode in [ViewfinderMode.video, .photo] {
            try await stage.camera.setMode(mode)
            await stage.wait { $0.mode == mode && $0.recording.phase == .idle }
            let events = stage.camera.events()
            stage.phone.useCameraControl(.press)
            for await case .failure(let error) in events {
                #expect(error.kind == .storage, "\(error)")
                break
            }
        }
        await stage.camera.shutDown()
        try FileManager.default.removeItem(at: stage.folder)
    }

    @Test("R-PHOTO-1: a photo is written, upright, and shown as the last one")
    func photo() async throws {
        let stage = try await LiveCameraStage()
        await stage.wait(for: .live)
        let photo = try await stage.camera.takePhoto()
        #expect(photo.width == 1080 && photo.height == 1920)
        let data = try Data(contentsOf: stage.folder.appending(path: photo.name))
        #expect(data.count == photo.bytes && data.starts(with: [0xFF, 0xD8]))
        let state = await stage.camera.state()
        #expect(state.lastPhoto == photo)
        await stage.camera.shutDown()
        try FileManager.default.removeItem(at: stage.folder)
    }

    @Test("R-PHOTO-1: a photo is of the kind and the size that were asked for")
    func photoOptions() async throws {
        let stage = try await LiveCameraStage()
        let features = await stage.wait { $0.phase == .live && $0.photo.formats.contains(.heic) }.photo
        #expect(features.hasFlash)
        let size = try #require(features.sizes.last)
        let photo = try await stage.camera.takePhoto(
            ViewfinderPhotoOptions(format: .heic, flash: .automatic, size: size)
        )
        #expect(photo.name.hasSuffix(".heic") && photo.preview != nil)
        #expect(photo.width == size.height && photo.height == size.width, "upright")
        await stage.camera.shutDown()
        try FileManager.default.removeItem(at: stage.folder)
    }

    @Test("R-MULTI-7: with two cameras the large one is photographed, also when just swapped; or each of both")
    func photosOfTwo() async throws {
        let stage = try await LiveCameraStage()
        await stage.wait { $0.dual.isOffered }
        try await stage.camera.setDual(isOn: true)
        let names = await stage.wait { $0.dual.isOn && $0.dual.cameras.count == 2 }.dual.cameras.map(\.name)
        #expect(try await stage.lens(stage.camera.takePhoto()) == names[0])
        try await stage.camera.swapCameras()
        #expect(try await stage.lens(stage.camera.takePhoto()) == names[1])
        let events = stage.camera.events()
        let large = try await stage.camera.takePhoto(ViewfinderPhotoOptions(content: .each))
        #expect(try stage.lens(large) == names[1])
        for await case .photo(let other) in events where other != large {
            #expect(try stage.lens(other) == names[0])
            break
        }
        for format in ViewfinderPhotoOptions.Format.allCases {
            let options = ViewfinderPhotoOptions(content: .shown, format: format)
            let both = try await stage.camera.takePhoto(options)
            #expect(both.width == large.width && both.height == large.height)
            #expect(both.name.hasSuffix(format == .heic ? ".heic" : ".jpg"))
            #expect(try stage.lens(both) == names[1])
        }
        await stage.camera.shutDown()
        try FileManager.default.removeItem(at: stage.folder)
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
struct LiveCameraStage {
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
