import CameraEngine
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("What is on the camera's screen")
struct ScreenTests {
    @Test("Each mode has its tools, and only those that the camera can use")
    func tools() throws {
        let test = try TestApp()
        #expect(test.app.tools == [.flash, .timer, .photoSize, .grid])
        test.camera.controls?.hasFlash = false
        test.camera.controls?.photoSizes = []
        #expect(test.app.tools == [.timer, .grid])
        test.app.modes.select(.video)
        #expect(test.app.tools == [.torch, .grid])
        test.camera.controls?.torch = nil
        #expect(test.app.tools == [.grid])
        test.app.modes.select(.dual)
        #expect(test.app.tools == [.layout, .performance, .grid])
    }

    @Test("Beside the shutter stand gallery or scans and the other camera, while recording the pause")
    func controls() throws {
        let test = try TestApp()
        #expect(test.app.leadingControl == .gallery)
        #expect(test.app.trailingControl == .otherCamera)
        test.camera.cameras.append(CameraInfo(id: "usb", name: "USB", position: .external))
        #expect(test.app.trailingControl == .cameraMenu)
        test.app.modes.select(.scan)
        #expect(test.app.leadingControl == .scans)
        test.app.modes.select(.video)
        test.camera.recording.phase = .paused
        #expect(test.app.leadingControl == .pause)
        #expect(!test.app.settingsAreEnabled)
    }

    @Test("The large button looks like what it does")
    func shutter() throws {
        let test = try TestApp()
        #expect(test.app.shutterAppearance == .photo(isBusy: false))
        test.camera.shutter = .notReadyWaitingForProcessing
        #expect(test.app.shutterAppearance == .photo(isBusy: true))
        test.app.modes.select(.scan)
        #expect(test.app.shutterAppearance == .scan)
        test.app.modes.select(.video)
        #expect(test.app.shutterAppearance == .record)
        test.camera.recording.phase = .recording
        #expect(test.app.shutterAppearance == .stop)
    }

    @Test("The camera's failure closes whatever covers the way out, and nothing opens over it (R-LIFE-6)")
    func restartCoversAll() async throws {
        let test = try TestApp()
        test.app.open(.gallery)
        _ = await test.app.gallery.store(try await test.camera.photo(PhotoRequest()))
        let item = try #require(test.app.gallery.latest)
        test.app.gallery.present(item)
        test.app.gallery.itemToDelete = item
        test.app.scanner.bookToCorrect = BookEntry(
            id: 1,
            title: "A",
            author: "",
            percent: 50,
            needsConfirmation: true
        )
        test.camera.status = .failed(.cameraSystemError)
        test.app.statusChanged()
        #expect(test.app.sheet == nil)
        #expect(test.app.gallery.shownURL == nil)
        #expect(!test.app.gallery.asksToDelete)
        #expect(test.app.scanner.bookToCorrect == nil)
        #expect(test.spoken.last == test.app.status.announcement?.spoken)
        test.app.open(.settings)
        #expect(test.app.sheet == nil)
        #expect(!test.app.previewIsReachable)
        #expect(!test.app.controlsAreReachable)
    }

    @Test("An interruption closes nothing: the picture comes back by itself")
    func interruptionLeavesSheets() throws {
        let test = try TestApp()
        test.app.open(.settings)
        test.camera.status = .interrupted(.cameraInUse)
        test.app.statusChanged()
        #expect(test.app.sheet == .settings)
        #expect(test.app.previewIsReachable)
        test.camera.status = .denied
        #expect(!test.app.previewIsReachable)
    }

    @Test("Unit tests run in an app without a camera")
    func testHost() {
        #expect(TestHost.isNeeded(environment: ["XCTestConfigurationFilePath": "/tmp/x.xctestconfiguration"]))
        #expect(TestHost.isNeeded(environment: ["XCTestBundlePath": "PlugIns/Tests.xctest"]))
        #expect(!TestHost.isNeeded(environment: ["XCTestConfigurationFilePath": "", "HOME": "/"]))
    }

    @Test(
        "The slider stands beside the square where there is room, and inside of the picture",
        arguments: [
            (CGPoint(x: 100, y: 300), CGPoint(x: 164, y: 300)), (CGPoint(x: 360, y: 300), CGPoint(x: 296, y: 300)),
            (CGPoint(x: 100, y: 10), CGPoint(x: 164, y: 75)), (CGPoint(x: 100, y: 870), CGPoint(x: 164, y: 799)),
        ]
    )
    func focusLayout(point: CGPoint, slider: CGPoint) {
        #expect(FocusLayout(point: point, size: CGSize(width: 402, height: 874)).slider == slider)
    }

    @Test("The sun is in the middle without a correction, and above it when the picture is brighter")
    func sun() {
        #expect(FocusLayout.sunOffset(0, in: -2...2, room: 120) == 0)
        #expect(FocusLayout.sunOffset(2, in: -2...2, room: 120) == -60)
        #expect(FocusLayout.sunOffset(0, in: 0...0, room: 120) == 0)
    }
}

@Suite("What a photo will have of the picture")
struct PhotoFrameTests {
    private static let phone = PhotoSize(width: 4000, height: 3000)

    private static func rect(_ shape: PhotoShape, _ photo: PhotoSize, _ width: CGFloat, _ height: CGFloat) -> CGRect? {
        PhotoFrame(shape: shape, photo: photo, room: CGSize(width: width, height: height)).rect
    }

    @Test("In the middle of the room, which the picture fills, upright or lying")
    func places() {
        let wide = PhotoSize(width: 1600, height: 900)
        #expect(Self.rect(.square, wide, 450, 800) == CGRect(x: 0, y: 175, width: 450, height: 450))
        #expect(Self.rect(.square, wide, 800, 450) == CGRect(x: 175, y: 0, width: 450, height: 450))
        #expect(Self.rect(.fourToThree, wide, 450, 800) == CGRect(x: 0, y: 100, width: 450, height: 600))
    }

    @Test("Nothing is covered that is not seen anyway")
    func whole() {
        #expect(Self.rect(.full, Self.phone, 400, 800) == nil)
        #expect(Self.rect(.fourToThree, Self.phone, 400, 800) == nil)
        // The sides are beyond the screen's, and what is cut off of them with them.
        #expect(Self.rect(.sixteenToNine, Self.phone, 400, 800) == nil)
        #expect(Self.rect(.square, PhotoSize(width: 0, height: 0), 400, 800) == nil)
    }

    @Test("What is covered is all around it")
    func parts() {
        let room = CGSize(width: 100, height: 200)
        let bars = PhotoFrame.coveredParts(around: CGRect(x: 0, y: 50, width: 100, height: 100), in: room).map(\.frame)
        let above = CGRect(x: 0, y: 0, width: 100, height: 50)
        let below = CGRect(x: 0, y: 150, width: 100, height: 50)
        #expect(bars == [above, below])
        let all = PhotoFrame.coveredParts(around: CGRect(x: 10, y: 20, width: 30, height: 40), in: room)
        let areas = all.map { part -> CGFloat in part.frame.width * part.frame.height }
        #expect(areas.reduce(0, +) == CGFloat(100 * 200 - 30 * 40))
        #expect(PhotoFrame.coveredParts(around: CGRect(origin: .zero, size: room), in: room).isEmpty)
    }
}
