import Testing

@testable import EmulatedUSBCamera

@Suite("The emulated camera's stream")
struct StreamPumpTests {
    /// Every payload up to the end of a frame.
    private struct Frame: Equatable {
        var bytes: [UInt8] = []
        var flags: [UInt8] = []
    }

    private static let interval: Int64 = 33_333_300

    private func picture(_ mode: VideoMode, _ number: Int) -> [UInt8] {
        (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7 + number) }
    }

    /// Lets the pump send a frame at a time.
    private func frame(_ pump: inout StreamPump, at time: Int64, _ faults: FrameFaults = FrameFaults()) -> Frame {
        var frame = Frame()
        for sequence in 1...20 {
            pump.queue(StreamPump.Request(sequence: UInt32(sequence), capacity: 16_384))
            switch pump.step(at: time, consumeFaults: { faults }, picture: picture) {
            case .send(_, let header, let body):
                #expect(header.count == 2 && header[0] == 2)
                frame.flags.append(header[1])
                frame.bytes += body
                if header[1] & 2 != 0 { return frame }
            case .wait, .unplug:
                return frame
            }
        }
        return frame
    }

    @Test("A frame is cut into payloads; the last one ends it, and frames alternate")
    func payloads() {
        var pump = StreamPump()
        let first = frame(&pump, at: 0)
        #expect(first.bytes == picture(StreamParameters().mode, 0))
        #expect(first.flags == [0x81, 0x81, 0x83])
        let second = frame(&pump, at: Self.interval)
        #expect(second.bytes == picture(StreamParameters().mode, 1))
        #expect(second.flags == [0x80, 0x80, 0x82])
        #expect(pump.framesSent == 2)
    }

    @Test("A payload fills the host's buffer, header included, and a frame may end exactly there")
    func boundaries() {
        var splitter = PayloadSplitter(byteCount: 2 * 510, isOdd: false)
        #expect(splitter.next(capacity: 512) == PayloadSplitter.Payload(flags: 0x80, range: 0..<510))
        #expect(splitter.next(capacity: 512) == PayloadSplitter.Payload(flags: 0x82, range: 510..<1_020))
        #expect(splitter.isComplete)
    }

    @Test("A bad frame is marked in its last payload")
    func marked() {
        var pump = StreamPump()
        #expect(frame(&pump, at: 0, FrameFaults(isMarked: true)).flags == [0x81, 0x81, 0xC3])
        #expect(frame(&pump, at: Self.interval).flags == [0x80, 0x80, 0x82])
    }

    @Test("A truncated frame ends half way, a corrupt one has another's beginning in its middle")
    func damaged() {
        var pump = StreamPump()
        let whole = picture(StreamParameters().mode, 0)
        let half = frame(&pump, at: 0, FrameFaults(isTruncated: true))
        #expect(half.bytes == Array(whole.prefix(20_000)) && half.flags.last == 0x83)
        let corrupt = frame(&pump, at: Self.interval, FrameFaults(isCorrupt: true))
        let intact = picture(StreamParameters().mode, 1)
        #expect(corrupt.bytes.count == intact.count)
        #expect(Array(corrupt.bytes[20_000..<30_000]) == Array(intact.prefix(10_000)))
        #expect(corrupt.bytes.prefix(20_000) == intact.prefix(20_000))
        #expect(corrupt.bytes.suffix(10_000) == intact.suffix(10_000))
    }

    @Test("The plug is pulled when exactly half of the frame was sent")
    func unplug() {
        var pump = StreamPump()
        let cut = frame(&pump, at: 0, FrameFaults(unplugs: true))
        #expect(cut.bytes.count == 20_000 && cut.flags == [0x81, 0x81])
        #expect(pump.step(at: 1, consumeFaults: { FrameFaults() }, picture: picture) == .unplug)
    }

    @Test("Frames come at their times; who is late does not hurry")
    func pace() {
        var pump = StreamPump()
        _ = frame(&pump, at: 1_000)
        pump.queue(StreamPump.Request(sequence: 99, capacity: 100))
        let due = 1_000 + Self.interval
        #expect(pump.step(at: due - 1, consumeFaults: { FrameFaults() }, picture: picture) == .wait(until: due))
        let late = due + 5 * Self.interval
        _ = frame(&pump, at: late)
        #expect(
            pump.step(at: late, consumeFaults: { FrameFaults() }, picture: picture)
                == .wait(until: late + Self.interval)
        )
    }

    @Test("Nothing is sent that was not asked for, and nothing that is not wanted any more")
    func requests() {
        var pump = StreamPump()
        #expect(pump.step(at: 0, consumeFaults: { FrameFaults() }, picture: picture) == .wait(until: nil))
        pump.queue(StreamPump.Request(sequence: 1, capacity: 100))
        #expect(pump.unlink(1) == true)
        #expect(pump.unlink(1) == false)
        #expect(pump.step(at: 0, consumeFaults: { FrameFaults() }, picture: picture) == .wait(until: nil))
    }

    @Test("After a stop the next frame begins at once")
    func restart() {
        var pump = StreamPump()
        pump.queue(StreamPump.Request(sequence: 1, capacity: 100))
        _ = pump.step(at: 0, consumeFaults: { FrameFaults() }, picture: picture)
        pump.stop()
        #expect(frame(&pump, at: 1).bytes == picture(StreamParameters().mode, 1))
    }

    @Test("Ordered faults fall on so many frames")
    func pendingFaults() {
        var pendingFaults = PendingFaults(marked: 1, corrupt: 2)
        #expect(pendingFaults.consume() == FrameFaults(isMarked: true, isCorrupt: true))
        #expect(pendingFaults.consume() == FrameFaults(isCorrupt: true))
        #expect(pendingFaults.consume() == FrameFaults())
    }
}
