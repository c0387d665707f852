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
        #expect(await sleep.durations == [FocusModel.rules.squareTime])
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

    @Test("The next tap takes the correction back, a long press keeps it")
    func tapTakesExposureBack() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        focus.adjustExposure(brighter: true)
        await focus.settle()
        await focus.lock(at: point, devicePoint: devicePoint)
        await focus.settle()
        #expect(camera.controls?.exposureBias?.value == 1.0 / 3)
        await focus.focus(at: point, devicePoint: devicePoint)
        await focus.settle()
        #expect(camera.controls?.exposureBias?.value == 0)
        await sleep.awaitSleeper()
        await sleep.interrupt()
    }

    @Test("A step of an assistive technology is a third of a stop")
    func stepsExposure() async throws {
        let (camera, sleep) = (FakeCamera(), HeldSleep())
        let focus = model(camera, sleep)
        focus.adjustExposure(brighter: true)
        await focus.settle()
        #expect(camera.controls?.exposureBias?.value == 1.0 / 3)
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
        #expect(await sleep.durations == [FocusModel.rules.squareTime, FocusModel.rules.squareTime])
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

@MainActor
@Suite("Fingers on the picture")
struct PreviewTouchTests {
    private let start = CGPoint(x: 100, y: 300)

    @Test("One finger that goes sideways changes the mode (R-PREV-5)")
    func swipe() throws {
        let test = try TestApp()
        test.app.fingerMoved(from: start)
        test.app.fingerLifted(from: start, after: CGSize(width: -120, height: 4))
        #expect(test.app.modes.mode == .video)
    }

    @Test("A swipe that is so quick that its end is all there is, is a swipe")
    func quickSwipe() throws {
        let test = try TestApp()
        for mode in [AppMode.video, .dual] {
            test.app.fingerLifted(from: start, after: CGSize(width: -120, height: 4))
            #expect(test.app.modes.mode == mode)
        }
    }

    @Test("Two fingers that zoom do not change the mode, however far they go (R-PREV-5)")
    func pinch() async throws {
        let test = try TestApp()
        test.app.fingerMoved(from: start)
        test.app.pinch(1.4)
        test.app.fingerMoved(from: start)
        test.app.pinch(2)
        test.app.zoom.endPinch()
        test.app.fingerLifted(from: start, after: CGSize(width: -160, height: 4))
        await test.app.zoom.settle()
        #expect(test.app.modes.mode == .photo)
        #expect(test.camera.commands.last == "zoom 2")
        // The next finger is another one, though it comes down at the same point.
        test.app.fingerMoved(from: start)
        test.app.fingerLifted(from: start, after: CGSize(width: -160, height: 4))
        #expect(test.app.modes.mode == .video)
    }

    @Test("A pinch that the system took away is over when the next finger comes")
    func cancelledPinch() async throws {
        let test = try TestApp()
        test.app.fingerMoved(from: start)
        test.app.pinch(2)
        await test.app.zoom.settle()
        test.app.fingerMoved(from: CGPoint(x: 10, y: 20))
        test.app.pinch(2)
        await test.app.zoom.settle()
        #expect(test.camera.commands.last == "zoom 4")
    }

    @Test("After a pinch without a finger on the screen, as with a trackpad, a swipe is a swipe")
    func trackpad() throws {
        let test = try TestApp()
        test.app.pinch(1.4)
        test.app.zoom.endPinch()
        test.app.fingerMoved(from: start)
        test.app.fingerLifted(from: start, after: CGSize(width: -160, height: 4))
        #expect(test.app.modes.mode == .video)
    }

    @Test("A finger that rests holds where it came down, once, and is no swipe afterwards (R-PREV-5)")
    func hold() {
        let touch = PreviewTouch()
        #expect(touch.held() == nil)
        touch.moved(from: start)
        #expect(touch.held() == start)
        #expect(touch.held() == nil)
        #expect(!touch.ended())
        touch.moved(from: start)
        #expect(touch.held() == start)
    }

    @Test("Two fingers that rest hold nothing")
    func twoFingers() {
        let touch = PreviewTouch()
        touch.moved(from: start)
        touch.pinched()
        #expect(touch.held() == nil)
        #expect(!touch.ended())
    }

    @Test("A touch that the system took away leaves nothing to the next one")
    func cancelled() {
        let touch = PreviewTouch()
        touch.moved(from: start)
        touch.pinched()
        touch.moved(from: CGPoint(x: 1, y: 2))
        #expect(touch.ended())
        #expect(!touch.ended())
    }
}
