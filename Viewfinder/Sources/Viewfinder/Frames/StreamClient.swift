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
