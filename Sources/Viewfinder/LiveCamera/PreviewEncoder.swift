import AVFoundation
import NIOCore
import Synchronization

/// Turns frames into JPEG for the page: encodes pixels, passes a camera's own JPEG through. Called on the frames' queue.
// @unchecked: the encoder is used on the frames' serial queue only; the rest lies in the mutex.
final class PreviewEncoder: @unchecked Sendable {
    private struct State {
        var meter = StreamMetricsMeter()
        /// Where the frames come from.
        weak var connection: AVCaptureConnection?
    }

    private let broadcaster: FrameBroadcaster
    private var encoder: FrameEncoder
    private var sequence: UInt64 = 0
    private var lastEncoded: CMTime?
    /// Not kept alive: a session that is torn down shall be able to go.
    private weak var source: AVCaptureConnection?
    private var isMirrored = false
    private let state = Mutex(State())

    /// - Throws: `JPEGError` when there is no memory for an encoder.
    init(broadcaster: FrameBroadcaster, quality: Int) throws {
        self.broadcaster = broadcaster
        encoder = try FrameEncoder(quality: quality)
    }

    /// What was measured since the last call.
    func metrics() -> ViewfinderMetrics {
        let now = MonotonicClock.system.now()
        return state.withLock { $0.meter.read(now: now) }
    }

    /// Takes a frame. Called on the frames' queue.
    func take(_ sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        guard isWorthEncoding(sampleBuffer) else { return }
        if connection !== source { follow(connection) }
        guard let frame = encode(sampleBuffer) else {
            state.withLock { $0.meter.drop("Corrupt") }
            return
        }
        broadcaster.publish(frame)
        let published = MonotonicClock.system.now()
        state.withLock { state in
            state.meter.frame(
                captured: frame.captureTime,
                published: published,
                width: frame.width,
                height: frame.height
            )
        }
    }

    /// Takes note of a frame that was lost on its way here.
    func noteDrop(_ sampleBuffer: CMSampleBuffer) {
        let reason = CMGetAttachment(
            sampleBuffer,
            key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            attachmentModeOut: nil
        )
        state.withLock { $0.meter.drop(reason as? String ?? "Unknown") }
    }

    /// Where a place of the picture lies on the sensor; `nil` before the first frame.
    ///
    /// - Parameter point: (0,0) to (1,1) in the frame as published.
    func devicePoint(for point: CGPoint) -> CGPoint? {
        let connection = state.withLock { $0.connection }
        guard let output = connection?.output as? AVCaptureVideoDataOutput else { return nil }
        let frame = output.outputRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 1, height: 1))
        let inFrame = CGPoint(x: frame.width * point.x, y: frame.height * point.y)
        return output.metadataOutputRectConverted(fromOutputRect: CGRect(origin: inFrame, size: .zero)).origin
    }

    /// A front camera's picture is shown mirrored (R-PREV-2). The page does that, unless the pixels are mirrored already: it
    /// costs nothing there.
    private func follow(_ connection: AVCaptureConnection) {
        source = connection
        let device = (connection.inputPorts.first?.input as? AVCaptureDeviceInput)?.device
        isMirrored = device?.position == .front && !connection.isVideoMirrored
        state.withLock { $0.connection = connection }
    }

    /// While nobody watches, one frame a second is enough to have something for whoever comes.
    private func isWorthEncoding(_ sample: CMSampleBuffer) -> Bool {
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        let isDue = lastEncoded.map { CMTimeGetSeconds(CMTimeSubtract(time, $0)) >= 1 } ?? true
        guard broadcaster.hasClients || isDue else { return false }
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
            guard let jpeg = try? encoder.encode(image) else { return nil }
            return (jpeg, CVPixelBufferGetWidth(image), CVPixelBufferGetHeight(image))
        }
        guard let data = CMSampleBufferGetDataBuffer(sample), let format = CMSampleBufferGetFormatDescription(sample)
        else { return nil }
        let size = CMVideoFormatDescriptionGetDimensions(format)
        return encoder.copy(data).map { ($0, Int(size.width), Int(size.height)) }
    }
}
