import CameraEngine
import CameraLifecycle
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("Shutter")
struct ShutterTests {
    @Test("Ten presses in a row are ten photos on the disk and in the photo library (R-PHOTO-4)")
    func tenPresses() async throws {
        let test = try TestApp()
        for _ in 0..<10 { test.app.pressShutter() }
        #expect(test.app.shutter.pendingCount == 10)
        #expect(test.app.pressCount == 10)
        await test.app.shutter.settle()
        #expect(test.files.count == 10)
        #expect(test.library.names.count == 10)
        #expect(test.app.gallery.items.count == 10)
        #expect(test.app.shutter.pendingCount == 0)
    }

    @Test("Presses count while the camera is busy, which shows")
    func busy() async throws {
        let test = try TestApp()
        test.camera.shutter = .notReadyWaitingForProcessing
        #expect(test.app.shutter.isBusy)
        test.app.pressShutter()
        await test.app.shutter.settle()
        #expect(test.files.count == 1)
    }

    @Test(
        "Without a live picture a press does nothing (R-LIFE-9)",
        arguments: [
            CameraStatus.interrupted(.microphoneInUse), .failed(.cameraSystemError), .starting(showsProgress: false),
            .denied,
        ]
    )
    func disabled(status: CameraStatus) async throws {
        let test = try TestApp()
        test.camera.status = status
        test.app.pressShutter()
        await test.app.shutter.settle()
        #expect(test.app.pressCount == 0)
        #expect(test.camera.requests.isEmpty)
    }

    @Test("The kind of file and Live Photos are asked for where the camera offers them, and not offered elsewhere")
    func formats() async throws {
        let test = try TestApp()
        test.app.settings.photoFormat = .heic
        test.app.settings.takesLivePhotos = true
        #expect(test.app.shutter.formats.isEmpty && !test.app.shutter.offersLivePhotos)
        test.app.pressShutter()
        await test.app.shutter.settle()
        test.camera.photoFeatures = PhotoFeatures(formats: [.jpeg, .heic], offersLivePhotos: true)
        #expect(test.app.shutter.formats == [.jpeg, .heic] && test.app.shutter.offersLivePhotos)
        test.app.pressShutter()
        await test.app.shutter.settle()
        test.app.shutter.toggleLivePhotos()
        test.app.pressShutter()
        await test.app.shutter.settle()
        #expect(test.camera.requests.map(\.format) == [.jpeg, .heic, .heic])
        #expect(test.camera.requests.map(\.isLivePhoto) == [false, true, false])
        #expect(test.files.map { URL(fileURLWithPath: $0).pathExtension }.sorted() == ["heic", "heic", "jpg"])
        #expect(test.spoken.contains(Message.livePhotosOff.spoken))
    }

    @Test("A photo that fails is told about, and the next one is taken")
    func failure() async throws {
        let test = try TestApp()
        test.camera.photoFailures = [.timedOut]
        test.app.pressShutter()
        await test.app.shutter.settle()
        #expect(test.notice == PhotoFailure.timedOut.message)
        #expect(test.app.notices.warningCount == 1)
        test.app.pressShutter()
        await test.app.shutter.settle()
        #expect(test.files.count == 1)
    }

    @Test("Flash and size go with the request, the flash only where there is one")
    func request() async throws {
        let test = try TestApp()
        test.app.settings.flash = .automatic
        test.app.settings.photoSize = PhotoSize(width: 1920, height: 1440)
        test.app.pressShutter()
        await test.app.shutter.settle()
        test.camera.controls?.hasFlash = false
        test.app.settings.photoSize = PhotoSize(width: 1, height: 1)
        test.app.pressShutter()
        await test.app.shutter.settle()
        #expect(test.camera.requests.map(\.flash) == [.automatic, .off])
        #expect(test.camera.requests.map(\.size) == [.closest(to: PhotoSize(width: 1920, height: 1440)), .largest])
    }

    @Test(
        "The shape goes with the request, and not with a Live Photo's; what will be missing is covered while photos are taken"
    )
    func shape() async throws {
        let test = try TestApp()
        let room = CGSize(width: 400, height: 800)
        #expect(test.app.photoFrame(in: room) == nil)
        test.app.settings.photoShape = .square
        #expect(test.app.photoFrame(in: room) == CGRect(x: 0, y: 100, width: 400, height: 600))
        test.app.pressShutter()
        await test.app.shutter.settle()
        test.camera.photoFeatures = PhotoFeatures(formats: [.jpeg], offersLivePhotos: true)
        test.app.settings.takesLivePhotos = true
        #expect(test.app.photoFrame(in: room) == nil)
        test.app.pressShutter()
        await test.app.shutter.settle()
        #expect(test.camera.requests.map(\.shape) == [.square, .full])
        test.app.settings.takesLivePhotos = false
        test.app.modes.select(.video)
        #expect(test.app.photoFrame(in: room) == nil)
    }

    @Test("The timer counts down, speaks, and takes the photo")
    func timer() async throws {
        let test = try TestApp(defaults: ["timer": 3])
        let sleep = HeldSleep()
        let shutter = ShutterModel(
            camera: test.camera,
            gallery: test.app.gallery,
            settings: test.app.settings,
            notices: test.app.notices,
            sleep: { try await sleep.sleep($0) }
        )
        shutter.press()
        #expect(shutter.countdown == 3)
        for remaining in [3, 2, 1] {
            await sleep.awaitSleeper()
            #expect(shutter.countdown == remaining)
            #expect(shutter.pressCount == 0)
            await sleep.wake()
        }
        await shutter.settle()
        #expect(shutter.countdown == nil)
        #expect(test.files.count == 1)
        #expect(test.spoken.count == 4)
    }

    @Test("A second press stops the timer, and there is no photo")
    func stopsTimer() async throws {
        let test = try TestApp(defaults: ["timer": 10])
        let sleep = HeldSleep()
        let shutter = ShutterModel(
            camera: test.camera,
            gallery: test.app.gallery,
            settings: test.app.settings,
            notices: test.app.notices,
            sleep: { try await sleep.sleep($0) }
        )
        shutter.press()
        await sleep.awaitSleeper()
        shutter.press()
        #expect(shutter.countdown == nil)
        await sleep.interrupt()
        await shutter.settle()
        #expect(test.camera.requests.isEmpty)
    }

    @Test("Volume buttons, Camera Control and AirPods press when they are let go, unless something covers the camera")
    func hardware() async throws {
        let test = try TestApp()
        test.app.handle(.began)
        test.app.handle(.cancelled)
        #expect(test.app.pressCount == 0)
        test.app.handle(.ended)
        #expect(test.app.pressCount == 1)
        test.app.sheet = .gallery
        #expect(!test.app.takesCaptureEvents)
        test.app.handle(.ended)
        #expect(test.app.pressCount == 1)
        await test.app.shutter.settle()
    }
}
