import Foundation
import Testing

@testable import PinholeApp

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
