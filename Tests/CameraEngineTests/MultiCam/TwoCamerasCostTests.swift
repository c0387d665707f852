import AVFoundation
import CameraLifecycle
import CaptureSystemTesting
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@MainActor
@Suite("What two cameras cost a simulated phone", .ownCaptureSystem)
struct TwoCamerasCostTests {
    @Test("R-MULTI-4: over budget the ladder is walked, as far as it takes, before and while both run")
    func ladder() async throws {
        let two = await TwoCamerasFixture { _ in
        } prepare: {
            $0.hardwareLoad = 2
        }
        let (fixture, model) = (two.fixture, two.model)
        await two.turnOn()
        #expect(model.multiCam.hardwareCost <= 1)
        #expect(model.multiCam.ladder.first == "Front Camera: 1280 x 720")
        #expect(!model.multiCam.ladder.contains { $0.contains("frames a second") })
        let before = model.multiCam.ladder.count
        // While both run.
        fixture.phone.hardwareLoad = 3
        await fixture.expect(model) { $0.status == .live && $0.multiCam.isOn && $0.multiCam.ladder.count > before }
        #expect(model.multiCam.hardwareCost <= 1 && model.multiCam.obstacle == nil)
        let deliver = await two.bothDeliver()
        #expect(deliver)
        // With one alone all is as it was, also if the load falls while it is found out what fits.
        model.setCameraCount(1)
        fixture.phone.hardwareLoad = 1
        await fixture.expect(model) {
            !$0.multiCam.isOn && $0.multiCam.ladder.isEmpty && $0.multiCam[camera: 0]?.width == 1920
        }
        await fixture.end(model)
    }

    @Test("R-MULTI-4: where no ladder helps there is one camera, live, and the reason")
    func tooExpensive() async throws {
        let two = await TwoCamerasFixture { _ in
        } prepare: {
            $0.hardwareLoad = 1
        }
        let (fixture, model) = (two.fixture, two.model)
        fixture.phone.hardwareLoad = 2.5
        await two.turnOn()
        fixture.phone.hardwareLoad = 200
        await fixture.expect(model, "too much for any") {
            if case .failed = $0.status { true } else { $0.status != .live }
        }
        fixture.phone.hardwareLoad = 15
        model.restartCamera()
        await fixture.expect(model) { $0.status == .live && $0.multiCam.obstacle != nil }
        guard case .tooExpensive(let cost) = try #require(model.multiCam.obstacle) else {
            Issue.record("\(model.multiCam)")
            return
        }
        #expect(cost > 1)
        #expect(!model.multiCam.isOn && model.multiCam.isWanted)
        // What is left over is little for one, too: it has taken its own steps.
        #expect(model.multiCam[camera: 0]?.width == 960 && model.multiCam.hardwareCost <= 1)
        // Nothing is tried for nothing.
        await fixture.pass(model, seconds: 5)
        #expect(model.status == .live && !model.multiCam.isOn)
        fixture.phone.hardwareLoad = 1
        await two.turnOn("asked again")
        #expect(
            model.multiCam.obstacle == nil && model.multiCam.ladder.isEmpty && model.multiCam[camera: 0]?.width == 1920
        )
        await fixture.end(model)
    }

    @Test("R-MULTI-4: one camera alone that becomes too expensive goes on with less")
    func oneOverBudget() async throws {
        let two = await TwoCamerasFixture()
        let (fixture, model) = (two.fixture, two.model)
        #expect(model.multiCam[camera: 0]?.width == 1920 && model.multiCam.ladder.isEmpty)
        fixture.phone.hardwareLoad = 6
        var seen: Set<String> = []
        for _ in 0..<300 where !(model.status == .live && !model.multiCam.ladder.isEmpty) {
            await fixture.pass(model, seconds: 0.01)
            seen.insert("\(model.status)")
        }
        #expect(model.status == .live && model.multiCam.hardwareCost <= 1)
        #expect(try #require(model.multiCam[camera: 0]).width < 1920)
        #expect(!seen.contains { $0.contains("failed") })
        let before = two.first.count
        await fixture.pass(model, seconds: 1)
        #expect(two.first.count > before + 10)
        // What no camera can do remains a failure, after a bounded number of attempts.
        fixture.phone.hardwareLoad = 200
        await fixture.expect(model) { $0.status == .failed(.cameraSystemError) }
        await fixture.end(model)
    }

    @Test("R-MULTI-4: what was taken back comes back when there is room for it, and the cost is the present one")
    func roomAgain() async throws {
        let two = await TwoCamerasFixture { $0.initialCameraCount = 2 }
        let (fixture, model) = (two.fixture, two.model)
        await fixture.expect(model) { $0.multiCam.isOn }
        let cost = model.multiCam.hardwareCost
        fixture.phone.hardwareLoad = 3
        await fixture.expect(model) { $0.status == .live && $0.multiCam.isOn && !$0.multiCam.ladder.isEmpty }
        #expect(model.multiCam[camera: 0]?.width != 1920)
        fixture.phone.hardwareLoad = 1
        await fixture.expect(model, "both have all of it again") {
            $0.multiCam.isOn && $0.multiCam.ladder.isEmpty && $0.multiCam[camera: 0]?.width == 1920
                && $0.multiCam[camera: 1]?.width == 1920
        }
        #expect(model.status == .live && abs(model.multiCam.hardwareCost - cost) < 0.01)
        let deliver = await two.bothDeliver()
        #expect(deliver)
        // So little that there is one camera, and not all of that.
        fixture.phone.hardwareLoad = 15
        await fixture.expect(model) { $0.status == .live && !$0.multiCam.isOn && $0.multiCam[camera: 0]?.width == 960 }
        await fixture.pass(model, seconds: 10)
        #expect(model.status == .live && !model.multiCam.isOn && model.multiCam[camera: 0]?.width == 960)
        fixture.phone.hardwareLoad = 1
        await fixture.expect(model, "both are back") { $0.multiCam.isOn && $0.multiCam[camera: 0]?.width == 1920 }
        #expect(
            model.status == .live && model.multiCam.obstacle == nil && abs(model.multiCam.hardwareCost - cost) < 0.01
        )
        await fixture.end(model)
    }
}
