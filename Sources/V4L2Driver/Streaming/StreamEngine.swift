import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Glibc
import Logging
import Synchronization

/// A running stream: fetches frames, checks them, delivers them, and keeps the camera supplied with buffers.
///
/// Every decision is one of the pure parts' (`BufferTracker`, `SequenceTracker`, `TimestampTrust`, `StallWatchdog`,
/// `FrameCheck`, `BacklogPolicy`); this class makes the calls that follow. It is used on one thread at a time: by the
/// caller until the stream is started, by the stream's thread afterwards.
// @unchecked: handed over to the stream's thread once, as said above.
final class StreamEngine: @unchecked Sendable {
    /// Whether the stream goes on.
    enum Turn: Sendable, Equatable {
        /// It does.
        case again
        /// It has ended; the sink knows, unless it was told to stop.
        case ended
    }

    /// So many turns with an error from `poll` but none from the camera end the stream, instead of turning for ever.
    static let unexplainedErrorLimit = 10

    private let node: VideoNode
    private let wake: WakeSignal
    private let sink: MutableSink
    private let now: MonotonicTime
    private let log: Logger
    private let onDisconnected: @Sendable () -> Void
    private let shape: FrameShape
    private let formatDescription: CMFormatDescription
    private let frameDuration: CMTime

    private var ring: BufferRing
    private var copies: CopyPool
    private var sequence: SequenceTracker
    private var trust: TimestampTrust
    private var watchdog: StallWatchdog
    private var check: FrameCheck
    private var gate = LogGate()
    private var arrivals: [BufferRing.Arrival] = []
    private var unexplainedErrors = 0
    private let entries: UnsafeMutableBufferPointer<pollfd>

    /// Asks the camera for buffers, queues them and starts the flow.
    ///
    /// - Parameters:
    ///   - firstSequence: the number of the first frame; continues that of a stream that is restarted.
    ///   - onDisconnected: called before the sink learns that the camera is gone.
    init(
        node: VideoNode,
        agreement: StreamNegotiation.Agreement,
        wake: WakeSignal,
        sink: any CaptureStreamSink,
        firstSequence: UInt64,
        now: @escaping MonotonicTime,
        log: Logger,
        onDisconnected: @escaping @Sendable () -> Void
    ) throws(CaptureDriverError) {
        self.node = node
        self.wake = wake
        self.sink = MutableSink(sink)
        self.now = now
        self.log = log
        self.onDisconnected = onDisconnected
        shape = agreement.shape
        frameDuration = agreement.configuration.frameDuration
        var ring = try BufferRing(node: node, shape: shape)
        guard let sample = ring.sample else {
            throw CaptureDriverError(
                kind: .outOfMemory,
                operation: VideoRequest.requestBuffers.name,
                device: node.path,
                advice: "The camera's driver gave no buffers. Choose a smaller format."
            )
        }
        formatDescription = try shape.formatDescription(sample: sample)
        try Self.start(&ring, node: node)
        copies = CopyPool(shape: shape, capacity: ring.capacity)
        arrivals.reserveCapacity(ring.count)
        self.ring = ring
        sequence = SequenceTracker(next: firstSequence)
        let seconds = CMTIME_IS_NUMERIC(frameDuration) ? CMTimeGetSeconds(frameDuration) : 0
        let framePeriod = Int64(seconds * 1e9)
        trust = TimestampTrust(framePeriod: framePeriod)
        watchdog = StallWatchdog(framePeriod: framePeriod, start: now())
        check = FrameCheck(expectedBytes: shape.kind.expectedBytes)
        entries = .allocate(capacity: 2)
        entries.initialize(repeating: pollfd())
    }

    deinit {
        entries.deallocate()
    }

    /// The number that the next frame would get.
    var nextSequence: UInt64 { sequence.next }

    /// Queues all buffers and switches the stream on. A driver that refuses a buffer once (it happens under memory
    /// pressure) is asked again, and does without it if enough others are queued.
    private static func start(_ ring: inout BufferRing, node: VideoNode) throws(CaptureDriverError) {
        if ring.refill() != nil, let refusal = ring.refill(), ring.ledger.queued < BufferTracker.reserve {
            throw CaptureDriverError(refusal, operation: VideoRequest.queueBuffer.name, device: node.path)
        }
        try ring.streamOn()
    }

    /// Calls the sink no more, whatever the thread does. Any thread.
    func mute() {
        sink.mute()
    }

