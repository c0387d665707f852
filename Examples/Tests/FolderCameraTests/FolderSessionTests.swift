import AVFoundation
import CaptureDriver
import FolderCamera
import Testing

@Suite("An app's session with the camera of a folder")
struct FolderSessionTests {
    @Test("finds it as an external camera, and gets its frames")
    func session() async throws {
        let folder = try FrameFolder(lumas: [40, 120, 200])
        let clock = ManualCaptureClock()
        let driver = FolderDriver(folder: folder.url, milliseconds: 40, clock: clock)
        try await CaptureSystem.withScope(using: driver.makeSystem()) {
            let camera = try #require(AVCaptureDevice.default(for: .video))
            #expect(camera.deviceType == .external)
            #expect(camera.localizedName == folder.url.lastPathComponent)
            let (frames, continuation) = AsyncStream.makeStream(of: CMVideoDimensions.self)
            let receiver = FrameReceiver(continuation)
            let (session, output) = (AVCaptureSession(), AVCaptureVideoDataOutput())
            output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "frames"))
            session.addInput(try AVCaptureDeviceInput(device: camera))
            session.addOutput(output)
            session.startRunning()
            clock.advance(bySeconds: 0.041)
            let dimensions = await frames.first { _ in true }
            session.stopRunning()
            #expect(dimensions?.width == 64 && dimensions?.height == 48)
        }
    }
}

/// Hands on how large frames are.
private final class FrameReceiver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private let continuation: AsyncStream<CMVideoDimensions>.Continuation

    init(_ continuation: AsyncStream<CMVideoDimensions>.Continuation) {
        self.continuation = continuation
    }

    func captureOutput(_: AVCaptureOutput, didOutput frame: CMSampleBuffer, from _: AVCaptureConnection) {
        if let dimensions = frame.formatDescription?.dimensions { continuation.yield(dimensions) }
    }
}
