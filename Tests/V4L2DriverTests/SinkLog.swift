import CaptureDriver
import CoreMedia
import Synchronization

/// Collects what a stream delivers.
final class SinkLog: CaptureStreamSink {
    private struct State {
        var frames: [CaptureFrame] = []
        var count = 0
        var sequences: [UInt64] = []
        var drops: [CaptureDrop] = []
        var events: [String] = []
        var isKeeping: Bool
    }

    private let state: Mutex<State>

    /// - Parameter isKeeping: whether frames are held, as a slow consumer does.
    init(isKeeping: Bool = false) {
        state = Mutex(State(isKeeping: isKeeping))
    }

    var frames: [CaptureFrame] { state.withLock { $0.frames } }
    var count: Int { state.withLock { $0.count } }
    var sequences: [UInt64] { state.withLock { $0.sequences } }
    var drops: [CaptureDrop] { state.withLock { $0.drops } }
    var events: [String] { state.withLock { $0.events } }

    /// Lets go of the frames, and keeps no more.
    func release() {
        state.withLock { $0.isKeeping = false }
        releaseFrames()
    }

    /// Lets go of the frames.
    func releaseFrames() {
        let frames = state.withLock { state -> [CaptureFrame] in
            defer { state.frames = [] }
            return state.frames
        }
        _ = frames
    }

    func capture(_ frame: CaptureFrame) {
        state.withLock { state in
            state.count += 1
            state.sequences.append(frame.sequence)
            if state.isKeeping { state.frames.append(frame) }
        }
    }

    func captureDropped(_ drop: CaptureDrop) {
        state.withLock { $0.drops.append(drop) }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        let text =
            switch event {
            case .stalled(let seconds): "stalled \(seconds)"
            case .resumed: "resumed"
            case .disconnected: "disconnected"
            case .failed(let error): "failed \(error.operation) \(error.nativeCode ?? 0)"
            }
        state.withLock { $0.events.append(text) }
    }
}
