import CVideo4Linux
import CaptureDriver
import Glibc

/// The kernel's buffers of one stream: asked for, mapped, queued, lent and reclaimed.
///
/// Used on one thread at a time.
struct BufferRing {
    /// A frame that the kernel delivered.
    struct Arrival {
        var index: Int
        var bytesUsed: Int
        var sequence: UInt32
        var kernelTime: Int64
        var isMonotonic: Bool
        var isMarkedBad: Bool
    }

    /// Buffers to ask for: four may be held by consumers while the camera fills one and finishes another.
    static let preferredCount: UInt32 = 6
    /// The kernel's limit.
    static let largestCount = 32

    private let node: VideoNode
    private(set) var ledger: BufferTracker
    private var slots: [FrameSlot]

    /// Asks for buffers and maps them; they are not queued yet.
    init(node: VideoNode, shape: FrameShape) throws(CaptureDriverError) {
        self.node = node
        let count = try Self.request(Self.preferredCount, node: node)
        guard count > BufferTracker.reserve, count <= Self.largestCount else {
            throw CaptureDriverError(
                kind: .outOfMemory,
                operation: VideoRequest.requestBuffers.name,
                device: node.path,
                advice: "The camera's driver gave \(count) buffers; at least \(BufferTracker.reserve + 1) are needed. "
                    + "Choose a smaller format."
            )
        }
        var slots: [FrameSlot] = []
        for index in 0..<count {
            slots.append(try Self.slot(index, node: node, shape: shape))
        }
        self.slots = slots
        ledger = BufferTracker(count: count)
    }

    /// - Returns: how many buffers the driver gave, which may be fewer or more than asked for.
    private static func request(_ count: UInt32, node: VideoNode) throws(CaptureDriverError) -> Int {
        var request = v4l2_requestbuffers()
        request.count = count
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try node.require(.requestBuffers, &request)
        return Int(request.count)
    }

    private static func slot(
        _ index: Int,
        node: VideoNode,
        shape: FrameShape
    ) throws(CaptureDriverError) -> FrameSlot {
        var buffer = emptyBuffer(index)
        try node.require(.queryBuffer, &buffer)
        let length = Int(buffer.length)
        guard length >= shape.byteCount(used: 1) else {
            throw CaptureDriverError(
                kind: .unsupportedFormat,
                operation: VideoRequest.queryBuffer.name,
                device: node.path,
                advice: "The camera's buffers are smaller than its pictures. Choose another format."
            )
        }
        let memory: MappedMemory
        do {
            memory = try MappedMemory(node: node, offset: Int(buffer.m.offset), length: length)
        } catch {
            throw CaptureDriverError(error, operation: "mmap", device: node.path)
        }
        guard let slot = FrameSlot(memory: memory, shape: shape) else {
            throw CaptureDriverError(
                kind: .unsupportedFormat,
                operation: "lay out \(shape.dimensions)",
                device: node.path,
                advice: "The camera's picture layout cannot be represented. Choose another format."
            )
        }
        return slot
    }

    private static func emptyBuffer(_ index: Int) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = UInt32(index)
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    /// How many buffers there are.
    var count: Int { slots.count }

    /// The first buffer's object, for describing the stream's frames.
    var sample: FrameBuffer? { slots.first?.buffer }

    /// Bytes of the largest frame.
    var capacity: Int { slots.first?.capacity ?? 0 }

    /// A delivered frame's bytes.
    func bytes(_ index: Int) -> UnsafeRawBufferPointer { slots[index].bytes }

    /// Takes back what consumers have let go of, and queues everything that is the driver's.
    ///
    /// A buffer that the kernel refuses stays the driver's and is offered again the next time.
    ///
    /// - Returns: the kernel's last refusal, if there was one.
    mutating func refill() -> Errno? {
        var refusal: Errno?
        for index in slots.indices {
            if ledger.holders[index] == .consumer, slots[index].reclaim() { ledger.reclaimed(index) }
            guard ledger.holders[index] == .driver else { continue }
            var buffer = Self.emptyBuffer(index)
            do {
                try node.request(.queueBuffer, &buffer)
                ledger.queued(index)
            } catch {
                refusal = error
            }
        }
        return refusal
    }

    /// Takes the next frame; `nil` when none is ready.
    mutating func dequeue() throws(CaptureDriverError) -> Arrival? {
        var buffer = Self.emptyBuffer(0)
        do {
            try node.request(.dequeueBuffer, &buffer)
        } catch {
            // Readiness may be announced for nothing; it costs a turn, no more.
            if error.code == EAGAIN { return nil }
            throw CaptureDriverError(error, operation: VideoRequest.dequeueBuffer.name, device: node.path)
        }
        let index = Int(buffer.index)
        do {
            try ledger.dequeued(index)
        } catch {
            throw CaptureDriverError(
                kind: .io,
                operation: VideoRequest.dequeueBuffer.name,
                device: node.path,
                advice: "The camera's driver is wrong (\(error)). Update the kernel."
            )
        }
        let clock = buffer.flags & PINHOLE_BUF_FLAG_TIMESTAMP_MASK
        return Arrival(
            index: index,
            bytesUsed: Int(buffer.bytesused),
            sequence: buffer.sequence,
            kernelTime: TimestampTrust.nanoseconds(
                seconds: buffer.timestamp.tv_sec,
                microseconds: buffer.timestamp.tv_usec
            ),
            isMonotonic: clock == PINHOLE_BUF_FLAG_TIMESTAMP_MONOTONIC,
            isMarkedBad: buffer.flags & PINHOLE_BUF_FLAG_ERROR != 0
        )
    }

