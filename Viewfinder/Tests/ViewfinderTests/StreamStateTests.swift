import NIOCore
import Synchronization
import Testing

@testable import Viewfinder

@Suite("Latest frame only")
struct StreamStateTests {
    /// `#expect` can not call a mutating method itself.
    private func expect(
        _ action: StreamState.Action,
        _ expected: StreamState.Action,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(action == expected, sourceLocation: sourceLocation)
    }

    @Test("R-PREV-3: while a frame is written nothing is queued; the next look comes when the write completes")
    func oneAtATime() {
        var state = StreamState()
        expect(state.frameAvailable(), .poll)
        state.took(generation: 1, skipped: 0)
        expect(state.frameAvailable(), .none)
        expect(state.frameAvailable(), .none)
        expect(state.written(), .poll)
        state.took(generation: 9, skipped: 7)
        #expect(state.lastGeneration == 9)
        #expect(state.skipped == 7)
        expect(state.written(), .poll)
        expect(state.frameAvailable(), .poll)
    }

    @Test("After the end every event is ignored and the end is reported once")
    func ended() {
        var waiting = StreamState()
        var isFirst = waiting.end()
        #expect(isFirst)
        isFirst = waiting.end()
        #expect(!isFirst)
        expect(waiting.frameAvailable(), .none)
        expect(waiting.written(), .none)

        var writing = StreamState()
        writing.took(generation: 1, skipped: 0)
        isFirst = writing.end()
        #expect(isFirst)
        expect(writing.written(), .none)
    }

    @Test("A frame taken without the action look stops the program")
    func tookTwice() async {
        await #expect(processExitsWith: .failure) {
            var state = StreamState()
            state.took(generation: 1, skipped: 0)
            state.took(generation: 2, skipped: 0)
        }
    }

    @Test("A write that completes twice stops the program")
    func writtenTwice() async {
        await #expect(processExitsWith: .failure) {
            var state = StreamState()
            _ = state.written()
        }
    }
}

@Suite("Frame broadcaster")
struct FrameBroadcasterTests {
    private final class CountingClient: FrameClient {
        let wakes = Atomic<Int>(0)

        func frameWasPublished() {
            wakes.add(1, ordering: .relaxed)
        }
    }

    private func frame(_ sequence: UInt64) -> EncodedFrame {
        EncodedFrame(
            jpeg: ByteBuffer(integer: sequence),
            sequence: sequence,
            captureTime: sequence,
            width: 16,
            height: 9
        )
    }

    @Test("R-PREV-3: a client gets the newest frame and learns how many it missed")
    func newest() throws {
        let broadcaster = FrameBroadcaster()
        #expect(broadcaster.newest(after: nil) == nil)
        for sequence in 1...5 { broadcaster.publish(frame(UInt64(sequence))) }
        let first = try #require(broadcaster.newest(after: nil))
        #expect(first.frame.sequence == 5)
        #expect(first.skipped == 0, "what came before the client is not missed")
        #expect(broadcaster.newest(after: first.generation) == nil)
        for sequence in 6...9 { broadcaster.publish(frame(UInt64(sequence))) }
        let second = try #require(broadcaster.newest(after: first.generation))
        #expect(second.frame.sequence == 9)
        #expect(second.skipped == 3)
    }

    @Test("A forgotten frame is not shown to new clients, and the next one is")
    func forget() throws {
        let broadcaster = FrameBroadcaster()
        broadcaster.publish(frame(1))
        broadcaster.forgetFrame()
        #expect(broadcaster.newest(after: nil) == nil)
        broadcaster.publish(frame(2))
        #expect(try #require(broadcaster.newest(after: nil)).frame.sequence == 2)
    }

    @Test("A frame that was still being encoded when frames were forgotten is not shown")
    func forgetLate() throws {
        let broadcaster = FrameBroadcaster()
        let client = CountingClient()
        broadcaster.add(client)
        broadcaster.forgetFrame(capturedBefore: 100)
        broadcaster.publish(frame(99))
        #expect(broadcaster.newest(after: nil) == nil && client.wakes.load(ordering: .relaxed) == 0)
        broadcaster.publish(frame(100))
        #expect(try #require(broadcaster.newest(after: nil)).frame.sequence == 100)
    }

    @Test("Clients are woken from their addition to their removal")
    func clients() {
        let broadcaster = FrameBroadcaster()
        let client = CountingClient()
        broadcaster.publish(frame(1))
        broadcaster.add(client)
        #expect(broadcaster.hasClients)
        broadcaster.publish(frame(2))
        broadcaster.publish(frame(3))
        broadcaster.remove(client)
        broadcaster.remove(client)
        #expect(!broadcaster.hasClients)
        broadcaster.publish(frame(4))
        #expect(client.wakes.load(ordering: .relaxed) == 2)
    }

    @Test("The buffer ring uses the memory of frames that nobody refers to any more")
    func ring() {
        var ring = FrameBufferRing(count: 2)
        func address(_ buffer: ByteBuffer) -> UInt {
            buffer.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) }
        }
        func write(_ byte: UInt8) -> ByteBuffer {
            ring.write(atMost: 1000) { memory in
                memory[0] = byte
                return 1
            }
        }
        let firstAddress = address(write(1))
        let held = write(2)
        let thirdAddress = address(write(3))
        #expect(thirdAddress == firstAddress, "the first frame is gone, its memory is free")
        let fourthAddress = address(write(4))
        #expect(fourthAddress != address(held), "the second frame is still held")
        #expect(held.getInteger(at: 0, as: UInt8.self) == 2)
    }
}
