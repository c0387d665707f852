import AVFoundation
import Dispatch
import NIOCore
import Synchronization

/// Turns frames into JPEG for the page: encodes pixels, passes a camera's own JPEG through. For those who want a video it makes one, of
/// pixels; what cannot be encoded so goes to them as JPEG. Any queue.
///
/// A session's frames come on one queue, one after the other. But a session that hangs is replaced by another one, with another queue: a
/// frame that comes while another one is being encoded is dropped.
// @unchecked: the encoders and what belongs to them are used by whoever holds `turn`; the rest lies in the other mutex.
final class PreviewEncoder: @unchecked Sendable {
    private struct State: @unchecked Sendable {
        // @unchecked: a connection guards its state with locks.
        var meter = StreamMetricsMeter()
        /// Where the frames come from.
        weak var connection: AVCaptureConnection?
    }

    private let broadcaster: FrameBroadcaster
    private let turn = Mutex(())
    private var encoder: FrameEncoder
    /// There is one while somebody watches the video.
    private var videoEncoder: VideoFrameEncoder?
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

    /// Encodes a frame, and publishes it.
    func encode(_ sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        let isDone: Void? = turn.withLockIfAvailable { _ in encodeInTurn(sampleBuffer, from: connection) }
        if isDone == nil { state.withLock { $0.meter.drop("FrameWasLate") } }
    }

    private func encodeInTurn(_ sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        let wantsVideo = broadcaster.video?.hasClients == true
        let wantsStill = isStillWanted(sampleBuffer)
        if !wantsVideo { videoEncoder = nil }
        guard wantsVideo || wantsStill else { return }
        if connection !== source { follow(connection) }
        sequence += 1
        let hasVideo = wantsVideo && publishVideo(of: sampleBuffer)
        let still = wantsStill || !hasVideo ? encode(sampleBuffer) : nil
        if let still {
            broadcaster.publish(still)
            if wantsVideo, !hasVideo { broadcaster.video?.publish(still) }
        }
        measure(sampleBuffer, wasPublished: hasVideo || still != nil)
    }

    private func measure(_ sample: CMSampleBuffer, wasPublished: Bool) {
        guard wasPublished, let format = CMSampleBufferGetFormatDescription(sample) else {
            return state.withLock { $0.meter.drop("Corrupt") }
        }
        let captured = captureTime(of: CMSampleBufferGetPresentationTimeStamp(sample))
        let published = MonotonicClock.system.now()
        let size = CMVideoFormatDescriptionGetDimensions(format)
        state.withLock { state in
            state.meter.frame(
                captured: captured,
                published: published,
                width: Int(size.width),
                height: Int(size.height)
            )
        }
    }

    /// Records a frame that was lost on its way here.
    func recordDrop(_ sampleBuffer: CMSampleBuffer) {
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
    private func isStillWanted(_ sample: CMSampleBuffer) -> Bool {
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        let isDue = lastEncoded.map { CMTimeGetSeconds(CMTimeSubtract(time, $0)) >= 1 } ?? true
        guard broadcaster.hasClients || isDue else { return false }
        lastEncoded = time
        return true
    }

    /// Encodes a frame for those who watch the video.
    ///
    /// - Returns: whether it is, or will be, a part of the video. A camera's own JPEG never is.
    private func publishVideo(of sample: CMSampleBuffer) -> Bool {
        guard let video = broadcaster.video, let image = CMSampleBufferGetImageBuffer(sample) else { return false }
        let encoder = videoEncoder ?? VideoFrameEncoder()
        videoEncoder = encoder
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        guard let outputs = encoder.encode(image, at: time, needsKeyFrame: video.needsKeyFrame) else { return false }
        for (index, output) in outputs.enumerated() {
            video.publish(
                EncodedFrame(
                    data: output.data,
                    format: .h264(isKeyFrame: output.isKeyFrame),
                    // Of several the last one is the newest.
                    sequence: sequence - UInt64(min(outputs.count - 1 - index, Int(sequence))),
                    captureTime: captureTime(of: output.time),
                    width: output.width,
                    height: output.height,
                    isMirrored: isMirrored
                )
            )
        }
        return true
    }

    private func captureTime(of time: CMTime) -> UInt64 {
        UInt64(max(0, CMTimeConvertScale(time, timescale: 1_000_000_000, method: .roundTowardZero).value))
    }

    private func encode(_ sample: CMSampleBuffer) -> EncodedFrame? {
        guard let (jpeg, width, height) = jpegData(of: sample) else { return nil }
        return EncodedFrame(
            jpeg: jpeg,
            sequence: sequence,
            captureTime: captureTime(of: CMSampleBufferGetPresentationTimeStamp(sample)),
            width: width,
            height: height,
            isMirrored: isMirrored
        )
    }

    private func jpegData(of sample: CMSampleBuffer) -> (ByteBuffer, Int, Int)? {
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

/// Measures frame rate, latency and drops from what passes by. No I/O; times are given.
struct StreamMetricsMeter: Sendable {
    private var latencies: [Double] = []
    private var drops: [String: Int] = [:]
    private var windowStart: UInt64?
    private var size = (width: 0, height: 0)

    /// - Parameter capacity: how many frames of a window count for the median.
    init(capacity: Int = 256) {
        latencies.reserveCapacity(capacity)
    }

    /// A frame was published.
    ///
    /// - Parameters:
    ///   - captured: when it was taken, in nanoseconds.
    ///   - published: when it was published, in nanoseconds.
    mutating func frame(captured: UInt64, published: UInt64, width: Int, height: Int) {
        windowStart = windowStart ?? published
        if latencies.count < latencies.capacity {
            latencies.append(published > captured ? Double(published - captured) / 1e6 : 0)
        }
        size = (width, height)
    }

    /// A frame was lost.
    mutating func drop(_ reason: String) {
        drops[reason, default: 0] += 1
    }

    /// The figures since the last call, and the start of a new window.
    ///
    /// - Parameter now: in nanoseconds, of the same clock as the frames.
    mutating func read(now: UInt64) -> ViewfinderMetrics {
        let seconds = windowStart.map { now > $0 ? Double(now - $0) / 1e9 : 0 } ?? 0
        let sorted = latencies.sorted()
        defer {
            latencies.removeAll(keepingCapacity: true)
            windowStart = now
        }
        return ViewfinderMetrics(
            framesPerSecond: seconds > 0 ? (Double(latencies.count) / seconds * 10).rounded() / 10 : 0,
            drops: drops,
            latencyMilliseconds: sorted.isEmpty ? nil : (sorted[sorted.count / 2] * 100).rounded() / 100,
            width: size.width,
            height: size.height
        )
    }
}

/// Ticks once a second on a queue, until it is released.
final class MetricsTimer: @unchecked Sendable {
    // @unchecked: a dispatch source may be used from any thread; its type does not say so.
    private let source: any DispatchSourceTimer

    init(queue: DispatchQueue) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(50))
    }

    /// Begins to tick. Called once.
    func start(_ tick: @escaping @Sendable () -> Void) {
        source.setEventHandler(handler: tick)
        source.resume()
    }

    deinit {
        source.cancel()
    }
}
