import AVFoundation
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@MainActor
@Suite("Two cameras on a simulated phone", .ownCaptureSystem)
struct TwoCamerasTests {
    @Test("R-MULTI-1: the second camera comes and goes, and the first one's picture goes on all the time")
    func comesAndGoes() async throws {
        let two = await TwoCamerasFixture()
        let (fixture, model) = (two.fixture, two.model)
        #expect(model.multiCam.isOffered && !model.multiCam.isWanted && !model.multiCam.isOn)
        #expect(model.multiCam[camera: 1] == nil && model.multiCam.obstacle == nil)
        await fixture.pass(model, seconds: 1)
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
            await fixture.expect(model) { !$0.multiCam.isOn && $0.multiCam[camera: 1] == nil }
            #expect(model.status == .live)
            await fixture.pass(model, seconds: 1)
        }
        // Not one frame is missing: the stream was not even touched.
        #expect(two.first.takeLongestGap() < 0.05)
        await fixture.end(model)
        #expect(model.multiCam[camera: 0] == nil && model.multiCam[camera: 1] == nil)
    }

    @Test(
        "R-MULTI-2: two formats for several cameras, at most 1920 x 1440, locked to 30; also as long as there is one alone"
    )
    func formats() async throws {
        let two = await TwoCamerasFixture()
        let alone = try #require(two.model.multiCam[camera: 0])
        #expect((alone.width, alone.height, alone.framesPerSecond) == (1920, 1080, 30))
        await two.turnOn()
        for figures in [two.model.multiCam[camera: 0], two.model.multiCam[camera: 1]] {
            let figures = try #require(figures)
            #expect(figures.width <= 1920 && figures.height <= 1440 && figures.framesPerSecond == 30)
            let device = try #require(AVCaptureDevice(uniqueID: figures.camera.id))
            #expect(device.activeFormat.isMultiCamSupported)
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
            #expect(device.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 30))
        }
        await two.fixture.end(two.model)
    }

    @Test("R-MULTI-3: the microphone comes first, whenever it comes: the phone has nothing to complain about")
    func microphoneFirst() async throws {
        let two = await TwoCamerasFixture {
            $0.recordsMovies = true
            $0.audio = .whenAvailable
        }
        let (fixture, model) = (two.fixture, two.model)
        fixture.phone.setAuthorization(.authorized, for: .audio)
        // First the microphone, then the second camera; and the other way round; and both gone and back.
        model.setMode(.video)
        await fixture.expect(model) { $0.recording.audio == .on }
        await two.turnOn()
        model.setMode(.photo)
        await fixture.expect(model) { $0.recording.audio == .off }
        _ = two.first.takeLongestGap()
        model.setMode(.video)
        await fixture.expect(model) { $0.recording.audio == .on && $0.multiCam.isOn }
        let deliver = await two.bothDeliver()
        #expect(deliver)
        #expect(two.first.takeLongestGap() < 0.3)
        model.enterBackground()
        await fixture.expect(model) { $0.status == .inBackground }
        model.enterForeground()
        await fixture.expect(model) { $0.status == .live && $0.multiCam.isOn && $0.recording.audio == .on }
        #expect(fixture.phone.log.filter { $0.contains("-19224") || $0.contains("-17281") }.isEmpty)
        await fixture.end(model)
    }

    @Test("R-MULTI-1: a phone that cannot have two says so, and shows one")
    func notSupported() async throws {
        let two = await TwoCamerasFixture {
            $0.initialCameraCount = 2
        } prepare: {
            $0.isMultiCamSupported = false
        }
        let (fixture, model) = (two.fixture, two.model)
        await fixture.settle(model)
        #expect(model.status == .live)
        #expect(!model.multiCam.isOffered && model.multiCam.isWanted && !model.multiCam.isOn)
        #expect(model.multiCam.obstacle == .notSupported)
        await fixture.end(model)
    }

    @Test("R-MULTI-5: each camera's heat is its own; a second one that is too hot goes, and comes back")
    func heat() async throws {
        let two = await TwoCamerasFixture { $0.initialCameraCount = 2 }
        let (fixture, model) = (two.fixture, two.model)
        await fixture.expect(model) { $0.multiCam.isOn }
        let (back, front) = (
            try #require(model.multiCam[camera: 0]).camera.id, try #require(model.multiCam[camera: 1]).camera.id
        )
        fixture.phone.setPressure(SystemPressure(level: .serious), on: front)
        await fixture.expect(model) {
            $0.multiCam[camera: 1]?.pressure == CameraPressure(level: .serious, frameRateLimit: 20)
        }
        #expect(model.multiCam[camera: 0]?.pressure == CameraPressure() && model.pressure == CameraPressure())
        fixture.phone.setPressure(SystemPressure(level: .critical), on: back)
        await fixture.expect(model) {
            $0.multiCam[camera: 0]?.pressure == CameraPressure(level: .critical, frameRateLimit: 15)
        }
        #expect(model.multiCam[camera: 1]?.pressure.frameRateLimit == 20)
        #expect(model.multiCam.isOn && model.status == .live)
        let before = (two.first.count, two.second.count)
        await fixture.pass(model, seconds: 4)
        #expect(abs(Double(two.first.count - before.0) / 4 - 15) <= 1)
        #expect(abs(Double(two.second.count - before.1) / 4 - 20) <= 1)
        fixture.phone.setPressure(SystemPressure(level: .nominal), on: back)
        await fixture.pass(model, seconds: 21)
        #expect(model.multiCam[camera: 0]?.pressure == CameraPressure())
        #expect(model.multiCam[camera: 1]?.pressure.frameRateLimit == 20)
        // Too hot altogether: it goes, and the first one is live at once, while the second one is as hot as ever.
        _ = two.first.takeLongestGap()
        fixture.phone.setPressure(SystemPressure(level: .shutdown), on: front)
        await fixture.expect(model) {
            $0.multiCam.obstacle == .systemPressure && $0.multiCam[camera: 1] == nil && $0.status == .live
        }
        await fixture.pass(model, seconds: 2)
        #expect(model.status == .live)
        #expect(two.first.takeLongestGap() < 0.3)
        fixture.phone.setPressure(SystemPressure(level: .nominal), on: front)
        await fixture.expect(model, atMost: 60) { $0.multiCam.isOn }
        #expect(model.multiCam.obstacle == nil)
        await fixture.end(model)
    }

    @Test("R-LIFE-12: either camera may be lost: the other one is live at once, and both are back when it is")
    func loss() async throws {
        let two = await TwoCamerasFixture { $0.initialCameraCount = 2 }
        let (fixture, model) = (two.fixture, two.model)
        await fixture.expect(model) { $0.multiCam.isOn }
        let (back, front) = (
            try #require(model.multiCam[camera: 0]).camera, try #require(model.multiCam[camera: 1]).camera
        )
        await fixture.pass(model, seconds: 1)
        _ = two.first.takeLongestGap()

        fixture.phone.apply(.unplug(seconds: nil), to: front.id)
        await fixture.expect(model) { $0.multiCam.obstacle == .cameraLost(name: front.name) && !$0.multiCam.isOn }
        #expect(model.status == .live && model.camera?.id == back.id)
        #expect(model.multiCam[camera: 1]?.isLost == true)
        await fixture.pass(model, seconds: 1)
        #expect(two.first.takeLongestGap() < 0.05)
        fixture.phone.apply(.replug, to: front.id)
        await fixture.expect(model) { $0.multiCam.isOn && $0.multiCam[camera: 1]?.camera.id == front.id }

        fixture.phone.apply(.unplug(seconds: nil), to: back.id)
        await fixture.expect(model) { $0.camera?.id == front.id && $0.status == .live && !$0.multiCam.isOn }
        #expect(model.multiCam.obstacle == .cameraLost(name: back.name))
        let before = two.first.count
        await fixture.pass(model, seconds: 1)
        #expect(two.first.count > before + 20)
        #expect(two.first.takeLongestGap() < 0.3)
        fixture.phone.apply(.replug, to: back.id)
        await fixture.expect(model) { $0.multiCam.isOn }
        let deliver = await two.bothDeliver()
        #expect(deliver)
        await fixture.end(model)
    }

    @Test("R-LIFE-8, R-LIFE-9, R-LIFE-10: both come back from an interruption, a reset, the background and a restart")
    func comesBack() async throws {
        let two = await TwoCamerasFixture { $0.initialCameraCount = 2 }
        let (fixture, model) = (two.fixture, two.model)
        await fixture.expect(model) { $0.multiCam.isOn }
        fixture.phone.interrupt(.videoDeviceInUseByAnotherClient)
        await fixture.expect(model) { $0.status == .interrupted(.cameraInUse) }
        fixture.phone.endInterruption(.videoDeviceInUseByAnotherClient)
        await fixture.expect(model) { $0.status == .live && $0.multiCam.isOn }
        fixture.phone.resetMediaServices()
        await fixture.expect(model) { $0.status != .live }
        await fixture.expect(model) { $0.status == .live && $0.multiCam.isOn }
        model.enterBackground()
        await fixture.expect(model) { $0.status == .inBackground && !$0.multiCam.isOn }
        model.enterForeground()
        await fixture.expect(model) { $0.status == .live && $0.multiCam.isOn }
        model.restartCamera()
        await fixture.expect(model) { $0.status != .live }
        await fixture.expect(model) { $0.status == .live && $0.multiCam.isOn }
        let deliver = await two.bothDeliver()
        #expect(deliver)
        await fixture.end(model)
        #expect(fixture.phone.resources.used == 0)
    }

    @Test("Another first camera takes the second one along, or changes places with it")
    func otherFirst() async throws {
        let two = await TwoCamerasFixture { $0.initialCameraCount = 2 }
        let (fixture, model) = (two.fixture, two.model)
        await fixture.expect(model) { $0.multiCam.isOn }
        model.select(CameraSelection(position: .front))
        await fixture.expect(model) {
            $0.camera?.position == .front && $0.multiCam.isOn && $0.multiCam[camera: 1]?.camera.position == .back
        }
        let deliver = await two.bothDeliver()
        #expect(deliver)
        let other = try #require(model.cameras.last { $0.position == .back })
        model.select(CameraSelection(uniqueID: other.id))
        await fixture.expect(model) { $0.camera?.id == other.id && $0.multiCam.isOn && $0.status == .live }
        #expect(model.multiCam[camera: 1]?.camera.position == .front)
        await fixture.end(model)
    }
}
