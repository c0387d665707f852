import CameraEngine
import CameraLifecycle
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("Modes")
struct ModeTests {
    @Test("Each mode sets the engine to what it captures, and to as many cameras as it shows")
    func setsEngine() throws {
        let test = try TestApp()
        test.app.modes.select(.dual)
        #expect(test.camera.commands == ["cameras 2", "mode video"])
        test.app.modes.select(.scan)
        #expect(test.camera.commands.suffix(2) == ["cameras 1", "mode scan"])
        #expect(test.app.modes.mode == .scan)
    }

    @Test("Two cameras are offered where the device offers them, and to whoever has them already")
    func offersDual() throws {
        let test = try TestApp()
        test.camera.multiCam.isOffered = false
        #expect(test.app.modes.modes == [.photo, .video, .scan])
        test.app.modes.select(.dual)
        #expect(test.app.modes.mode == .photo)
        test.camera.multiCam.isOffered = true
        test.app.modes.select(.dual)
        test.camera.multiCam.isOffered = false
        #expect(test.app.modes.modes.contains(.dual))
    }

    @Test("No other mode is chosen while a movie is recorded, or while the camera has failed (R-LIFE-6)")
    func staysWhileRecording() throws {
        let test = try TestApp()
        test.camera.recording.phase = .recording
        test.app.modes.select(.scan)
        #expect(test.app.modes.mode == .photo)
        test.camera.recording.phase = .idle
        test.camera.status = .failed(.cameraSystemError)
        test.app.modes.select(.scan)
        #expect(test.app.modes.mode == .photo)
        #expect(test.camera.commands.isEmpty)
    }

    @Test(
        "A swipe goes to the mode beside it; what is short, or rather up than sideways, is none",
        arguments: [
            (-80.0, 10.0, AppMode.video), (-40, 0, .photo), (-80, 70, .photo), (80, 0, .photo),
        ]
    )
    func swipes(width: Double, height: Double, mode: AppMode) throws {
        let test = try TestApp()
        test.app.modes.swipe(CGSize(width: width, height: height))
        #expect(test.app.modes.mode == mode)
    }

    @Test("A swipe back leads back, and no further than the first mode")
    func swipesBack() throws {
        let test = try TestApp()
        test.app.modes.select(.video)
        test.app.modes.swipe(CGSize(width: 90, height: 0))
        #expect(test.app.modes.mode == .photo)
        test.app.modes.swipe(CGSize(width: 90, height: 0))
        #expect(test.app.modes.mode == .photo)
    }
}