    /// Waits for the camera once and handles what it has. Bounded by the watchdog's timeout, at most a second.
    func turn() -> Turn {
        refill()
        entries[0] = pollfd(fd: node.descriptor, events: Int16(POLLIN), revents: 0)
        entries[1] = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        do {
            _ = try node.system.poll(entries, timeoutMilliseconds: watchdog.pollTimeout(at: now()))
        } catch {
            if error.code == EINTR { return .again }
            return fail(CaptureDriverError(error, operation: "poll", device: node.path))
        }
        if entries[1].revents != 0 { return .ended }
        do {
            try handle(entries[0].revents)
            return .again
        } catch {
            return fail(error)
        }
    }

    /// Switches the stream off, gives the buffers up and closes the node; what consumers hold stays readable.
    func shutDown() {
        // A camera that is gone refuses both, and closing the node releases everything anyway.
        try? ring.streamOff()
        try? ring.release()
        node.close()
    }

    // MARK: - Arrivals

    private func handle(_ events: Int16) throws(CaptureDriverError) {
        if events & Int16(POLLIN) != 0 {
            try fetch()
        } else if events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 {
            try explain(events)
        } else {
            unexplainedErrors = 0
        }
        try checkForStall()
    }

    /// `poll` tells that something is wrong; the next fetch tells what. Without an answer the stream ends after a while,
    /// because `poll` would return at once for ever.
    private func explain(_ events: Int16) throws(CaptureDriverError) {
        let hungUp = events & Int16(POLLHUP | POLLNVAL) != 0
        if hungUp { throw CaptureDriverError(Errno(ENODEV), operation: "poll", device: node.path) }
        try fetch()
        unexplainedErrors += 1
        if unexplainedErrors >= Self.unexplainedErrorLimit {
            throw CaptureDriverError(Errno(EIO), operation: "poll", device: node.path)
        }
    }

    /// Fetches all frames that are ready, then delivers them as the backlog policy says.
    private func fetch() throws(CaptureDriverError) {
        arrivals.removeAll(keepingCapacity: true)
        while arrivals.count < ring.count, let arrival = try ring.dequeue() {
            arrivals.append(arrival)
        }
        guard !arrivals.isEmpty else { return }
        unexplainedErrors = 0
        let arrivalTime = now()
        if watchdog.frameArrived(at: arrivalTime) { sink.captureEvent(.resumed) }
        let skipped = BacklogPolicy.skipped(waiting: arrivals.count)
        for (position, arrival) in arrivals.enumerated() {
            receive(arrival, at: arrivalTime, isSkipped: position < skipped)
        }
    }

    private func receive(_ arrival: BufferRing.Arrival, at arrivalTime: Int64, isSkipped: Bool) {
        let (number, lost) = sequence.advance(to: arrival.sequence)
        let (nanoseconds, suspicion) = trust.time(
            kernel: arrival.kernelTime,
            isMonotonic: arrival.isMonotonic,
            arrival: arrivalTime
        )
        if let suspicion {
            warn("timestamp", "The camera's timestamp is replaced by the arrival time", suspicion.rawValue)
            sink.timestampDoubted(suspicion)
        }
        let time = CMTime(value: nanoseconds, timescale: 1_000_000_000)
        if lost > 0 { drop(.sequenceGap, lost, time) }
        let verdict = check.judge(
            ring.bytes(arrival.index),
            used: arrival.bytesUsed,
            isMarked: arrival.isMarkedBad
        )
        if case .bad(let fault) = verdict {
            warn("frame", "A bad frame was dropped", fault.rawValue)
            sink.frameRejected(fault)
            drop(.corrupt, 1, time)
        } else if isSkipped {
            drop(.sequenceGap, 1, time)
        } else {
            deliver(arrival, number: number, time: time)
        }
        ring.settle(arrival)
        refill()
    }

    private func deliver(_ arrival: BufferRing.Arrival, number: UInt64, time: CMTime) {
        let content =
            ring.lend(arrival, shape: shape)
            ?? copies.copy(ring.bytes(arrival.index), used: arrival.bytesUsed)
        guard let content else {
            warn("buffers", "Consumers hold all buffers; a frame was dropped", "")
            drop(.outOfBuffers, 1, time)
            return
        }
        sink.capture(
            CaptureFrame(
                content: content,
                formatDescription: formatDescription,
                presentationTime: time,
                duration: frameDuration,
                sequence: number
            )
        )
    }

