import AVFoundation
import ArgumentParser
import BarcodeScene
import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization

/// Writes what a simulated phone's camera sees, for recorders to work on: ours and the peers'.
struct SceneFrames: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene-frames",
        abstract: "Write raw NV12 frames, 1920 x 1080, video range, of the simulated phone's moving scene to a file."
    )

    @Argument(help: "The file to write.")
    var file: String

    @Option(help: "How many.")
    var count = 150

    @Flag(help: "Labels with codes instead of the moving scene.")
    var codes = false

    func run() throws {
        guard FileManager.default.createFile(atPath: file, contents: nil),
            let handle = FileHandle(forWritingAtPath: file)
        else { throw BenchFailure("cannot write \(file)") }
        let clock = ManualCaptureClock()
        let phone = SimulatedPhone(profile: .iphone, scene: codes ? BarcodeScene.sample : MovingScene(), clock: clock)
        phone.setAuthorization(.authorized, for: .video)
        CaptureSystem.use(phone.system)
        let session = AVCaptureSession()
        guard let device = AVCaptureDevice.default(for: .video) else { throw BenchFailure("no simulated camera") }
        session.addInput(try AVCaptureDeviceInput(device: device))
        let output = AVCaptureVideoDataOutput()
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        ]
        let writer = FrameWriter(handle: handle)
        output.setSampleBufferDelegate(writer, queue: DispatchQueue(label: "bench.writer"))
        session.addOutput(output)
        session.startRunning()
        while writer.count < count {
            // A little more than a frame's time, lest a rounded sum of such times falls short of the next frame.
            clock.advance(bySeconds: 1 / 29.9)
            let patience = writer.count == 0 ? 0.2 : 60
            guard writer.pass.wait(timeout: .now() + patience) == .success || writer.count == 0 else {
                throw BenchFailure("the simulated camera stopped at frame \(writer.count)")
            }
        }
        session.stopRunning()
        try handle.truncate(atOffset: UInt64(count * MappedFrames.bytes))
    }
}

/// Writes frames' planes one after the other.
private final class FrameWriter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let pass = DispatchSemaphore(value: 0)
    private let handle: FileHandle
    private let written = Mutex(0)

    var count: Int { written.withLock { $0 } }

    init(handle: FileHandle) {
        self.handle = handle
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let picture = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        for plane in 0..<2 {
            guard let base = CVPixelBufferGetBaseAddressOfPlane(picture, plane) else { return }
            let bytes =
                CVPixelBufferGetBytesPerRowOfPlane(picture, plane) * CVPixelBufferGetHeightOfPlane(picture, plane)
            handle.write(Data(bytesNoCopy: base, count: bytes, deallocator: .none))
        }
        written.withLock { $0 += 1 }
        pass.signal()
    }
}
