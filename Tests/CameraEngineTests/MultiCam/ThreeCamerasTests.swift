import AVFoundation
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@MainActor
@Suite("Three cameras on a simulated phone", .ownCaptureSystem)
struct ThreeCamerasTests {
    private static func fixture() async -> TwoCamerasFixture {
        let three = await TwoCamerasFixture {
            $0.maximumCameraCount = 3
            $0.initialCameraCount = 3
        }
        await three.fixture.expect(three.model) { $0.multiCam.cameras.count == 3 && $0.multiCam.isOn }
        return three
    }

    @Test("R-MULTI-1: with three, one that is lost leaves the other two where they are, and comes back to its place")
    func middleLost() async throws {
        let three = await Self.fixture()
        let (fixture, model) = (three.fixture, three.model)
        #expect(model.multiCam.cameras.map(\.index) == [0, 1, 2])
        let third = FrameTimes()
        await fixture.engine.deliverFrames(ofCamera: 2) { frame, _ in third.note(frame) }
        let middle = try #require(model.multiCam[camera: 1]).camera
        let last = try #require(model.multiCam[camera: 2]).camera
        await fixture.pass(model, seconds: 1)
        _ = third.takeLongestGap()
        fixture.phone.apply(.unplug(seconds: nil), to: middle.id)
        await fixture.expect(model) { $0.multiCam[camera: 1]?.isLost == true }
        await fixture.pass(model, seconds: 2)
        #expect(model.status == .live && model.multiCam.isOn)
        #expect(model.multiCam.obstacle == .cameraLost(name: middle.name))
        #expect(model.multiCam.cameras.map(\.isLost) == [false, true, false])
        #expect(model.multiCam[camera: 2]?.camera == last)
        #expect(third.takeLongestGap() < 0.05)
        // The one that is missed is not shown large.
        model.swapCameras()
        await fixture.expect(model) { $0.multiCam.arrangement.leading == 2 }
        model.swapCameras()
        await fixture.expect(model) { $0.multiCam.arrangement.leading == 0 }
        fixture.phone.apply(.replug, to: middle.id)
        await fixture.expect(model) { $0.multiCam.cameras.allSatisfy { !$0.isLost } && $0.multiCam.obstacle == nil }
        #expect(model.multiCam.cameras.map(\.camera.id).dropFirst() == [middle.id, last.id])
        let before = third.count
        await fixture.pass(model, seconds: 1)
        #expect(third.count > before + 20)
        await fixture.end(model)
    }

    @Test("R-MULTI-1: with three, the next one leads when the leading one is lost, and all are back when it is")
    func leadingLost() async throws {
        let three = await Self.fixture()
        let (fixture, model) = (three.fixture, three.model)
        let ids = model.multiCam.cameras.map(\.camera.id)
        fixture.phone.apply(.unplug(seconds: nil), to: ids[0])
        await fixture.expect(model) { $0.status == .live && $0.camera?.id == ids[1] && $0.multiCam.isOn }
        await fixture.pass(model, seconds: 2)
        #expect(model.multiCam.cameras.map(\.camera.id) == [ids[1], ids[2], ids[0]])
        #expect(model.multiCam.cameras.map(\.isLost) == [false, false, true])
        fixture.phone.apply(.replug, to: ids[0])
        await fixture.expect(model) { $0.multiCam.cameras.map(\.camera.id) == ids && $0.multiCam.obstacle == nil }
        #expect(model.status == .live)
        await fixture.end(model)
    }

    @Test(
        "How many cameras are asked for is made fit",
        arguments: [(Int.min, Int.min), (0, 2), (Int.max, Int.max), (3, 9)]
    )
    func counts(maximum: Int, initial: Int) async throws {
        let fixture = await TwoCamerasFixture {
            $0.maximumCameraCount = maximum
            $0.initialCameraCount = initial
        }
        let model = fixture.model
        await fixture.fixture.pass(model, seconds: 2)
        #expect(model.status == .live)
        #expect(model.multiCam.isWanted == (maximum > 1 && initial > 1))
        let count = model.multiCam.cameras.count
        #expect(maximum == .max ? count >= 3 : count == (maximum > 1 ? 3 : 1))
        #expect(maximum > 1 || model.multiCam.obstacle == nil)
        model.setCameraCount(.min)
        await fixture.fixture.expect(model) { $0.multiCam.cameras.count == 1 && !$0.multiCam.isWanted }
        await fixture.fixture.end(model)
    }
}
