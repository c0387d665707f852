import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// One client of a frame stream: takes the frame that is due and writes it to the connection, again and again.
///
/// It works on the connection's event loop without a task, so that a published frame reaches the socket after one hop.
/// A frame's bytes are not copied: the encoded buffer itself goes to the socket with a gathering write.
///
/// `@unchecked Sendable`: `state`, `header` and `trailer` are touched on the channel's event loop only; everything else
/// is immutable or atomic.
final class StreamClient: FrameClient, @unchecked Sendable {
    private let channel: any Channel
    private let slot: StreamSlots.Slot
    private let source: any FrameSource
    private let format: FrameStreamFormat
    private let clock: MonotonicClock
    private let ended: EventLoopPromise<Void>
    private let waitsForFrame = Atomic<Bool>(false)
    /// Made once, so that waking the client allocates nothing.
    private var pollOnEventLoop: @Sendable () -> Void = {}

    private var state = StreamState()
    private var header = ByteBuffer()
    private var trailer = ByteBuffer()

    init(
        channel: any Channel,
        slot: StreamSlots.Slot,
        source: any FrameSource,
        format: FrameStreamFormat,
        clock: MonotonicClock
    ) {
        self.channel = channel
        self.slot = slot
        self.source = source
        self.format = format
        self.clock = clock
        ended = channel.eventLoop.makePromise()
        format.writeTrailer(to: &trailer)
        pollOnEventLoop = { [weak self] in
            guard let self else { return }
            self.perform(self.state.frameAvailable())
        }
    }

    /// Sends frames until the client leaves or ``end()`` is called.
    func run() async {
        channel.eventLoop.execute {
            // What the kernel has taken can no longer be replaced by a newer frame.
            self.channel.boundUnsentBytes(128 * 1024)
            var opening = ByteBuffer()
            self.format.writeOpening(to: &opening)
            if opening.readableBytes > 0 {
                self.channel.writeAndFlush(HTTPResponsePart.body(opening), promise: nil)
            }
            self.source.add(self)
            self.perform(self.state.frameAvailable())
        }
        // The promise is only ever succeeded.
        try? await ended.futureResult.get()
    }

    /// Ends the stream. Callable from any thread, any number of times.
    func end() {
        channel.eventLoop.execute { self.finish() }
    }

    func frameWasPublished() {
        if waitsForFrame.exchange(false, ordering: .acquiringAndReleasing) {
            channel.eventLoop.execute(pollOnEventLoop)
        }
    }

    private func perform(_ action: StreamState.Action) {
        switch action {
        case .none: return
        case .poll: break
        }
        if let delivery = source.next(after: state.lastGeneration) {
            return send(delivery)
        }
        waitsForFrame.store(true, ordering: .releasing)
        // A frame published before the flag was set woke nobody, so look once more.
        if let delivery = source.next(after: state.lastGeneration) {
            waitsForFrame.store(false, ordering: .relaxed)
            send(delivery)
        }
    }

    private func send(_ delivery: FrameBroadcaster.Delivery) {
        state.took(generation: delivery.generation, skipped: delivery.skipped)
        header.clear()
        format.writeHeader(of: delivery, skipped: state.skipped, now: clock.now(), to: &header)
        if header.readableBytes > 0 {
            channel.write(HTTPResponsePart.body(header), promise: nil)
        }
        slot.writeBegan()
        let written = channel.eventLoop.makePromise(of: Void.self)
        if trailer.readableBytes > 0 {
            channel.write(HTTPResponsePart.body(delivery.frame.data), promise: nil)
            channel.writeAndFlush(HTTPResponsePart.body(trailer), promise: written)
        } else {
            channel.writeAndFlush(HTTPResponsePart.body(delivery.frame.data), promise: written)
        }
        written.futureResult.whenComplete { result in
            switch result {
            case .success:
                self.slot.writeEnded()
                self.perform(self.state.written())
            case .failure: self.finish()
            }
        }
    }

    private func finish() {
        guard state.end() else { return }
        source.remove(self)
        ended.succeed()
    }
}

/// Decides when a client gets a frame: the newest only, one at a time.
///
/// ```
///            frame available             written, none newer
///  waiting ------------------> writing ----------------------> waiting
///                               |   ^
///                               +---+ written, a newer one waits
///  any state -- end --> ended
/// ```
///
/// While a frame is being written nothing is queued behind it: when the write completes the client takes whatever is
/// newest then, and what came in between is counted as skipped.
struct StreamState {
    private enum Step {
        case waiting
        case writing
        case ended
    }

    /// What the caller has to do.
    enum Action: Equatable {
        /// Look for a frame newer than ``lastGeneration``; if there is one, report ``took(generation:skipped:)``.
        case poll
        /// Nothing.
        case none
    }

    private var step = Step.waiting
    /// The generation of the frame that was taken last; nil before the first.
    private(set) var lastGeneration: UInt64?
    /// Frames published since the first one taken that this client never got.
    private(set) var skipped: UInt64 = 0

    /// A frame was published, or may have been.
    mutating func frameAvailable() -> Action {
        switch step {
        case .waiting: .poll
        case .writing, .ended: .none
        }
    }

    /// The newest frame was taken and its write began.
    mutating func took(generation: UInt64, skipped missed: UInt64) {
        switch step {
        case .waiting:
            step = .writing
            lastGeneration = generation
            skipped += missed
        case .writing, .ended:
            preconditionFailure("a frame is taken only after the action poll")
        }
    }

    /// The write that ``took(generation:skipped:)`` announced has reached the socket.
    mutating func written() -> Action {
        switch step {
        case .writing:
            step = .waiting
            return .poll
        case .waiting:
            preconditionFailure("only one write is under way at a time, and it completes once")
        case .ended:
            return .none
        }
    }

    /// The stream is over: the client left, the server stops, or a write failed.
    ///
    /// - Returns: whether this is the first time.
    mutating func end() -> Bool {
        switch step {
        case .waiting, .writing:
            step = .ended
            return true
        case .ended:
            return false
        }
    }
}