    /// Lends a frame's buffer, if enough others remain for the camera.
    mutating func lend(_ arrival: Arrival, shape: FrameShape) -> CaptureFrame.Content? {
        guard ledger.delivery() == .lend,
            let content = slots[arrival.index].prepare(used: arrival.bytesUsed, shape: shape)
        else { return nil }
        ledger.lent(arrival.index)
        return content
    }

    /// The frame was dealt with: its buffer goes back to the kernel with the next refill, unless it was lent.
    mutating func settle(_ arrival: Arrival) {
        ledger.settled(arrival.index)
    }

    /// Starts the flow.
    func streamOn() throws(CaptureDriverError) {
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try node.require(.streamOn, &type)
    }

    /// Stops the flow; the kernel's buffers are the driver's again.
    mutating func streamOff() throws(CaptureDriverError) {
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        ledger.streamStopped()
        try node.require(.streamOff, &type)
    }

    /// Gives the buffers up and unmaps those that nobody holds.
    ///
    /// A mapping that a consumer still holds keeps the node open for the kernel, but not its queue, which is free for the
    /// next stream by the request.
    mutating func release() throws(CaptureDriverError) {
        slots = []
        ledger = BufferTracker(count: 0)
        _ = try Self.request(0, node: node)
    }
}

/// Keeps account of who has each kernel buffer: the kernel, the driver, or a consumer.
///
/// ```
///   driver --queued--> kernel --dequeued--> arrived --lent--> consumer
///      ^                                       |                 |
///      +-------------- settled ----------------+--- reclaimed ---+
/// ```
///
/// A consumer may keep a buffer as long as it likes, but the camera needs somewhere to write: at least `reserve` buffers
/// stay with the kernel. A frame that would break that is copied, and its buffer goes back at once.
struct BufferTracker: Sendable, Equatable {
    /// Who has a buffer.
    enum Holder: Sendable, Equatable {
        /// The camera writes into it, or will.
        case kernel
        /// Ours; to be queued as soon as the kernel takes it.
        case driver
        /// Ours, with a frame that has not been dealt with yet: must not be queued.
        case arrived
        /// Lent without a copy.
        case consumer
    }

    /// How to deliver a frame.
    enum Delivery: Sendable, Equatable {
        /// Lend the kernel's buffer.
        case lend
        /// Copy, and give the kernel's buffer back at once.
        case copy
    }

    /// A kernel that breaks its own rules.
    enum Violation: Error, Sendable, Equatable {
        /// The kernel delivered a buffer that does not exist.
        case unknownBuffer(Int)
        /// The kernel delivered a buffer that it did not have.
        case notQueued(Int)
    }

    /// How many buffers stay with the kernel: it fills one while it finishes the other.
    static let reserve = 2

    private(set) var holders: [Holder]

    /// All buffers are the driver's at first.
    init(count: Int) {
        holders = Array(repeating: .driver, count: count)
    }

    /// How many buffers the kernel has.
    var queued: Int {
        var count = 0
        for holder in holders where holder == .kernel { count += 1 }
        return count
    }

    /// The kernel accepted a buffer.
    mutating func queued(_ index: Int) {
        holders[index] = .kernel
    }

    /// The kernel delivered a buffer with a frame.
    mutating func dequeued(_ index: Int) throws(Violation) {
        guard holders.indices.contains(index) else { throw .unknownBuffer(index) }
        guard holders[index] == .kernel else { throw .notQueued(index) }
        holders[index] = .arrived
    }

    /// Decides how to deliver a frame that has arrived. Buffers that are the driver's count as queued, because they will
    /// be before the camera needs them.
    func delivery() -> Delivery {
        var available = 0
        for holder in holders where holder == .kernel || holder == .driver { available += 1 }
        return available >= Self.reserve ? .lend : .copy
    }

    /// A frame was dealt with; unless its buffer was lent, it is the driver's.
    mutating func settled(_ index: Int) {
        if holders[index] == .arrived { holders[index] = .driver }
    }

    /// A consumer has the buffer now.
    mutating func lent(_ index: Int) {
        holders[index] = .consumer
    }

    /// The consumers have let go of the buffer.
    mutating func reclaimed(_ index: Int) {
        holders[index] = .driver
    }

    /// The stream was switched off: the kernel gives all its buffers back without delivering them.
    mutating func streamStopped() {
        for index in holders.indices where holders[index] == .kernel { holders[index] = .driver }
    }
}
