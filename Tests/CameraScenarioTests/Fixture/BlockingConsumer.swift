import Dispatch
import Synchronization

/// Who gets the frames, and does not return when told so.
final class BlockingConsumer: Sendable {
    private struct State {
        var blocks = false
        var isBlocked = false
        var frames = 0
    }

    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    /// Takes a frame.
    func take() {
        let blocks = state.withLock { state in
            state.frames += 1
            state.isBlocked = state.blocks
            return state.blocks
        }
        if blocks { gate.wait() }
    }

    /// The next frame is not returned from.
    func block() {
        state.withLock { $0.blocks = true }
    }

    /// Everything goes on.
    func goOn() {
        let wasBlocked = state.withLock { state in
            state.blocks = false
            defer { state.isBlocked = false }
            return state.isBlocked
        }
        if wasBlocked { gate.signal() }
    }

    /// Whether a frame is being blocked on, or is going to be.
    var mayBlock: Bool { state.withLock { $0.blocks } }
    /// Whether a frame is being blocked on.
    var isBlocked: Bool { state.withLock { $0.isBlocked } }
    /// Frames taken so far.
    var frames: Int { state.withLock { $0.frames } }
}
