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

/// The latest frames of a video, as far back as a viewer may be behind.
///
/// A frame of H.264 is decoded with those before it. A viewer therefore gets all of them in order, or goes on with a key
/// frame. The queue begins with the newest key frame while it has room, so a viewer who is behind, or who comes, begins there:
///
/// ```
///  K P P P P            a viewer who comes begins with K, and gets all P at once
///  P P P P P P          full, K is gone: whoever follows gets the next P, whoever comes waits for a key frame
///  K                    a new key frame: what lies before is gone, and whoever is behind leaves it out
/// ```
///
/// JPEG files are key frames, so there is never more than the newest one of them.
struct VideoFrameQueue {
    /// What a viewer gets.
    enum Step {
        /// This frame.
        ///
        /// - Parameters:
        ///   - generation: its place in the order of publication, from 1 on; the argument for the next call.
        ///   - skipped: how many frames before it the viewer never gets.
        case frame(EncodedFrame, generation: UInt64, skipped: UInt64)
        /// Nothing yet: it has the newest one.
        case upToDate
        /// Nothing: it can go on with a key frame only, and there is none.
        case needsKeyFrame
    }

    private let limit: Int
    private var frames: [EncodedFrame] = []
    /// The place of the last frame that was ever appended; 0 before the first.
    private var newest: UInt64 = 0

    /// - Parameter limit: how many frames are held at most.
    init(limit: Int = 12) {
        precondition(limit > 0)
        self.limit = limit
        frames.reserveCapacity(limit)
    }

    /// How many frames are held.
    var count: Int { frames.count }

    /// Adds the next frame.
    mutating func append(_ frame: EncodedFrame) {
        if frame.isKeyFrame {
            frames.removeAll(keepingCapacity: true)
        } else if frames.count == limit {
            frames.removeFirst()
        }
        frames.append(frame)
        newest += 1
    }

    /// Forgets all frames. Who had the newest one can go on with the next.
    mutating func removeAll() {
        frames.removeAll(keepingCapacity: true)
    }

    /// What a viewer gets now.
    ///
    /// - Parameter generation: the place of the frame that it got last; nil, or 0, if it got none.
    func next(after generation: UInt64?) -> Step {
        let last = generation ?? 0
        if last > 0, last >= newest { return .upToDate }
        let first = newest - UInt64(frames.count) + 1
        if last > 0, last + 1 >= first {
            return .frame(frames[Int(last + 1 - first)], generation: last + 1, skipped: 0)
        }
        guard let begin = frames.first, begin.isKeyFrame else { return .needsKeyFrame }
        return .frame(begin, generation: first, skipped: last > 0 ? first - last - 1 : 0)
    }
}
