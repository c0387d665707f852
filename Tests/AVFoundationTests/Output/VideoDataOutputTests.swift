@preconcurrency import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Video data output")
    struct VideoDataOutputTests {
        private let formatKey = kCVPixelBufferPixelFormatTypeKey as String

        @Test("S-128: a delegate without a queue stops the program")
        func delegateWithoutQueue() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureVideoDataOutput().setSampleBufferDelegate(FrameRecorder(), queue: nil)
            }
            expectMessage(result, "NSInvalidArgumentException", "setSampleBufferDelegate:queue:")
        }

        /// Lets the camera take the next frame before it is done with this one.
        private final class BusyDelegate: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
            static let frames = 50
            let queue = DispatchQueue(label: "test.busy")
            private let clock: ManualCaptureClock
            private let state = Mutex((count: 0, countAtOther: 0))

            init(clock: ManualCaptureClock) {
                self.clock = clock
            }

            /// How many frames had come when something else had its turn on the queue.
            var countAtOther: Int { state.withLock { $0.countAtOther } }

            func captureOutput(
                _ output: AVCaptureOutput,
                didOutput sampleBuffer: CMSampleBuffer,
                from connection: AVCaptureConnection
            ) {
                let count = state.withLock { state in
                    state.count += 1
                    return state.count
                }
                if count == 1 { queue.async { self.state.withLock { $0.countAtOther = $0.count } } }
                if count < Self.frames { clock.advance(bySeconds: 0.034) }
            }
        }

        @Test("S-128: a delegate that is slower than the camera leaves turns on its queue to others")
        func sharedQueue() throws {
            let fixture = Fixture()
            let delegate = BusyDelegate(clock: fixture.clock)
            try fixture.addInput()
            let output = AVCaptureVideoDataOutput()
            output.alwaysDiscardsLateVideoFrames = false
            output.setSampleBufferDelegate(delegate, queue: delegate.queue)
            fixture.session.addOutput(output)
            fixture.session.startRunning()
            fixture.clock.advance(bySeconds: 0.05)
            while delegate.countAtOther == 0 { delegate.queue.sync {} }
            #expect(delegate.countAtOther < BusyDelegate.frames)
            fixture.session.stopRunning()
        }

        @Test("S-128: what waits when the delegate is taken away is delivered to nobody who comes later")
        func delegateTakenAway() throws {
            let fixture = Fixture()
            let (former, later) = (FrameRecorder(), FrameRecorder())
            try fixture.addInput()
            let output = fixture.addVideoOutput(former)
            fixture.session.startRunning()
            fixture.run(seconds: 0.1, recorder: former)
            former.queue.suspend()
            fixture.clock.advance(bySeconds: 0.04)
            output.setSampleBufferDelegate(nil, queue: nil)
            former.queue.resume()
            output.setSampleBufferDelegate(later, queue: later.queue)
            later.settle()
            #expect(later.frames.isEmpty)
            fixture.run(seconds: 0.1, recorder: later)
            #expect(!later.frames.isEmpty)
        }

        @Test("S-128: the delegate and its queue can be read back, are not kept alive, and can be taken away")
        func delegateProperties() {
            let output = AVCaptureVideoDataOutput()
            var recorder: FrameRecorder? = FrameRecorder()
            output.setSampleBufferDelegate(recorder, queue: recorder?.queue)
            #expect(output.sampleBufferDelegate === recorder)
            #expect(output.sampleBufferCallbackQueue != nil)
            recorder = nil
            #expect(output.sampleBufferDelegate == nil)
            output.setSampleBufferDelegate(nil, queue: nil)
            #expect(output.sampleBufferCallbackQueue == nil)
        }

        @Test("S-128: a delegate that is set while the one before is at work is called on its own queue only")
        func changeOfDelegate() throws {
            let fixture = Fixture()
            try fixture.addInput()
            let slow = SlowDelegate()
            let output = AVCaptureVideoDataOutput()
            output.alwaysDiscardsLateVideoFrames = false
            output.setSampleBufferDelegate(slow, queue: DispatchQueue(label: "test.slow"))
            fixture.session.addOutput(output)
            fixture.session.startRunning()
            fixture.run(seconds: 0.1)
            slow.hasBegun.wait()
            fixture.run(seconds: 0.1)
            let recorder = FrameRecorder()
            output.setSampleBufferDelegate(recorder, queue: recorder.queue)
            recorder.settle()
            let waiting = recorder.frames.count
            #expect(waiting > 0)
            slow.mayEnd.signal()
            fixture.run(seconds: 0.1, recorder: recorder)
            #expect(recorder.frames.count > waiting)
            #expect(slow.count == 1)
        }

        @Test("S-129, S-130: frames that come while the delegate is busy are dropped as late, and it hears of each")
        func lateFrames() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            try fixture.addInput()
            let output = fixture.addVideoOutput(recorder)
            #expect(output.alwaysDiscardsLateVideoFrames)
            #expect(!output.preservesDynamicHDRMetadata)
            fixture.session.startRunning()
            recorder.queue.suspend()
            fixture.clock.advance(bySeconds: 1)
            recorder.queue.resume()
            recorder.settle()
            recorder.settle()
            #expect(recorder.frames.count == 1)
            #expect(recorder.drops.count >= 27)
            #expect(Set(recorder.drops) == [kCMSampleBufferDroppedFrameReason_FrameWasLate as String])
        }

        @Test(
            "S-133: the form that is asked for is the form that comes",
            arguments: [
                kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
                kCVPixelFormatType_32BGRA,
            ]
        )
        func pixelFormats(type: OSType) throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            try fixture.addInput()
            let output = fixture.addVideoOutput(recorder)
            output.videoSettings = [formatKey: type]
            fixture.session.startRunning()
            fixture.run(seconds: 0.1, recorder: recorder)
            #expect(recorder.frames.last?.pixelFormat == type)
            #expect((output.videoSettings[formatKey] as? NSNumber)?.uint32Value == type)
        }

        @Test("S-133: a webcam's own JPEG comes untouched when asked for, and decoded otherwise")
        func compressedForm() throws {
            let fixture = Fixture(.webcam)
            let recorder = FrameRecorder()
            try fixture.addInput()
            let output = fixture.addVideoOutput(recorder)
            let device = try fixture.camera
            let format = try #require(
                device.formats.first {
                    CMFormatDescriptionGetMediaSubType($0.formatDescription) == kCMVideoCodecType_JPEG
                }
            )
            try device.lockForConfiguration()
            device.activeFormat = format
            device.unlockForConfiguration()
            output.videoSettings = [:]
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder: recorder)
            let compressed = try #require(recorder.lastBuffer.flatMap(CMSampleBufferGetDataBuffer))
            var marker: [UInt8] = [0, 0]
            CMBlockBufferCopyDataBytes(compressed, atOffset: 0, dataLength: 2, destination: &marker)
            #expect(marker == [0xFF, 0xD8])
            output.videoSettings = nil
            recorder.forget()
            fixture.run(seconds: 0.2, recorder: recorder)
            let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
            #expect(recorder.frames.last?.size == CGSize(width: Int(size.width), height: Int(size.height)))
        }

        @Test("S-133: settings that cannot be met stop the program")
        func badSettings() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureVideoDataOutput().videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: 1]
            }
            expectMessage(result, "NSInvalidArgumentException", "Unsupported pixel format type")
        }

        @Test("S-134: pictures are scaled to a size of the same aspect ratio")
        func scaledSize() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            try fixture.addInput()
            let output = fixture.addVideoOutput(recorder)
            output.videoSettings = [
                kCVPixelBufferWidthKey as String: 640, kCVPixelBufferHeightKey as String: 360,
            ]
            fixture.session.startRunning()
            fixture.run(seconds: 0.1, recorder: recorder)
            #expect(recorder.frames.last?.size == CGSize(width: 640, height: 360))
        }

        @Test("S-34, S-135: with the photo preset, data outputs get preview-sized pictures")
        func photoPreset() async throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            fixture.session.sessionPreset = .photo
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, recorder: recorder)
            let size = try #require(recorder.frames.last?.size)
            #expect(max(size.width, size.height) <= 1440)
            #expect(abs(size.width * 3 - size.height * 4) <= 8)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureVideoDataOutput().deliversPreviewSizedOutputBuffers = true
            }
            expectMessage(result, "NSInvalidArgumentException", "setDeliversPreviewSizedOutputBuffers:")
        }

        @Test("S-138: the recommended time scale is at least 600 and exact for the frame rate")
        func timeScale() throws {
            let fixture = Fixture()
            try fixture.addInput()
            let output = fixture.addVideoOutput(FrameRecorder())
            #expect(output.recommendedMediaTimeScaleForAssetWriter >= 600)
            #expect(output.recommendedMediaTimeScaleForAssetWriter % 30 == 0)
        }

        @Test("S-131: a delegate that keeps every buffer makes the camera run out, is told so, and harms nothing else")
        func hoarding() throws {
            let fixture = Fixture()
            let hoarder = Hoarder()
            try fixture.addInput()
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(hoarder, queue: hoarder.queue)
            fixture.session.addOutput(output)
            fixture.session.startRunning()
            for _ in 0..<300 {
                fixture.clock.advance(bySeconds: 0.01)
                hoarder.queue.sync {}
            }
            #expect(hoarder.dropReasons.contains(kCMSampleBufferDroppedFrameReason_OutOfBuffers as String))
            hoarder.release()
            let before = hoarder.frameCount
            for _ in 0..<50 {
                fixture.clock.advance(bySeconds: 0.01)
                hoarder.queue.sync {}
            }
            #expect(hoarder.frameCount > before)
        }
    }
}

/// Keeps every buffer it gets.
private final class Hoarder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private struct State: Sendable {
        var buffers: [CMSampleBuffer] = []
        var count = 0
        var reasons: Set<String> = []
    }

    let queue = DispatchQueue(label: "test.hoarder")
    private let state = Mutex(State())

    var frameCount: Int { state.withLock { $0.count } }
    var dropReasons: Set<String> { state.withLock { $0.reasons } }

    func release() {
        state.withLock { $0.buffers = [] }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        state.withLock { state in
            state.buffers.append(sampleBuffer)
            state.count += 1
        }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let reason = CMGetAttachment(
            sampleBuffer,
            key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            attachmentModeOut: nil
        )
        state.withLock { _ = $0.reasons.insert(reason as? String ?? "") }
    }
}

/// Keeps the first frame until told.
private final class SlowDelegate: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let hasBegun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    private let frames = Mutex(0)

    var count: Int { frames.withLock { $0 } }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        frames.withLock { $0 += 1 }
        hasBegun.signal()
        mayEnd.wait()
    }
}
