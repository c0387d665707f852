@_spi(PreviewRendering) public import AVFoundation
import Foundation
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

/// Where a client's frames come from.
protocol FrameSource: AnyObject, Sendable {
    /// The frame that a client gets now; nil while there is none for it.
    ///
    /// - Parameter generation: the place of the frame that it got last; nil before the first.
    func next(after generation: UInt64?) -> FrameBroadcaster.Delivery?

    /// Wakes `client` from now on.
    func add(_ client: any FrameClient)

    /// Stops waking `client`.
    func remove(_ client: any FrameClient)
}

extension FrameBroadcaster: FrameSource {
    func next(after generation: UInt64?) -> Delivery? { newest(after: generation) }
}

/// What a preview layer shows, as a stream of JPEG files for pages. Nothing is encoded while nobody watches.
// @unchecked: the encoder is used on the queue only; everything else is immutable.
@_spi(PageServer)
public final class LayerStream: @unchecked Sendable {
    /// The frames, turned and mirrored as the layer shows them.
    public let frames = FrameBroadcaster()

    private let queue = DispatchQueue(label: "pinhole.layer-stream", qos: .userInteractive)
    private let arrivals: Arrivals
    private let reader: PreviewFrameReader
    private let longestSide: Int
    private var encoder: FrameEncoder

    /// Begins to stream.
    ///
    /// - Parameters:
    ///   - layer: what is shown. It is not kept alive.
    ///   - longestSide: the frames' size at most, in pixels.
    ///   - quality: of the JPEG files, 1 to 100.
    /// - Throws: when there is no memory for an encoder.
    public init(_ layer: AVCaptureVideoPreviewLayer, longestSide: Int, quality: Int = 80) throws {
        self.longestSide = longestSide
        encoder = try FrameEncoder(quality: quality)
        let arrivals = Arrivals(queue)
        self.arrivals = arrivals
        reader = PreviewFrameReader(layer) { arrivals.report() }
        arrivals.observe { [weak self] in self?.publish() }
    }

    deinit {
        reader.cancel()
        arrivals.end()
    }

    private func publish() {
        dispatchPrecondition(condition: .onQueue(queue))
        guard frames.hasClients, let frame = reader.next(longestSide: longestSide),
            let jpeg = try? encoder.encode(frame.image)
        else { return }
        let time = CMTimeConvertScale(frame.presentationTime, timescale: 1_000_000_000, method: .roundTowardZero)
        frames.publish(
            EncodedFrame(
                jpeg: jpeg,
                sequence: frame.sequence,
                captureTime: UInt64(max(0, time.value)),
                width: CVPixelBufferGetWidth(frame.image),
                height: CVPixelBufferGetHeight(frame.image)
            )
        )
    }
}

/// Wakes a queue after one or several frames, without an allocation for each.
// @unchecked: dispatch sources may be used from any thread.
private final class Arrivals: @unchecked Sendable {
    private let source: any DispatchSourceUserDataAdd

    init(_ queue: DispatchQueue) {
        source = DispatchSource.makeUserDataAddSource(queue: queue)
    }

    func observe(_ handler: @escaping @Sendable () -> Void) {
        source.setEventHandler(handler: handler)
        source.resume()
    }

    func report() { source.add(data: 1) }

    func end() { source.cancel() }
}
