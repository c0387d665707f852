import AVFoundation
import Synchronization

/// Counts the frames and drops that an output's delegate sees. Holds no frame, as a camera that was disconnected only
/// comes back once nobody holds any of its buffers.
final class FrameObserver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    struct Count: Sendable {
        var frames = 0
        var drops: [String: Int] = [:]
        /// By the system's clock, in seconds.
        var lastArrival: Double?
        var timesAreRight = true
    }

    private struct State: Sendable {
        var count = Count()
        var lastTime: CMTime?
    }

    /// How far a frame's time may lie back when it arrives: what drivers believe, and some for a slow machine.
    private static let oldest = 3.0

    let queue = DispatchQueue(label: "fault scenario frames")
    private let clock: CMClock
    private let state = Mutex(State())

    init(clock: CMClock) {
        self.clock = clock
    }

    /// What was seen since the last `forget`.
    var count: Count { state.withLock { $0.count } }

    /// A new step begins.
    func forget() {
        state.withLock { $0.count = Count() }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        let now = CMClockGetTime(clock)
        let age = CMTimeGetSeconds(CMTimeSubtract(now, time))
        state.withLock { state in
            let isLater = state.lastTime.map { CMTimeCompare($0, time) < 0 } ?? true
            if !isLater || !(0...Self.oldest).contains(age) { state.count.timesAreRight = false }
            state.lastTime = time
            state.count.frames += 1
            state.count.lastArrival = CMTimeGetSeconds(now)
        }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let key = kCMSampleBufferAttachmentKey_DroppedFrameReason
        var reason = CMGetAttachment(sampleBuffer, key: key, attachmentModeOut: nil) as? String ?? "no reason"
        // S-130: timing, but no picture.
        if CMSampleBufferGetImageBuffer(sampleBuffer) != nil { reason += " with a picture" }
        if !CMSampleBufferGetPresentationTimeStamp(sampleBuffer).isNumeric { reason += " without a time" }
        state.withLock { $0.count.drops[reason, default: 0] += 1 }
    }
}
