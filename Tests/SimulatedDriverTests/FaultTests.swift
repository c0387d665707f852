import CaptureDriver
import CoreMedia
import CoreVideo
import Testing

@testable import SimulatedDriver

@Suite("Faults")
struct FaultTests {
    private func run(
        _ fault: SimulatedFault,
        after seconds: Double = 0.5,
        for rest: Double = 0.5,
        reads: Bool = true
    ) throws -> (Bench, Recorder, any CaptureDeviceHandle) {
        let bench = Bench()
        let recorder = Recorder(reads: reads)
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: seconds)
        bench.phone.apply(fault)
        bench.clock.advance(bySeconds: rest)
        return (bench, recorder, handle)
    }

    @Test("buffer-error: bad frames are dropped as corrupt and use up sequence numbers")
    func bufferError() throws {
        let (_, recorder, _) = try run(.bufferError(count: 2))
        #expect(recorder.drops.map(\.reason) == [.corrupt, .corrupt])
        #expect(recorder.frames.map(\.sequence) == (Array(0..<15) + Array(17..<30)).map { UInt64($0) })
    }

    @Test("dropped-frames: gaps in the sequence are reported before the next frame, and add up")
    func droppedFrames() throws {
        let (_, recorder, _) = try run(.droppedFrames(percent: 40, seconds: nil), for: 5)
        let lost = recorder.drops.reduce(0) { $0 + $1.count }
        #expect(recorder.drops.allSatisfy { $0.reason == .sequenceGap })
        let last = try #require(recorder.frames.last).sequence
        #expect(recorder.frames.count + lost == Int(last) + 1)
        #expect((40...80).contains(lost))
    }

    @Test("dropped-frames: 100 per cent for a second loses exactly that second")
    func droppedForASecond() throws {
        let (_, recorder, _) = try run(.droppedFrames(percent: 100, seconds: 1), for: 2)
        // At 1.5 s exactly the fault is over.
        #expect(recorder.drops.map(\.count) == [29])
        #expect(recorder.frames.count == 15 + 31)
    }

    @Test("duplicated-frames: pictures repeat under new times and numbers")
    func duplicatedFrames() throws {
        let (_, recorder, _) = try run(.duplicatedFrames(percent: 100, seconds: 0.1))
        let counters = recorder.frames.map { $0.sighting?.timecode.counter }
        #expect(counters[14...18] == [14, 14, 15, 17, 18])
        #expect(recorder.frames.map(\.sequence) == (0..<30).map { UInt64($0) })
    }

    @Test("torn-frame: the upper half is the frame before, the lower half the new one")
    func tornFrame() throws {
        let bench = Bench()
        let (torn, whole) = (LastFrame(), LastFrame())
        let handle = try bench.open("Front Camera")
        let format = try #require(handle.description.formats.first { $0.dimensions.width == 640 })
        _ = try handle.startStream(CaptureStreamRequest(format: format), sink: torn)
        bench.clock.advance(bySeconds: 0.51)
        bench.phone.apply(.tornFrame(count: 1), to: "Front Camera")
        let before = try #require(torn.buffer.map(rows))
        bench.clock.advance(bySeconds: 0.03)
        let after = try #require(torn.buffer.map(rows))
        withExtendedLifetime(whole) {}
        #expect(before != after)
        let label = 40  // the label with its running time is above
        #expect(before[label..<238] == after[label..<238])
        #expect(before[240...] != after[240...])
    }

    /// The mean brightness of each row.
    private func rows(_ buffer: CVPixelBuffer) -> [Int] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)?.assumingMemoryBound(to: UInt8.self) else {
            return []
        }
        let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        return (0..<CVPixelBufferGetHeight(buffer)).map { row in
            (0..<CVPixelBufferGetWidth(buffer)).reduce(0) { $0 + Int(base[row * stride + $1]) &* ($1 % 7 + 1) }
        }
    }

    @Test("corrupt-jpeg: the picture arrives, and decoders refuse it; truncated-jpeg: it is dropped as corrupt")
    func damagedJPEG() throws {
        let bench = Bench(.webcam)
        let recorder = Recorder()
        let handle = try bench.open()
        try bench.stream(handle, recorder, type: kCMVideoCodecType_JPEG)
        bench.phone.apply(.truncatedJPEG(count: 1))
        bench.phone.apply(.corruptJPEG(count: 1))
        bench.clock.advance(bySeconds: 0.1)
        let readable = recorder.frames.map { (try? DecodedLuma(jpeg: $0.data)) != nil }
        #expect(readable == [false, true])
        #expect(recorder.drops.map(\.reason) == [.corrupt])
        #expect(recorder.frames.map(\.sequence) == [1, 2])
    }

    @Test("payload-error: the frames vanish, and leave a gap that is reported before the next frame")
    func payloadError() throws {
        let (_, recorder, _) = try run(.payloadError(count: 2))
        #expect(recorder.drops.map(\.reason) == [.sequenceGap])
        #expect(recorder.drops.map(\.count) == [2])
        #expect(recorder.frames.map(\.sequence) == (Array(0..<15) + Array(17..<30)).map { UInt64($0) })
    }

    @Test("timestamp-jump shifts all later times")
    func timestampJump() throws {
        let (bench, recorder, _) = try run(.timestampJump(seconds: -3), reads: false)
        let times = recorder.frames.map { bench.elapsed($0.time) }
        #expect(abs(times[14] - 0.5) < 1e-6)
        #expect(abs(times[15] - (16.0 / 30 - 3)) < 1e-6)
        #expect(abs(times[29] + 2) < 1e-6)
    }

    @Test("wrap-timestamp: times stay on the clock, in the running stream and in the next one")
    func wrapTimestamp() throws {
        let (bench, recorder, handle) = try run(.wrapTimestamp, for: 17, reads: false)
        #expect(recorder.frames.count == 525)
        #expect(recorder.frames.enumerated().allSatisfy { abs(bench.elapsed($1.time) - Double($0 + 1) / 30) < 1e-6 })
        handle.stopStream()
        bench.phone.apply(.wrapTimestamp)
        recorder.forget()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 0.5)
        #expect(recorder.frames.count == 15)
        #expect(
            recorder.frames.enumerated().allSatisfy { abs(bench.elapsed($1.time) - 17.5 - Double($0 + 1) / 30) < 1e-6 }
        )
        #expect(recorder.drops.isEmpty)
    }

    @Test("wrap-sequence-number: the numbers go on, and nothing is lost")
    func wrapSequence() throws {
        let (_, recorder, _) = try run(.wrapSequenceNumber, for: 5, reads: false)
        #expect(recorder.frames.map(\.sequence) == (0..<165).map { UInt64($0) })
        #expect(recorder.drops.isEmpty)
    }

    @Test("stall: reported after a second, resumed, no gap in the sequence")
    func stall() throws {
        let (bench, recorder, _) = try run(.stall(seconds: 2), for: 3)
        #expect(recorder.events == ["stalled 1000 ms", "resumed"])
        #expect(recorder.frames.map(\.sequence) == (0..<UInt64(recorder.frames.count)).map { $0 })
        let times = recorder.frames.map { bench.elapsed($0.time) }
        #expect(abs(times[15] - 2.5) < 1e-6)
    }

    @Test("first-frame-stall is reported, slow-start is not")
    func slowFirstFrame() throws {
        let bench = Bench()
        let recorder = Recorder(reads: false)
        let handle = try bench.open()
        bench.phone.apply(.firstFrameStall(seconds: 4))
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 3.99)
        #expect(recorder.frames.isEmpty)
        #expect(recorder.events == ["stalled 3000 ms"])
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.events == ["stalled 3000 ms", "resumed"])
        bench.phone.apply(.slowStart(seconds: 2))
        recorder.forget()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 2.0)
        #expect(recorder.frames.isEmpty)
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.count == 30)
        #expect(recorder.events.isEmpty)
    }

    @Test(
        "start-failure fails so many starts with its kind",
        arguments: [
            CaptureDriverError.Kind.busy, .bandwidth, .denied, .io, .outOfMemory,
        ]
    )
    func startFailure(kind: CaptureDriverError.Kind) throws {
        let bench = Bench()
        let handle = try bench.open()
        bench.phone.apply(.startFailure(kind: kind, count: 2))
        for _ in 0..<2 {
            let error = #expect(throws: CaptureDriverError.self) { try bench.stream(handle, Recorder()) }
            #expect(error?.kind == kind)
            #expect(error?.nativeCode != nil)
        }
        try bench.stream(handle, Recorder())
    }

    @Test(
        "request-buffers-error and stream-on-error fail so many starts, as the kernel does",
        arguments: [
            (SimulatedFault.requestBuffersError(count: 2), "VIDIOC_REQBUFS"),
            (.streamOnError(count: 2), "VIDIOC_STREAMON"),
        ]
    )
    func refusedStart(fault: SimulatedFault, operation: String) throws {
        let bench = Bench()
        let handle = try bench.open()
        bench.phone.apply(fault)
        for _ in 0..<2 {
            let error = #expect(throws: CaptureDriverError.self) { try bench.stream(handle, Recorder()) }
            #expect(error?.kind == .io && error?.operation == operation && error?.nativeCode == 22)
        }
        try bench.stream(handle, Recorder())
    }

    @Test(
        "queue-buffer-error: a few refusals before the start show nowhere, many refuse it",
        arguments: [(1, true), (6, true), (10, true), (11, false)]
    )
    func refusedBuffers(count: Int, starts: Bool) throws {
        let bench = Bench()
        let handle = try bench.open()
        bench.phone.apply(.queueBufferError(count: count))
        let recorder = Recorder(reads: false)
        do {
            try bench.stream(handle, recorder)
            #expect(starts)
        } catch let error as CaptureDriverError {
            #expect(!starts && error.operation == "VIDIOC_QBUF" && error.kind == .io)
            try bench.stream(handle, recorder)
        }
        bench.clock.advance(bySeconds: 0.5)
        #expect(recorder.frames.count == 15 && recorder.drops.isEmpty)
    }

    @Test("queue-buffer-error: refusals in the middle cost frames only once no buffer is left")
    func refusedBuffersInTheMiddle() throws {
        let (_, few, _) = try run(.queueBufferError(count: 3))
        #expect(few.frames.count == 30 && few.drops.isEmpty)
        // Refused 1, 2, 3, 4, 5, 6, 6 and 6 times: the sixth frame takes the last buffer, and three find none.
        let (_, many, _) = try run(.queueBufferError(count: 33))
        #expect(many.drops.map(\.count) == [3])
        #expect(many.frames.count == 27)
    }

    @Test("fatal-streaming-error ends the stream; it can be started again")
    func fatalError() throws {
        let (bench, recorder, handle) = try run(.fatalStreamingError)
        #expect(recorder.events == ["failed io"])
        #expect(recorder.frames.count == 15)
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 0.5)
        #expect(recorder.frames.count == 30)
    }

    @Test("disconnect: the node stays, calls fail until it is closed, then it works again")
    func disconnect() throws {
        let (bench, recorder, handle) = try run(.disconnect)
        #expect(recorder.events == ["disconnected"])
        #expect(bench.phone.driver.devices().count == 9)
        #expect(throws: CaptureDriverError.self) { try handle.controlValue(.zoom) }
        #expect(throws: CaptureDriverError.self) { try bench.open() }
        handle.close()
        let again = try bench.open()
        try bench.stream(again, recorder)
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.count == 18)
    }

    @Test("unplug and replug: the device vanishes from the list and comes back with the same id")
    func unplug() throws {
        let bench = Bench()
        let recorder = Recorder()
        let changes = ChangeRecorder(bench.phone.driver)
        let id = try bench.id("Front Camera")
        let handle = try bench.open("Front Camera")
        try bench.stream(handle, recorder)
        bench.phone.unplug(id)
        #expect(recorder.events == ["disconnected"])
        #expect(bench.phone.driver.devices().count == 8)
        let error = #expect(throws: CaptureDriverError.self) { try bench.phone.driver.open(id) }
        #expect(error?.kind == .notFound)
        bench.phone.plug(id)
        #expect(changes.words == ["-\(id)", "+\(id)"])
        #expect(throws: CaptureDriverError.self) { try handle.controlValue(.zoom) }
        handle.close()
        _ = try bench.open("Front Camera")
    }

    @Test("replug: a new client may have the camera, whoever had it before has it no more")
    func replugged() throws {
        let (bench, _, former) = try run(.unplug(seconds: nil))
        bench.phone.apply(.replug)
        let handle = try bench.open()
        let recorder = Recorder(reads: false)
        try bench.stream(handle, recorder)
        former.stopStream()
        former.close()
        bench.clock.advance(bySeconds: 0.5)
        #expect(recorder.frames.count == 15)
        let error = #expect(throws: CaptureDriverError.self) { try bench.open() }
        #expect(error?.kind == .busy)
    }

    @Test("unplug-mid-frame: the frame on its way is lost with the device; without a stream it vanishes at once")
    func unplugMidFrame() throws {
        let (bench, recorder, handle) = try run(.unplugMidFrame, for: 0)
        let id = handle.description.id
        #expect(bench.phone.driver.devices().contains { $0.id == id })
        bench.clock.advance(bySeconds: 0.5)
        #expect(recorder.events == ["disconnected"])
        #expect(recorder.frames.count == 15)
        #expect(!bench.phone.driver.devices().contains { $0.id == id })
        bench.phone.plug(id)
        handle.close()
        bench.phone.apply(.unplugMidFrame)
        #expect(!bench.phone.driver.devices().contains { $0.id == id })
    }

    @Test("unbind and bind: all cameras vanish and come back")
    func unbind() throws {
        let (bench, recorder, handle) = try run(.unbind)
        #expect(recorder.events == ["disconnected"])
        #expect(bench.phone.driver.devices().isEmpty)
        bench.phone.apply(.bind)
        #expect(bench.phone.driver.devices().count == 9)
        handle.close()
        try bench.stream(try bench.open(), recorder)
    }

    @Test("unplug for a time plugs in again by itself")
    func unplugForATime() throws {
        let bench = Bench()
        bench.phone.apply(.unplug(seconds: 2), to: "Front Camera")
        #expect(bench.phone.driver.devices().count == 8)
        bench.clock.advance(bySeconds: 2)
        #expect(bench.phone.driver.devices().count == 9)
    }

    @Test("device-busy: opening fails for a time; a second client is always refused")
    func busy() throws {
        let bench = Bench()
        bench.phone.apply(.deviceBusy(seconds: 1))
        let first = #expect(throws: CaptureDriverError.self) { try bench.open() }
        #expect(first?.kind == .busy)
        bench.clock.advance(bySeconds: 1)
        let handle = try bench.open()
        let second = #expect(throws: CaptureDriverError.self) { try bench.open() }
        #expect(second?.kind == .busy)
        handle.close()
        _ = try bench.open()
    }

    @Test("A fault may happen inside of a frame's delivery")
    func faultInsideDelivery() throws {
        let bench = Bench()
        let handle = try bench.open()
        let phone = bench.phone
        let id = try bench.id()
        let recorder = Recorder()
        let sink = ChainSink(recorder) { phone.unplug(id) }
        let format = handle.description.formats[0]
        _ = try handle.startStream(CaptureStreamRequest(format: format), sink: sink)
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.count == 1)
        #expect(recorder.events == ["disconnected"])
    }
}
