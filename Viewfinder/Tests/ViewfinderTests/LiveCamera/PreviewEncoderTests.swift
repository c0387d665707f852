import AVFoundation
import CaptureSystemTesting
import Dispatch
import Synchronization
import Testing

@testable import Viewfinder

@Suite("Encoding the live picture", .ownCaptureSystem)
struct PreviewEncoderTests {
    /// A client that holds up the first frame, on the thread that publishes it, until a test says so.
    private final class HoldingClient: FrameClient {
        let hasFirst = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        private let isFirst = Mutex(true)

        func frameWasPublished() {
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isFirst else { return }
            hasFirst.signal()
            mayGoOn.wait()
        }
    }

    private func frame(_ number: Int64) throws -> CMSampleBuffer {
        var pixels: CVPixelBuffer?
        CVPixelBufferCreate(nil, 64, 48, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, &pixels)
        let image = try #require(pixels)
        var format: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: nil,
            imageBuffer: image,
            formatDescriptionOut: &format
        )
        var timing = CMSampleTimingInfo(
            duration: .invalid,
            presentationTimeStamp: CMTime(value: number, timescale: 30),
            decodeTimeStamp: .invalid
        )
        var sample: CMSampleBuffer?
        CMSampleBufferCreateReadyWithImageBuffer(
            allocator: nil,
            imageBuffer: image,
            formatDescription: try #require(format),
            sampleTiming: &timing,
            sampleBufferOut: &sample
        )
        return try #require(sample)
    }

    @Test("A frame of the session that replaces a hanging one is dropped while a frame of that one is being encoded")
    func twoSessions() throws {
        let client = HoldingClient()
        let broadcaster = FrameBroadcaster()
        broadcaster.add(client)
        let encoder = try PreviewEncoder(broadcaster: broadcaster, quality: 80)
        let outputs = [AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput()]
        // What the hanging session's thread uses is used by nobody else.
        nonisolated(unsafe) let hanging = AVCaptureConnection(inputPorts: [], output: outputs[0])
        let next = AVCaptureConnection(inputPorts: [], output: outputs[1])
        nonisolated(unsafe) let first = try frame(0)
        let isOver = DispatchSemaphore(value: 0)
        DispatchQueue(label: "the session that hangs").async {
            encoder.encode(first, from: hanging)
            isOver.signal()
        }
        client.hasFirst.wait()
        encoder.encode(try frame(1), from: next)
        #expect(encoder.metrics().drops == ["FrameWasLate": 1])
        client.mayGoOn.signal()
        isOver.wait()
        encoder.encode(try frame(2), from: next)
        let newest = try #require(broadcaster.newest(after: nil))
        #expect(newest.generation == 2 && newest.frame.sequence == 2)
        #expect(newest.frame.captureTime == 66_666_666)
        #expect(encoder.metrics().drops == ["FrameWasLate": 1])
    }
}
