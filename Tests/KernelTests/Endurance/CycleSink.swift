import CaptureDriver
import Dispatch
import Synchronization

/// Tells of the first frame, and of the end of a stream. Keeps frames if it is told to, as a slow consumer does.
final class CycleSink: CaptureStreamSink {
    private struct State: Sendable {
        var frames = 0
        var kept: [CaptureFrame] = []
        var failure: CaptureDriverError?
    }

    let firstFrame = DispatchSemaphore(value: 0)
    let disconnected = DispatchSemaphore(value: 0)
    private let keepLimit: Int
    private let state = Mutex(State())

    init(keeping: Int = 0) {
        keepLimit = keeping
    }

    var frames: Int { state.withLock { $0.frames } }

    func capture(_ frame: CaptureFrame) {
        let isFirst = state.withLock { state in
            state.frames += 1
            if state.kept.count < keepLimit { state.kept.append(frame) }
            return state.frames == 1
        }
        if isFirst { firstFrame.signal() }
    }

    func captureDropped(_ drop: CaptureDrop) {}

    func captureEvent(_ event: CaptureStreamEvent) {
        if case .disconnected = event { disconnected.signal() }
    }
}
