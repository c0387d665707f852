import CaptureDriver
import CoreMedia
import CoreVideo
import FolderCamera
import Foundation
import Synchronization
import Testing

@Suite("A folder of JPEG files as a camera")
struct FolderDriverTests {
    private let clock = ManualCaptureClock()

    /// Opens the camera of a folder and lets it run for some milliseconds.
    private func play(_ folder: FrameFolder, milliseconds: Int64, for duration: Double) throws -> FrameLog {
        let driver = FolderDriver(folder: folder.url, milliseconds: milliseconds, clock: clock)
        let handle = try driver.open(try #require(driver.devices().first).id)
        defer { handle.close() }
        let log = FrameLog()
        _ = try handle.startStream(CaptureStreamRequest(format: handle.description.formats[0]), sink: log)
        clock.advance(bySeconds: duration / 1_000)
        return log
    }

    private func error(of folder: FrameFolder) throws -> CaptureDriverError? {
        let driver = FolderDriver(folder: folder.url, milliseconds: 40, clock: clock)
        let id = try #require(driver.devices().first).id
        return #expect(throws: CaptureDriverError.self) { try driver.open(id) }
    }

    @Test("plays the files in the order of their names, one each so many milliseconds, and begins again")
    func order() throws {
        let log = try play(try FrameFolder(lumas: [40, 120, 200]), milliseconds: 50, for: 260)
        let lumas = log.lumas
        #expect(lumas.count == 5)
        #expect(zip(lumas, [40, 120, 200, 40, 120]).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(lumas)")
    }

    @Test("ignores files of other names")
    func otherFiles() throws {
        let folder = try FrameFolder(lumas: [40])
        try Data("a list".utf8).write(to: folder.url.appendingPathComponent("list.txt"))
        #expect(try play(folder, milliseconds: 50, for: 110).lumas.count == 2)
    }

    @Test("names the file that is no JPEG image, and what to do with it")
    func noJPEG() throws {
        let folder = try FrameFolder(lumas: [40, 120])
        try Data("a list".utf8).write(to: folder.url.appendingPathComponent("1.jpg"))
        let error = try #require(try error(of: folder))
        #expect(error.kind == .io)
        #expect(error.device == folder.url.appendingPathComponent("1.jpg").path)
        #expect(error.advice.hasSuffix("Convert the file to JPEG, or take it out of the folder."))
    }

    @Test("names the file that is of another size")
    func otherSize() throws {
        let folder = try FrameFolder(lumas: [40])
        try folder.add("large.jpg", luma: 40, width: 128, height: 96)
        let error = try #require(try error(of: folder))
        #expect(error.advice == "The image is 128x96, and 0.jpg is 64x48. Make all of one size.")
    }

    @Test("is no camera without a file, and becomes one with the first")
    func empty() throws {
        let folder = try FrameFolder(lumas: [])
        let driver = FolderDriver(folder: folder.url, milliseconds: 40, clock: clock)
        #expect(driver.devices().isEmpty)
        #expect { try driver.open("folder:\(folder.url.path)") } throws: {
            ($0 as? CaptureDriverError)?.kind == .notFound
        }
        let changes = Mutex<[CaptureDeviceChange]>([])
        let observation = driver.observeDevices { change in changes.withLock { $0.append(change) } }
        try folder.add("first.jpg", luma: 40)
        clock.advance(bySeconds: 1)
        #expect(driver.devices().map(\.id) == ["folder:\(folder.url.path)"])
        #expect(changes.withLock { $0 } == driver.devices().map { .appeared($0) })
        observation.cancel()
    }

    @Test("reports a file that went bad while it plays as a corrupt frame, and goes on")
    func corrupt() throws {
        let folder = try FrameFolder(lumas: [40, 120])
        let driver = FolderDriver(folder: folder.url, milliseconds: 50, clock: clock)
        let handle = try driver.open(try #require(driver.devices().first).id)
        let log = FrameLog()
        _ = try handle.startStream(CaptureStreamRequest(format: handle.description.formats[0]), sink: log)
        try Data("a list".utf8).write(to: folder.url.appendingPathComponent("1.jpg"))
        clock.advance(bySeconds: 0.16)
        handle.close()
        #expect(log.lumas.count == 2)
        #expect(log.drops.map(\.reason) == [.corrupt])
    }
}

/// Keeps what a stream delivers.
private final class FrameLog: CaptureStreamSink {
    private let state = Mutex<(lumas: [UInt8], drops: [CaptureDrop])>(([], []))

    /// The first pixel of each frame.
    var lumas: [UInt8] { state.withLock { $0.lumas } }
    var drops: [CaptureDrop] { state.withLock { $0.drops } }

    func capture(_ frame: CaptureFrame) {
        guard case .image(let pixels) = frame.content else { return }
        CVPixelBufferLockBaseAddress(pixels, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
        let luma = CVPixelBufferGetBaseAddressOfPlane(pixels, 0)?.load(as: UInt8.self)
        state.withLock { $0.lumas.append(luma ?? 0) }
    }

    func captureDropped(_ drop: CaptureDrop) {
        state.withLock { $0.drops.append(drop) }
    }

    func captureEvent(_ event: CaptureStreamEvent) {}
}
