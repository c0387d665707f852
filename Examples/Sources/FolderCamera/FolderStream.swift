import CaptureDriver
import CoreMedia
import Foundation
import ImageProcessing
import Synchronization

/// A running stream: a timer that decodes one file after the other.
///
/// The sink is called with the state locked, one call at a time; so nothing is delivered any more when `stop()` returns. Sinks
/// promise not to call back into the handle.
final class FolderStream: Sendable {
    private struct State {
        /// `nil` once the stream has ended.
        var sink: (any CaptureStreamSink)?
        /// When the next frame is to be delivered.
        var due: CMTime
        var sequence: UInt64 = 0
    }

    private let files: [URL]
    private let frameDuration: CMTime
    private let clock: any CaptureClock
    private let isConnected: @Sendable () -> Bool
    private let decoder: JPEGDecoder
    private let formatDescription: CMFormatDescription
    private let state: Mutex<State>
    private let timer = Mutex<(any CaptureTimer)?>(nil)

    /// - Parameters:
    ///   - files: at least one; JPEG images of one size.
    ///   - isConnected: whether the camera is still there. Called before each frame.
    /// - Throws: if the first file cannot be decoded.
    init(
        files: [URL],
        frameDuration: CMTime,
        clock: any CaptureClock,
        isConnected: @escaping @Sendable () -> Bool,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) {
        self.files = files
        self.frameDuration = frameDuration
        self.clock = clock
        self.isConnected = isConnected
        do {
            decoder = try JPEGDecoder(pixelFormat: JPEGFolder.pixelFormat)
            formatDescription = try CMFormatDescription(imageBuffer: decoder.decode(Data(contentsOf: files[0])))
        } catch {
            throw CaptureDriverError(kind: .io, operation: "decode", device: files[0].path, advice: "\(error)")
        }
        state = Mutex(State(sink: sink, due: CMTimeAdd(clock.now, frameDuration)))
    }

    /// Lets frames come.
    func run() {
        let timer = clock.makeTimer { [weak self] in self?.deliverDueFrame() }
        self.timer.withLock { $0 = timer }
        timer.arm(at: state.withLock { $0.due })
    }

    /// Ends the stream. When it returns, the sink is called no more.
    func stop() {
        state.withLock { $0.sink = nil }
        timer.withLock { $0 }?.cancel()
    }

    private func deliverDueFrame() {
        let next = state.withLock { state -> CMTime? in
            guard let sink = state.sink else { return nil }
            guard isConnected() else {
                state.sink = nil
                sink.captureEvent(.disconnected)
                return nil
            }
            if CMTimeCompare(state.due, clock.now) <= 0 { deliver(&state, to: sink) }
            return state.due
        }
        if let next { timer.withLock { $0 }?.arm(at: next) }
    }

    /// Delivers the newest frame that is due. Those before it, for which the consumer was too slow, are reported as lost.
    private func deliver(_ state: inout State, to sink: any CaptureStreamSink) {
        let first = state.due
        var lostCount = 0
        while CMTimeCompare(CMTimeAdd(state.due, frameDuration), clock.now) <= 0 {
            state.due = CMTimeAdd(state.due, frameDuration)
            lostCount += 1
        }
        if lostCount > 0 {
            sink.captureDropped(CaptureDrop(reason: .sequenceGap, count: lostCount, presentationTime: first))
        }
        let time = state.due
        let sequence = state.sequence + UInt64(lostCount)
        state.due = CMTimeAdd(time, frameDuration)
        state.sequence = sequence + 1
        // A file may have changed since the stream was started.
        let file = files[Int(sequence % UInt64(files.count))]
        guard
            let pixels = try? decoder.decode(Data(contentsOf: file)),
            CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: pixels)
        else {
            return sink.captureDropped(CaptureDrop(reason: .corrupt, count: 1, presentationTime: time))
        }
        sink.capture(
            CaptureFrame(
                content: .image(pixels),
                formatDescription: formatDescription,
                presentationTime: time,
                duration: frameDuration,
                sequence: sequence
            )
        )
    }
}