    private func drop(_ reason: CaptureDrop.Reason, _ count: Int, _ time: CMTime) {
        sink.captureDropped(CaptureDrop(reason: reason, count: count, presentationTime: time))
    }

    private func refill() {
        guard let refusal = ring.refill(), refusal.code != ENODEV else { return }
        // Not an error yet: the buffer is offered again, and a camera that is gone says so on the next fetch.
        warn("queue", "The camera's driver refused a buffer", refusal.description)
    }

    // MARK: - Silence and failure

    private func checkForStall() throws(CaptureDriverError) {
        let action = watchdog.poll(at: now())
        if let seconds = action.report {
            warn("stall", "The camera delivers nothing", "\(seconds) s")
            sink.captureEvent(.stalled(seconds: seconds))
        }
        if action.restart { try restart() }
    }

    /// Switches the stream off and on: brings back cameras whose firmware hangs.
    private func restart() throws(CaptureDriverError) {
        try ring.streamOff()
        sequence.restart()
        try Self.start(&ring, node: node)
    }

    private func fail(_ error: CaptureDriverError) -> Turn {
        log.warning("The stream has ended", metadata: ["error": "\(error)"])
        guard error.kind == .disconnected else {
            sink.captureEvent(.failed(error))
            return .ended
        }
        onDisconnected()
        sink.captureEvent(.disconnected)
        return .ended
    }

    private func warn(_ topic: String, _ message: Logger.Message, _ detail: @autoclosure () -> String) {
        guard let suppressed = gate.admit(topic, at: now()) else { return }
        log.warning(
            message,
            metadata: ["detail": "\(detail())", "device": "\(node.path)", "suppressed": "\(suppressed)"]
        )
    }
}

extension FrameShape.Kind {
    /// What an uncompressed frame has at least; `nil` for JPEG.
    var expectedBytes: Int? {
        switch self {
        case .image(let layout): layout.byteCount
        case .jpeg: nil
        }
    }
}

/// The thread of one stream.
final class StreamThread: Sendable {
    /// How long a stop waits for the thread: USB cameras are given up to five seconds by the kernel for each command.
    static let patience = DispatchTimeInterval.seconds(8)

    private let engine: StreamEngine
    private let wake: WakeSignal
    private let end = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: shown by `top -H` and debuggers.
    ///   - engine: a stream that is switched on; the thread's alone from now on.
    ///   - wake: the engine's.
    init(name: String, engine: StreamEngine, wake: WakeSignal) {
        self.engine = engine
        self.wake = wake
        let thread = Thread { [engine, end] in
            Thread.nameCurrent(name)
            while engine.turn() == .again {}
            engine.shutDown()
            end.signal()
        }
        thread.qualityOfService = .userInteractive
        thread.start()
    }

    /// Ends the stream and waits until the thread has gone.
    ///
    /// - Returns: the number that the next frame would have got; `nil` if the thread is stuck in the kernel or in the sink.
    func stop() -> UInt64? {
        wake.signal()
        guard end.wait(timeout: .now() + Self.patience) == .success else {
            engine.mute()
            return nil
        }
        end.signal()
        return engine.nextSequence
    }
}

/// Passes on to the sink until it is muted: a stream whose thread is stuck must not speak up after it was stopped.
final class MutableSink: CaptureStreamSink {
    private let sink: any CaptureStreamSink
    private let witness: (any StreamWitness)?
    private let isMuted = Atomic(false)

    init(_ sink: any CaptureStreamSink) {
        self.sink = sink
        witness = sink as? any StreamWitness
    }

    /// From now on nothing is passed on. A call that is under way may still finish.
    func mute() {
        isMuted.store(true, ordering: .releasing)
    }

    func capture(_ frame: CaptureFrame) {
        if !isMuted.load(ordering: .acquiring) { sink.capture(frame) }
    }

    func captureDropped(_ drop: CaptureDrop) {
        if !isMuted.load(ordering: .acquiring) { sink.captureDropped(drop) }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        if !isMuted.load(ordering: .acquiring) { sink.captureEvent(event) }
    }

    /// Tells the sink of a suspicion, if it wants to know.
    func timestampDoubted(_ suspicion: TimestampTrust.Suspicion) {
        if !isMuted.load(ordering: .acquiring) { witness?.timestampDoubted(suspicion) }
    }

    /// Tells the sink of a bad frame, if it wants to know.
    func frameRejected(_ fault: FrameCheck.Fault) {
        if !isMuted.load(ordering: .acquiring) { witness?.frameRejected(fault) }
    }
}
