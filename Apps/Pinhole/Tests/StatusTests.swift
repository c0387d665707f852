import CameraEngine
import CameraLifecycle
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("What lies over the picture")
struct StatusTests {
    static let interruptions: [CameraInterruption?] = CameraInterruption.allCases.map { $0 } + [nil]

    @Test(
        "A live picture speaks for itself; a start shows nothing for its first 100 ms, nor does the way back (R-LIFE-10, R-LIFE-11)"
    )
    func nothing() {
        #expect(StatusPresentation(.inBackground) == .nothing)
        #expect(StatusPresentation(.live) == .nothing)
        #expect(StatusPresentation(.starting(showsProgress: false)) == .nothing)
    }

    @Test("A long start and a recovery turn a wheel")
    func progress() {
        guard case .progress = StatusPresentation(.starting(showsProgress: true)),
            case .progress = StatusPresentation(.recovering(attempt: 2))
        else {
            Issue.record("There is no wheel.")
            return
        }
    }

    @Test("Each reason for an interruption has words and a symbol of its own (R-LIFE-9)")
    func banners() {
        var symbols: Set<String> = []
        var titles: Set<String> = []
        for reason in Self.interruptions {
            guard case .banner(let message, let symbol) = StatusPresentation(.interrupted(reason)) else {
                Issue.record("No banner for \(String(describing: reason))")
                continue
            }
            symbols.insert(symbol)
            titles.insert(message.spoken)
        }
        #expect(symbols.count == Self.interruptions.count)
        #expect(titles.count == Self.interruptions.count)
    }

    @Test("Denied leads to the settings, off to the start; restricted and asking lead nowhere (R-LIFE-1)")
    func pages() {
        func action(_ status: CameraStatus) -> StatusPage.Action?? {
            if case .page(let page) = StatusPresentation(status) { .some(page.action) } else { nil }
        }
        #expect(action(.denied) == .some(.openSettings))
        #expect(action(.off) == .some(.start))
        #expect(action(.restricted) == .some(nil))
        #expect(action(.askingForPermission) == .some(nil))
        #expect(action(.noCamera) == .some(nil))
    }

    @Test("A failure is modal, and disables everything but its way out (R-LIFE-6)")
    func restart() throws {
        let test = try TestApp()
        test.camera.status = .failed(.cameraSystemError)
        #expect(test.app.status.isModal)
        #expect(!test.app.controlsAreEnabled)
        #expect(!test.app.takesCaptureEvents)
        test.app.pressShutter()
        test.app.modes.select(.video)
        #expect(test.camera.commands.isEmpty)
        test.app.restartCamera()
        #expect(test.camera.commands == ["restart"])
    }

    @Test("Controls go where words take the whole screen, and under those of the Camera Control")
    func visibility() throws {
        let test = try TestApp()
        #expect(test.app.controlsAreVisible)
        test.camera.hardwareControlsCoverTheScreen = true
        #expect(!test.app.controlsAreVisible)
        test.camera.hardwareControlsCoverTheScreen = false
        test.camera.status = .denied
        #expect(!test.app.controlsAreVisible)
        test.camera.status = .interrupted(.cameraInUse)
        #expect(test.app.controlsAreVisible)
        #expect(!test.app.shutterIsEnabled)
    }

    @Test("Heat is told by its level, and while the rate is low after it (R-MULTI-5)")
    func heat() throws {
        #expect(ThermalNotice(CameraPressure()) == nil)
        #expect(ThermalNotice(CameraPressure(level: .fair)) == nil)
        #expect(
            ThermalNotice(CameraPressure(level: .nominal, frameRateLimit: 20))?.message
                == .coolingDown(framesPerSecond: 20)
        )
        #expect(ThermalNotice(CameraPressure(level: .serious, frameRateLimit: 20))?.isSevere == false)
        #expect(ThermalNotice(CameraPressure(level: .critical, frameRateLimit: 15))?.isSevere == true)
        let test = try TestApp()
        test.camera.pressure = CameraPressure(level: .shutdown)
        #expect(test.app.thermalNotice != nil)
        test.camera.status = .interrupted(.systemPressure)
        #expect(test.app.thermalNotice == nil)
    }

    @Test("The camera stops in the background, and goes on under the Control Centre (R-LIFE-10)")
    func scenes() throws {
        let test = try TestApp()
        test.app.scenePhaseChanged(from: .active, to: .inactive)
        test.app.scenePhaseChanged(from: .inactive, to: .active)
        #expect(test.camera.commands.isEmpty)
        for _ in 0..<3 {
            test.app.scenePhaseChanged(from: .active, to: .inactive)
            test.app.scenePhaseChanged(from: .inactive, to: .background)
            test.app.scenePhaseChanged(from: .background, to: .inactive)
            test.app.scenePhaseChanged(from: .inactive, to: .active)
        }
        #expect(
            test.camera.commands == [
                "background", "foreground", "background", "foreground", "background", "foreground",
            ]
        )
    }

    @Test("What comes over the picture is spoken")
    func spoken() throws {
        let test = try TestApp()
        test.app.announceStatus()
        #expect(test.spoken.isEmpty)
        test.camera.status = .interrupted(.microphoneInUse)
        test.app.announceStatus()
        #expect(test.spoken == [Message(CameraInterruption.microphoneInUse.userMessage).spoken])
    }

    @Test("The other side's camera, and any by a menu, but not while a movie is recorded")
    func cameras() throws {
        let test = try TestApp()
        test.app.cameras.turnAround()
        #expect(test.camera.commands == ["select any front"])
        #expect(!test.app.cameras.offersMenu)
        test.camera.camera = FakeCamera.front
        test.app.cameras.turnAround()
        #expect(test.camera.commands.last == "select any back")
        let external = CameraInfo(id: "usb", name: "USB", position: .external)
        test.camera.cameras.append(external)
        #expect(test.app.cameras.offersMenu)
        test.app.cameras.select(external)
        #expect(test.camera.commands.last == "select usb")
        test.camera.recording.phase = .recording
        test.app.cameras.turnAround()
        #expect(test.app.cameras.switchCount == 3)
    }

    @Test("A message shows for its time, and the next one takes its place")
    func notices() async throws {
        let sleep = HeldSleep()
        let notices = NoticeModel(announce: { _ in }, sleep: { try await sleep.sleep($0) })
        notices.show(Notice(.movieKept, .information))
        #expect(notices.notice?.message == .movieKept)
        await sleep.wake()
        while notices.notice != nil { await Task.yield() }
        notices.show(Notice(.notDeleted, .warning))
        let first = try #require(notices.notice?.id)
        notices.show(Notice(.notDeleted, .warning))
        notices.dismiss(first)
        #expect(notices.notice != nil)
        #expect(notices.warningCount == 2)
        await sleep.interrupt()
    }

    @Test("A torch that is too hot can only be switched off")
    func torch() async throws {
        let test = try TestApp()
        await test.app.torch.toggle()
        #expect(test.app.torch.isOn)
        test.camera.controls?.torch?.isAvailable = false
        #expect(test.app.torch.isEnabled)
        await test.app.torch.toggle()
        #expect(!test.app.torch.isEnabled)
        test.camera.controls?.torch = nil
        #expect(!test.app.torch.isOffered)
    }
}

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
