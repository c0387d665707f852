import AVFoundation
import ImageProcessing
import NIOCore
import Synchronization

/// Turns frames into JPEG for the page: encodes pixels, passes a camera's own JPEG through. Called on the frames' queue.
final class PreviewEncoder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    // @unchecked: encoder and ring are used on the frames' serial queue only; the rest lies in the mutex.
    private struct State {
        var meter = FigureMeter()
        var isMirrored = false
        var awaitsFirstFrame = false
        var onFirstFrame: (@Sendable () -> Void)?
    }

    private let broadcaster: FrameBroadcaster
    private let options: JPEGEncodingOptions
    private let encoder: JPEGEncoder
    private var ring = FrameBufferRing()
    private var sequence: UInt64 = 0
    private var lastEncoded: CMTime?
    private let state = Mutex(State())

    /// - Throws: `JPEGError` when there is no memory for an encoder.
    init(broadcaster: FrameBroadcaster, quality: Int) throws {
        self.broadcaster = broadcaster
        options = JPEGEncodingOptions(quality: quality, subsampling: .source)
        encoder = try JPEGEncoder()
    }

    /// Called at the first frame after each `begin`.
    var onFirstFrame: (@Sendable () -> Void)? {
        get { state.withLock { $0.onFirstFrame } }
        set { state.withLock { $0.onFirstFrame = newValue } }
    }

    /// A camera is about to start.
    func begin(mirrored: Bool) {
        state.withLock { state in
            state.isMirrored = mirrored
            state.awaitsFirstFrame = true
        }
    }

    /// What was measured since the last call.
    func figures() -> ViewfinderFigures {
        let now = MonotonicClock.system.now()
        return state.withLock { $0.meter.read(now: now) }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard isWorthEncoding(sampleBuffer) else { return }
        guard let frame = encode(sampleBuffer) else {
            state.withLock { $0.meter.drop("Corrupt") }
            return
        }
        broadcaster.publish(frame)
        let published = MonotonicClock.system.now()
        let announce = state.withLock { state in
            state.meter.frame(
                captured: frame.captureTime,
                published: published,
                width: frame.width,
                height: frame.height
            )
            defer { state.awaitsFirstFrame = false }
            return state.awaitsFirstFrame ? state.onFirstFrame : nil
        }
        announce?()
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
        state.withLock { $0.meter.drop(reason as? String ?? "Unknown") }
    }

    /// While nobody watches, one frame a second is enough to have something for whoever comes.
    private func isWorthEncoding(_ sample: CMSampleBuffer) -> Bool {
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        let isDue = lastEncoded.map { CMTimeGetSeconds(CMTimeSubtract(time, $0)) >= 1 } ?? true
        let isFirst = state.withLock { $0.awaitsFirstFrame }
        guard broadcaster.hasClients || isDue || isFirst else { return false }
        lastEncoded = time
        return true
    }

    private func encode(_ sample: CMSampleBuffer) -> EncodedFrame? {
        sequence += 1
        let time = CMTimeConvertScale(
            CMSampleBufferGetPresentationTimeStamp(sample),
            timescale: 1_000_000_000,
            method: .roundTowardZero
        )
        let isMirrored = state.withLock { $0.isMirrored }
        guard let (jpeg, width, height) = picture(of: sample) else { return nil }
        return EncodedFrame(
            jpeg: jpeg,
            sequence: sequence,
            captureTime: UInt64(max(0, time.value)),
            width: width,
            height: height,
            isMirrored: isMirrored
        )
    }

    private func picture(of sample: CMSampleBuffer) -> (ByteBuffer, Int, Int)? {
        if let image = CMSampleBufferGetImageBuffer(sample) {
            guard let jpeg = try? encodePixels(image) else { return nil }
            return (jpeg, CVPixelBufferGetWidth(image), CVPixelBufferGetHeight(image))
        }
        guard let data = CMSampleBufferGetDataBuffer(sample), let format = CMSampleBufferGetFormatDescription(sample)
        else { return nil }
        let size = CMVideoFormatDescriptionGetDimensions(format)
        return copy(data).map { ($0, Int(size.width), Int(size.height)) }
    }

    private func encodePixels(_ image: CVPixelBuffer) throws -> ByteBuffer {
        try encoder.withEncodedBytes(of: image, options: options) { bytes in
            ring.write(atMost: bytes.count) { memory in
                memory.copyMemory(from: bytes)
                return bytes.count
            }
        }
    }

    /// The camera's buffer has to go back to the camera soon, so its bytes are copied, once for all clients.
    private func copy(_ data: CMBlockBuffer) -> ByteBuffer? {
        let length = CMBlockBufferGetDataLength(data)
        guard length > 0 else { return nil }
        var status = kCMBlockBufferNoErr
        let buffer = ring.write(atMost: length) { memory in
            guard let base = memory.baseAddress else { return 0 }
            status = CMBlockBufferCopyDataBytes(data, atOffset: 0, dataLength: length, destination: base)
            return length
        }
        return status == kCMBlockBufferNoErr ? buffer : nil
    }
}
