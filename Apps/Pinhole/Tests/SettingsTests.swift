import CameraEngine
import CameraLifecycle
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("Settings")
struct SettingsTests {
    @Test("What is chosen is there the next time")
    func persists() throws {
        let suite = "pinhole-settings-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        let settings = SettingsModel(defaults: defaults)
        #expect(settings.savesToLibrary)
        #expect(settings.recordsAudio)
        #expect(settings.timer == .off)
        settings.showsGrid = true
        settings.savesToLibrary = false
        settings.timer = .tenSeconds
        settings.flash = .automatic
        settings.photoSize = PhotoSize(width: 1920, height: 1440)
        #expect(settings.photoFormat == .jpeg && !settings.takesLivePhotos)
        settings.photoFormat = .heic
        settings.takesLivePhotos = true
        #expect(settings.photoShape == .full)
        settings.photoShape = .square
        let movie = MovieFormat(width: 1280, height: 720, framesPerSecond: 60)
        settings.movieFormat = movie
        settings.recordsAudio = false
        settings.takesLargerScans = true
        settings.recognizer = "https://books.example"
        let next = SettingsModel(defaults: defaults)
        #expect(next.showsGrid)
        #expect(!next.savesToLibrary)
        #expect(next.timer == .tenSeconds)
        #expect(next.flash == .automatic)
        #expect(next.photoSize == PhotoSize(width: 1920, height: 1440))
        #expect(next.movieFormat == movie)
        #expect(!next.recordsAudio)
        #expect(next.photoFormat == .heic && next.takesLivePhotos && next.photoShape == .square)
        #expect(next.scanSize == .largerScanning)
        #expect(next.recognizerURL == URL(string: "https://books.example"))
        next.photoSize = nil
        next.movieFormat = nil
        let last = SettingsModel(defaults: defaults)
        #expect(last.photoSize == nil && last.movieFormat == nil)
    }

    @Test(
        "Addresses of recognisers",
        arguments: [
            ("http://10.0.0.2:8090", "http://10.0.0.2:8090"), (" books.local ", "http://books.local"),
            ("books.local:8090", "http://books.local:8090"), ("https://a.example/path", "https://a.example/path"),
            ("HTTPS://a.example", "HTTPS://a.example"), ("Http://books.local", "Http://books.local"),
            ("", nil), ("ftp://a.example", nil), ("http://", nil), ("two words", nil),
        ] as [(String, String?)]
    )
    func addresses(text: String, url: String?) {
        #expect(SettingsModel.recognizerURL(text)?.absoluteString == url)
    }

    @Test("What is no address is called so, and nothing is not")
    func invalid() throws {
        let test = try TestApp()
        #expect(!test.app.settings.recognizerIsInvalid)
        test.app.settings.recognizer = "ftp://x"
        #expect(test.app.settings.recognizerIsInvalid)
    }

    @Test("Buttons go through all choices")
    func cycles() {
        var timers: [SelfTimer] = [.off]
        for _ in 0..<3 { timers.append(timers[timers.count - 1].next) }
        #expect(timers == [.off, .threeSeconds, .tenSeconds, .off])
        var flashes: [PhotoRequest.Flash] = [.off]
        for _ in 0..<3 { flashes.append(flashes[flashes.count - 1].next) }
        #expect(flashes == [.off, .automatic, .on, .off])
    }

    @Test("The layout for the smallest phone, a phone on its side, and a tablet")
    func layouts() {
        let small = ScreenLayout(size: CGSize(width: 320, height: 568))
        #expect(small.isCompact && !small.isLandscape && !small.isWide)
        #expect(small.buttonSide >= 44)
        let side = ScreenLayout(size: CGSize(width: 874, height: 402))
        #expect(side.isLandscape && !side.isCompact)
        let tablet = ScreenLayout(size: CGSize(width: 820, height: 1180))
        #expect(tablet.isWide && !tablet.isLandscape)
        #expect(tablet.textWidth == 480)
        #expect(ScreenLayout(size: small.size, hasLargeText: true).textWidth == .infinity)
    }
}

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
