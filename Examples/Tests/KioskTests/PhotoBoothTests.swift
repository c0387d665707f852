import AVFoundation
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Testing

@testable import Kiosk

@Suite("The kiosk's photo booth", .ownCaptureSystem)
struct PhotoBoothTests {
    private let phone: SimulatedPhone
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() {
        phone = SimulatedPhone(profile: .webcam)
        CaptureSystem.use(phone.system)
    }

    private func isJPEG(_ file: URL) throws -> Bool {
        try Data(contentsOf: file).starts(with: [0xFF, 0xD8])
    }

    @Test("each photo is a file of its own")
    func photos() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let booth = PhotoBooth(folder: folder)
        guard case .saved(let first) = await booth.takePhoto(), case .saved(let second) = await booth.takePhoto() else {
            Issue.record("no photos")
            return
        }
        #expect(first != second)
        #expect(try isJPEG(first) && isJPEG(second))
        await booth.close()
    }

    @Test("a camera that is pulled out costs the photos until it is plugged in again")
    func unplugged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let booth = PhotoBooth(folder: folder)
        guard case .saved = await booth.takePhoto() else {
            Issue.record("no photo to begin with")
            return
        }
        let camera = try #require(AVCaptureDevice.default(for: .video))
        phone.unplug(camera.uniqueID)
        // What the camera had delivered may still become a photo.
        var outcome = await booth.takePhoto()
        for _ in 0..<10 where outcome != .missed("there is no camera") { outcome = await booth.takePhoto() }
        #expect(outcome == .missed("there is no camera"))
        phone.plug(camera.uniqueID)
        guard case .saved(let file) = await booth.takePhoto() else {
            Issue.record("no photo after the camera is back")
            return
        }
        #expect(try isJPEG(file))
        await booth.close()
    }

    @Test("a folder that cannot be written to is told, and the camera goes on")
    func noFolder() async throws {
        try Data().write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let booth = PhotoBooth(folder: folder.appendingPathComponent("Photos"))
        guard case .missed = await booth.takePhoto() else {
            Issue.record("saved in a file")
            return
        }
        await booth.close()
    }
}
