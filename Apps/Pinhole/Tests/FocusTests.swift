import CameraEngine
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("Focus and exposure")
struct FocusTests {
    private let point = CGPoint(x: 100, y: 200)
    private let devicePoint = CGPoint(x: 0.25, y: 0.5)

    private func model(_ camera: FakeCamera, _ sleep: HeldSleep) -> FocusModel {
        FocusModel(camera: camera, notices: NoticeModel(announce: { _ in }), sleep: { try await sleep.sleep($0) })
    }

    @Test("A tap shows the square and measures there; the square goes by itself (R-PREV-5)")
    func taps() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        await focus.focus(at: point, devicePoint: devicePoint)
        #expect(camera.commands == ["focus 0.25 0.5"])
        #expect(focus.indicator?.point == point)
        await sleep.wake()
        while focus.indicator != nil { await Task.yield() }
        #expect(await sleep.durations == [FocusModel.visibleTime])
    }

    @Test("A second tap's square is not hidden by the first one's end")
    func secondTap() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        await focus.focus(at: point, devicePoint: devicePoint)
        await sleep.awaitSleeper()
        await focus.focus(at: .zero, devicePoint: .zero)
        await sleep.wakeFirst()
        while await sleep.wokenCount == 0 { await Task.yield() }
        // More often than the first tap's task has to run after that.
        for _ in 0..<100 { await Task.yield() }
        #expect(focus.indicator?.number == 2)
        await sleep.interrupt()
    }

    @Test("A long press locks until it is unlocked")
    func locks() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        await focus.lock(at: point, devicePoint: devicePoint)
        #expect(camera.commands == ["lock"])
        #expect(focus.showsLock)
        #expect(focus.isLocked)
        await focus.unlock()
        #expect(!focus.showsLock)
        #expect(focus.indicator == nil)
        #expect(camera.commands == ["lock", "unlock"])
    }

    @Test("A camera that cannot lock measures only")
    func cannotLock() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        camera.controls?.canLockFocusAndExposure = false
        let focus = model(camera, sleep)
        await focus.lock(at: point, devicePoint: devicePoint)
        #expect(camera.commands == ["focus 0.25 0.5"])
        #expect(focus.indicator?.isLocked == false)
    }

    @Test("A lock that the camera gave up takes the square along")
    func lockLost() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        await focus.lock(at: point, devicePoint: devicePoint)
        focus.lockChanged()
        #expect(focus.indicator != nil)
        camera.controls?.focusAndExposure = .automatic
        focus.lockChanged()
        #expect(focus.indicator == nil)
    }

    @Test("Nothing is measured by a camera that cannot, nor while it has failed")
    func cannotFocus() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        camera.status = .failed(.cameraSystemError)
        await focus.focus(at: point, devicePoint: devicePoint)
        camera.status = .live
        camera.controls = CameraControls()
        await focus.focus(at: point, devicePoint: devicePoint)
        #expect(camera.commands.isEmpty)
        #expect(focus.indicator == nil)
    }

    @Test("A drag upwards is brighter, from where the finger came down, and no more than the camera can")
    func dragsExposure() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        focus.dragExposure(-75)
        await focus.settle()
        #expect(camera.controls?.exposureBias?.value == 1)
        focus.dragExposure(-150)
        await focus.settle()
        #expect(camera.controls?.exposureBias?.value == 2)
        focus.endExposureDrag()
        focus.dragExposure(10_000)
        await focus.settle()
        #expect(camera.controls?.exposureBias?.value == -2)
    }

    @Test("A step of an assistive technology is half a stop")
    func stepsExposure() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        focus.adjustExposure(brighter: true)
        await focus.settle()
        #expect(camera.controls?.exposureBias?.value == 0.5)
    }

    @Test("After a step of an assistive technology the square goes by itself, as after a tap")
    func squareGoesAfterStep() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        await focus.focus(at: point, devicePoint: devicePoint)
        await sleep.awaitSleeper()
        focus.adjustExposure(brighter: true)
        await focus.settle()
        #expect(focus.indicator != nil)
        while await sleep.durations.count < 2 { await Task.yield() }
        await sleep.wake()
        while focus.indicator != nil { await Task.yield() }
        #expect(await sleep.durations == [FocusModel.visibleTime, FocusModel.visibleTime])
    }

    @Test("A camera that refuses takes the square away, and says why")
    func refusal() async throws {
        let test = try TestApp()
        test.camera.controlFailure = .pointOutside
        await test.app.focus.focus(at: point, devicePoint: devicePoint)
        #expect(test.app.focus.indicator == nil)
        #expect(test.notice == CameraControlError.pointOutside.message)
    }
}
