import CameraEngine
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("Banners over the picture")
struct BannerTests {
    @Test("Heat, the microphone, the second camera and notices each have a banner, in this order")
    func order() throws {
        let test = try TestApp()
        #expect(test.app.banners.isEmpty)
        test.app.modes.select(.dual)
        test.camera.multiCam.isWanted = true
        test.camera.multiCam.obstacle = .noOtherCamera
        test.camera.recording.audio = .inUse
        test.camera.pressure = CameraPressure(level: .critical, frameRateLimit: 15)
        test.app.notices.show(Notice(.movieKept, .information))
        #expect(test.app.banners.map(\.kind) == [.sound, .thermal, .dual, .notice])
        #expect(test.app.banners.map(\.tone) == [.warning, .alarm, .warning, .information])
        test.app.modes.select(.photo)
        #expect(test.app.banners.map(\.kind) == [.thermal, .notice])
    }

    @Test("A banner is spoken when it comes, not when its numbers change; a notice has been spoken already")
    func spoken() throws {
        let test = try TestApp()
        let former = test.app.banners
        test.camera.pressure = CameraPressure(level: .serious, frameRateLimit: 20)
        let hot = test.app.banners
        test.app.bannersChanged(from: former, to: hot)
        #expect(test.spoken == [Message.hot(framesPerSecond: 20).spoken])
        test.camera.pressure = CameraPressure(level: .serious, frameRateLimit: 15)
        test.app.bannersChanged(from: hot, to: test.app.banners)
        #expect(test.spoken.count == 1)
        test.camera.pressure = CameraPressure(level: .critical, frameRateLimit: 15)
        test.app.bannersChanged(from: hot, to: test.app.banners)
        #expect(test.spoken.last == Message.veryHot(framesPerSecond: 15).spoken)
        let before = test.app.banners
        test.app.notices.show(Notice(.movieKept, .information))
        test.app.bannersChanged(from: before, to: test.app.banners)
        #expect(test.spoken.count == 3)
    }

    @Test("A tap takes away a notice, and nothing that is still so")
    func dismissal() throws {
        let test = try TestApp()
        test.camera.pressure = CameraPressure(level: .serious)
        test.app.notices.show(Notice(.notDeleted, .warning))
        for banner in test.app.banners { test.app.dismiss(banner) }
        #expect(test.app.banners.map(\.kind) == [.thermal])
    }

    @Test("A scan that is under way is shown where scans are taken")
    func scan() async throws {
        let test = try TestApp()
        await test.app.scanner.open()
        test.service.entries = [ScanEntry(id: UUID(), number: 1, date: nil, state: .queued)]
        #expect(test.app.currentScan == nil)
        test.app.modes.select(.scan)
        #expect(test.app.currentScan?.number == 1)
        #expect(test.app.banners.map(\.kind) == [.scan])
    }
}
