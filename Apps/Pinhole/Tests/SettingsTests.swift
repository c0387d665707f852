import CameraEngine
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
