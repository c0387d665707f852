import CoreMedia
import Testing

@Suite("CMBufferQueue")
struct CMBufferQueueTests {
    /// A buffer of a client's own kind.
    private final class Packet {
        let time: CMTime
        let size: Int

        init(_ tenths: Int64, size: Int = 10) {
            time = CMTime(value: tenths, timescale: 10)
            self.size = size
        }
    }

    private func tenths(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 10) }

    /// A queue of packets that last a tenth of a second each.
    private func makeQueue(capacity: CMItemCount = 0, isSorted: Bool = false) throws -> CMBufferQueue {
        let handlers = CMBufferQueue.Handlers { builder in
            builder.getDuration { _ in CMTime(value: 1, timescale: 10) }
            builder.getPresentationTimeStamp { ($0 as? Packet)?.time ?? .invalid }
            builder.getSize { ($0 as? Packet)?.size ?? 0 }
            guard isSorted else { return }
            builder.compare { left, right in
                let order = CMTimeCompare((left as? Packet)?.time ?? .zero, (right as? Packet)?.time ?? .zero)
                return order < 0 ? .compareLessThan : order > 0 ? .compareGreaterThan : .compareEqualTo
            }
        }
        return try CMBufferQueue(capacity: capacity, handlers: handlers)
    }

    @Test("Gives buffers in the order in which they came, and knows their sums")
    func order() throws {
        let queue = try makeQueue()
        #expect(queue.isEmpty && queue.duration == .zero && queue.head == nil && queue.dequeue() == nil)
        let packets = [Packet(3), Packet(1, size: 5), Packet(2)]
        for packet in packets { try queue.enqueue(packet) }
        #expect(queue.bufferCount == 3 && queue.duration == tenths(3) && queue.totalSize == 25)
        #expect(queue.firstPresentationTimeStamp == tenths(3))
        #expect(queue.minPresentationTimeStamp == tenths(1) && queue.maxPresentationTimeStamp == tenths(3))
        #expect(queue.endPresentationTimeStamp == tenths(4))
        #expect(!queue.firstDecodeTimeStamp.isValid && !queue.minDecodeTimeStamp.isValid)
        #expect(queue.head === packets[0])
        #expect(Array(queue.buffers).count == 3)
        for packet in packets { #expect(queue.dequeue() === packet) }
        #expect(queue.isEmpty && queue.duration == .zero && queue.totalSize == 0)
    }

    @Test("Sorts, and leaves equals in the order in which they came")
    func sorting() throws {
        let queue = try makeQueue(isSorted: true)
        let (first, second) = (Packet(2), Packet(2))
        for packet in [first, Packet(3), second, Packet(1)] { try queue.enqueue(packet) }
        let times = queue.buffers.map { ($0 as? Packet)?.time }
        #expect(times == [tenths(1), tenths(2), tenths(2), tenths(3)])
        _ = queue.dequeue()
        #expect(queue.dequeue() === first)
        #expect(queue.dequeue() === second)
    }

    @Test("Refuses what is too much, comes after the end, or is not valid")
    func refusals() throws {
        let queue = try makeQueue(capacity: 1)
        try queue.enqueue(Packet(1))
        #expect(throws: CMBufferQueue.Error.queueIsFull) { try queue.enqueue(Packet(2)) }
        try queue.markEndOfData()
        #expect(queue.containsEndOfData && !queue.isAtEndOfData)
        #expect(queue.dequeue() != nil && queue.isAtEndOfData)
        #expect(CMBufferQueueEnqueue(queue, buffer: Packet(3)) == kCMBufferQueueError_EnqueueAfterEndOfData)
        try queue.reset()
        #expect(!queue.containsEndOfData)
        CMBufferQueueSetValidationHandler(queue) { _, buffer in
            buffer is Packet ? noErr : kCMBufferQueueError_InvalidBuffer
        }
        #expect(throws: CMBufferQueue.Error.invalidBuffer) { try queue.enqueue(NSNumber(value: 1)) }
        try queue.enqueue(Packet(4))
        #expect(queue.bufferCount == 1)
    }

    @Test("A reset shows every buffer and leaves none")
    func resetting() throws {
        let queue = try makeQueue()
        for number in 1...3 { try queue.enqueue(Packet(Int64(number))) }
        var seen: [CMTime?] = []
        try queue.reset { seen.append(($0 as? Packet)?.time) }
        #expect(seen == [tenths(1), tenths(2), tenths(3)])
        #expect(queue.isEmpty && queue.duration == .zero)
    }

    @Test("Calls triggers when their conditions become true, and tests them at any time")
    func triggers() throws {
        let queue = try makeQueue()
        var fired: [String] = []
        let long = try queue.installTrigger(condition: .whenDurationBecomesGreaterThan(tenths(2))) { _ in
            fired.append("long")
        }
        let few = try queue.installTrigger(condition: .whenBufferCountBecomesLessThan(2)) { _ in fired.append("few") }
        _ = try queue.installTrigger(condition: .whenEndOfDataReached) { _ in fired.append("end") }
        _ = try queue.installTrigger(condition: .whenReset) { _ in fired.append("reset") }
        _ = try queue.installTrigger(condition: .whenMaxPresentationTimeStampChanges) { _ in fired.append("max") }
        // True already: called at once.
        #expect(fired == ["few"])
        for number in 1...3 { try queue.enqueue(Packet(Int64(number))) }
        #expect(fired == ["few", "max", "max", "long", "max"])
        #expect(queue.testTrigger(long) && !queue.testTrigger(few))
        fired = []
        _ = queue.dequeue()
        #expect(fired.isEmpty && !queue.testTrigger(long))
        try queue.removeTrigger(few)
        #expect(throws: CMBufferQueue.Error.invalidTriggerToken) { try queue.removeTrigger(few) }
        try queue.markEndOfData()
        _ = queue.dequeue()
        _ = queue.dequeue()
        #expect(fired == ["end", "max"])
        try queue.reset()
        #expect(fired == ["end", "max", "reset"])
    }

    @Test("A trigger's function may look at the queue, and not change it")
    func triggerCallbacks() throws {
        let queue = try makeQueue()
        var errors: [NSError] = []
        var counts: [Int] = []
        _ = try queue.installTrigger(condition: .whenBufferCountBecomesGreaterThan(0)) { [unowned queue] _ in
            counts.append(queue.bufferCount)
            do { try queue.enqueue(Packet(9)) } catch { errors.append(error as NSError) }
            if queue.dequeue() != nil { counts.append(-1) }
        }
        try queue.enqueue(Packet(1))
        #expect(counts == [1] && queue.bufferCount == 1)
        #expect(errors == [CMBufferQueue.Error.cannotModifyQueueFromTriggerCallback])
    }

    @Test("Triggers that make no sense are refused")
    func badTriggers() throws {
        let queue = try makeQueue()
        #expect(throws: CMBufferQueue.Error.badTriggerDuration) {
            _ = try queue.installTrigger(condition: .whenDurationBecomesLessThan(.indefinite)) { _ in }
        }
        let condition = kCMBufferQueueTrigger_WhenReset
        var token: CMBufferQueueTriggerToken?
        let senseless = CMBufferQueueInstallTriggerHandler(queue, condition, .invalid, nil, nil)
        #expect(senseless == kCMBufferQueueError_RequiredParameterMissing)
        let unknown = CMBufferQueueInstallTriggerHandler(queue, 99, .zero, &token, nil)
        #expect(unknown == kCMBufferQueueError_InvalidTriggerCondition)
        let counted = CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(queue, condition, 1, &token, nil)
        #expect(counted == kCMBufferQueueError_InvalidTriggerCondition)
        #expect(token == nil)
        let status = CMBufferQueueInstallTriggerHandler(queue, condition, .invalid, &token, nil)
        #expect(status == noErr && token != nil)
    }

    @Test("Sample buffers: sorted by output time, and dequeued when their data is ready")
    func sampleBuffers() throws {
        var made: CMBufferQueue?
        let callbacks = CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS()
        CMBufferQueueCreate(allocator: nil, capacity: 0, callbacks: callbacks, queueOut: &made)
        let queue = try #require(made)
        for time: Int64 in [5, 2, 9] { try queue.enqueue(try makeFrame(time).0) }
        #expect(queue.duration == CMTime(value: 3, timescale: 30))
        let head = try #require(queue.dequeueIfDataReady() as? CMSampleBuffer)
        #expect(head.presentationTimeStamp == CMTime(value: 2, timescale: 30))
        #expect(queue.minPresentationTimeStamp == CMTime(value: 5, timescale: 30))
    }

    @Test("Waits for the next buffer's data")
    func readiness() throws {
        let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
        var made: CMSampleBuffer?
        CMSampleBufferCreate(
            allocator: nil,
            dataBuffer: nil,
            dataReady: false,
            makeDataReadyCallback: nil,
            refcon: nil,
            formatDescription: nil,
            sampleCount: 0,
            sampleTimingEntryCount: 0,
            sampleTimingArray: nil,
            sampleSizeEntryCount: 0,
            sampleSizeArray: nil,
            sampleBufferOut: &made
        )
        let buffer = try #require(made)
        try queue.enqueue(buffer)
        var calls = 0
        _ = try queue.installTrigger(condition: .whenDataBecomesReady) { _ in calls += 1 }
        #expect(queue.dequeueIfDataReady() == nil && calls == 0)
        CMSampleBufferSetDataReady(buffer)
        #expect(calls == 1)
        #expect(queue.dequeueIfDataReady() === buffer)
    }
}
