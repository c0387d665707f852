import Synchronization

/// Holds the latest frames of a video and wakes whoever wants them. Encoded once, for all viewers.
///
/// The producer never waits and never does a viewer's work: how far one may be behind is bounded (`VideoFrameQueue`). One who is
/// further behind, and one who comes, needs a key frame; the producer is told by ``needsKeyFrame``.
public final class VideoFrameBroadcaster: Sendable {
    private struct State {
        var queue = VideoFrameQueue()
        /// Frames captured before are of the past.
        var horizon: UInt64 = 0
        var needsKeyFrame = false
        var clients: [any FrameClient] = []
    }

    private let state = Mutex(State())
    private let clientCount = Atomic<Int>(0)

    /// Makes a broadcaster that holds no frame.
    public init() {}

    /// Whether anybody is watching. While nobody is, nothing need be encoded, and nothing is held.
    public var hasClients: Bool {
        clientCount.load(ordering: .relaxed) > 0
    }

    /// Whether somebody cannot go on without a key frame.
    public var needsKeyFrame: Bool {
        state.withLock { $0.needsKeyFrame }
    }

    /// Adds the next frame and wakes the clients that wait, unless it was forgotten already. Frames come in the order in which they
    /// were encoded. Callable from any thread; it does no I/O.
    public func publish(_ frame: EncodedFrame) {
        let clients: [any FrameClient] = state.withLock { state in
            guard !state.clients.isEmpty else { return [] }
            guard frame.captureTime >= state.horizon else {
                // The next one is decoded with this one.
                state.queue.removeAll()
                state.needsKeyFrame = true
                return []
            }
            if frame.isKeyFrame { state.needsKeyFrame = false }
            state.queue.append(frame)
            return state.clients
        }
        for client in clients {
            client.frameWasPublished()
        }
    }

    /// Forgets the held frames, so that no new client sees a picture of the past.
    ///
    /// - Parameter time: frames captured before are forgotten when they are still to be published.
    func forgetFrames(capturedBefore time: UInt64) {
        state.withLock { state in
            state.queue.removeAll()
            state.horizon = max(state.horizon, time)
        }
    }

    /// What a client gets now; nil while there is nothing for it. If that takes a key frame, the producer is told.
    func next(after generation: UInt64?) -> FrameBroadcaster.Delivery? {
        state.withLock { state in
            switch state.queue.next(after: generation) {
            case .frame(let frame, let generation, let skipped):
                return FrameBroadcaster.Delivery(frame: frame, generation: generation, skipped: skipped)
            case .upToDate:
                return nil
            case .needsKeyFrame:
                state.needsKeyFrame = true
                return nil
            }
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
            // Whoever comes later would see what was.
            if state.clients.isEmpty { state.queue.removeAll() }
            return true
        }
        if wasThere {
            clientCount.subtract(1, ordering: .relaxed)
        }
    }
}

/// A camera's video, begun by the still picture that is held for whoever comes: the first key frame may take a moment.
final class VideoStreamSource: FrameSource {
    private let stills: FrameBroadcaster
    private let video: VideoFrameBroadcaster

    init(stills: FrameBroadcaster, video: VideoFrameBroadcaster) {
        self.stills = stills
        self.video = video
    }

    func next(after generation: UInt64?) -> FrameBroadcaster.Delivery? {
        if let delivery = video.next(after: generation) { return delivery }
        guard generation == nil, let still = stills.newest(after: nil) else { return nil }
        // In the order of the video it stands before the first frame.
        return FrameBroadcaster.Delivery(frame: still.frame, generation: 0, skipped: 0)
    }

    func add(_ client: any FrameClient) { video.add(client) }

    func remove(_ client: any FrameClient) { video.remove(client) }
}
