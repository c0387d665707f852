@preconcurrency import AVFoundation
import CameraLifecycle
import Synchronization

/// Counts a session's frames on their way to whoever wants them.
final class FrameMonitor: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private struct State: Sendable {
        var awaited: CameraTicket?
        /// Whoever gets the frames has one in hand.
        var isConsuming = false
        var count = 0
        var consumer: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?
        var onDrop: (@Sendable (CMSampleBuffer) -> Void)?
        var onFirstFrame: (@Sendable (CameraTicket) -> Void)?
        /// Gets each frame before anybody else, and hears of each that was lost.
        var tap: Tap?
    }

    /// Takes frames for a movie, without ever waiting.
    struct Tap: Sendable {
        var receive: @Sendable (CMSampleBuffer) -> Void
        var recordLoss: @Sendable () -> Void
    }

    private let state = Mutex(State())
    /// Who is told of the frame that is awaited, on the frames' queue.
    func onFirstFrame(_ report: @escaping @Sendable (CameraTicket) -> Void) {
        state.withLock { $0.onFirstFrame = report }
    }

    /// Tells the next frame.
    func awaitFrame(_ ticket: CameraTicket) {
        state.withLock { $0.awaited = ticket }
    }

    /// How many frames came since the last call; not zero as long as a frame is held up by whoever got it, since then it is not
    /// the camera that is silent.
    func drainCount() -> Int {
        state.withLock { state in
            defer { state.count = 0 }
            return state.isConsuming ? max(state.count, 1) : state.count
        }
    }

    /// Who gets the frames, and who hears of those that are lost, on their queue.
    func deliver(
        to consumer: (@Sendable (CMSampleBuffer, AVCaptureConnection) -> Void)?,
        drops: (@Sendable (CMSampleBuffer) -> Void)?
    ) {
        state.withLock { state in
            state.consumer = consumer
            state.onDrop = drops
        }
    }

    /// Who gets the frames for a movie.
    func tap(_ tap: Tap?) {
        state.withLock { $0.tap = tap }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let (ticket, onFirstFrame, consumer, tap) = state.withLock { state in
            state.count += 1
            state.isConsuming = state.consumer != nil
            defer { state.awaited = nil }
            return (state.awaited, state.onFirstFrame, state.consumer, state.tap)
        }
        if let ticket { onFirstFrame?(ticket) }
        tap?.receive(sampleBuffer)
        guard let consumer else { return }
        consumer(sampleBuffer, connection)
        state.withLock { $0.isConsuming = false }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let (tap, onDrop) = state.withLock { ($0.tap, $0.onDrop) }
        tap?.recordLoss()
        onDrop?(sampleBuffer)
    }
}
