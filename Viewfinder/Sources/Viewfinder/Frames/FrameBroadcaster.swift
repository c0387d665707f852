import NIOCore
import Synchronization

/// Holds the newest frame and wakes whoever wants it.
///
/// There is no queue: a frame that nobody took before the next one came is gone, and each client counts for itself
/// what it missed. The producer never waits and never does a client's work.
public final class FrameBroadcaster: Sendable {
    /// The newest frame as one client sees it.
    struct Delivery {
        /// The frame.
        let frame: EncodedFrame
        /// The frame's place in the order of publication; the argument for the next call.
        let generation: UInt64
        /// How many frames were published since the last one that this client took, and are gone.
        let skipped: UInt64
    }

    private struct State {
        var newest: EncodedFrame?
        var generation: UInt64 = 0
        /// Frames captured before are of the past.
        var horizon: UInt64 = 0
        var clients: [any FrameClient] = []
    }

    /// The same frames as a video, for those who want it; nil where nobody encodes one.
    public let video: VideoFrameBroadcaster?

    private let state = Mutex(State())
    private let clientCount = Atomic<Int>(0)

    /// Makes a broadcaster that holds no frame.
    ///
    /// - Parameter video: where the same frames are published as a video.
    public init(video: VideoFrameBroadcaster? = nil) {
        self.video = video
    }

    /// Whether anybody is watching single pictures. A camera that must encode its frames first need not while this is false, but for a
    /// frame now and then, which lets the next client see something at once.
    public var hasClients: Bool {
        clientCount.load(ordering: .relaxed) > 0
    }

    /// Replaces the newest frame and wakes the clients that wait, unless the frame was forgotten already. Callable from any
    /// thread; it does no I/O.
    public func publish(_ frame: EncodedFrame) {
        let clients: [any FrameClient] = state.withLock { state in
            guard frame.captureTime >= state.horizon else { return [] }
            state.newest = frame
            state.generation += 1
            return state.clients
        }
        for client in clients {
            client.frameWasPublished()
        }
    }

    /// Forgets the held frame, and those of the video, so that no new client sees a picture of the past: after a disconnection,
    /// for example.
    ///
    /// - Parameter time: frames captured before are forgotten when they are still to be published: one may be being encoded.
    public func forgetFrame(capturedBefore time: UInt64 = 0) {
        state.withLock { state in
            state.newest = nil
            state.horizon = max(state.horizon, time)
        }
        video?.forgetFrames(capturedBefore: time)
    }

    /// The newest frame, if it came after the one with the given generation.
    func newest(after generation: UInt64?) -> Delivery? {
        state.withLock { state in
            guard let frame = state.newest, state.generation != generation else { return nil }
            let skipped = generation.map { state.generation - $0 - 1 } ?? 0
            return Delivery(frame: frame, generation: state.generation, skipped: skipped)
        }
    }

    /// Wakes `client` from now on.
    func add(_ client: any FrameClient) {
        state.withLock { $0.clients.append(client) }
        clientCount.add(1, ordering: .relaxed)
    }

    /// Stops waking `client`.
    func remove(_ client: any FrameClient) {
        let wasThere = state.withLock { state in
            guard let index = state.clients.firstIndex(where: { $0 === client }) else { return false }
            state.clients.remove(at: index)
            return true
        }
        if wasThere {
            clientCount.subtract(1, ordering: .relaxed)
        }
    }
}

/// Somebody who wants frames.
protocol FrameClient: AnyObject, Sendable {
    /// A frame was published. Called on the producer's thread: it must return at once.
    func frameWasPublished()
}
