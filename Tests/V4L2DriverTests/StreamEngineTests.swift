import CVideo4Linux
import CaptureDriver
import CoreMedia
import CoreVideo
import Glibc
import Logging
import Testing

@testable import V4L2Driver

@Suite("Stream engine")
struct StreamEngineTests {
    /// A started engine over a fake kernel.
    struct Rig {
        let kernel: FakeKernel
        let engine: StreamEngine
        let sink: SinkLog
        let wake: WakeSignal

        init(
            isKeeping: Bool = false,
            type: FourCharCode = kCVPixelFormatType_422YpCbCr8_yuvs,
            camera: FakeKernel.Camera = FakeKernel.Camera(),
            witness: (any CaptureStreamSink)? = nil
        ) throws {
            let kernel = FakeKernel(["/dev/video0": camera])
            let inspector = NodeInspector(system: kernel)
            let model = try inspector.inspect(FakeDirectory.entry())
            let node = try VideoNode.opened("/dev/video0", system: kernel)
            let format = try #require(model.description.formats.first { $0.mediaSubType == type })
            let agreement = try StreamNegotiation(node: node, model: model).agree(
                on: CaptureStreamRequest(format: format)
            )
            sink = SinkLog(isKeeping: isKeeping)
            wake = try WakeSignal()
            var log = Logger(label: "test")
            log.logLevel = .critical
            engine = try StreamEngine(
                node: node,
                agreement: agreement,
                wake: wake,
                sink: witness ?? sink,
                firstSequence: 0,
                now: { kernel.now },
                log: log,
                onDisconnected: {}
            )
            self.kernel = kernel
        }

        /// Lets the engine turn through a script.
        @discardableResult
        func run(_ polls: [FakeKernel.Poll]) -> StreamEngine.Turn {
            kernel.script(polls)
            var turn = StreamEngine.Turn.again
            for _ in polls where turn == .again { turn = engine.turn() }
            return turn
        }
    }

    static func frames(_ sequences: [UInt32]) -> [FakeKernel.Poll] {
        sequences.map { .frames([FakeKernel.frame($0)]) }
    }

    @Test("The calls of a start, in order")
    func startCalls() throws {
        let rig = try Rig()
        let calls = rig.kernel.calls.drop { !$0.hasPrefix("VIDIOC_S_FMT") }.filter { !$0.hasPrefix("VIDIOC_QBUF") }
        #expect(
            Array(calls) == [
                "VIDIOC_S_FMT YUYV 640x480", "VIDIOC_G_PARM", "VIDIOC_S_PARM 1/30", "VIDIOC_REQBUFS 6 memory 1",
            ] + (0..<6).flatMap { ["VIDIOC_QUERYBUF \($0)", "mmap 614400 at \($0 * 4_096)"] } + ["VIDIOC_STREAMON"]
        )
        #expect(rig.kernel.calls.contains("open /dev/video0 \(String(O_RDWR | O_NONBLOCK | O_CLOEXEC, radix: 8))"))
        #expect(rig.kernel.queuedBuffers == Array(0..<6))
    }

    @Test("Frames are lent without a copy, and their buffers go back as soon as they are let go")
    func recycling() throws {
        let rig = try Rig()
        #expect(rig.run(Self.frames(Array(0..<20))) == .again)
        #expect(rig.sink.sequences == Array(0..<20))
        #expect(rig.sink.drops.isEmpty)
        #expect(rig.kernel.queuedBuffers.count == 6)
    }

    @Test("Sixty frames come in order, each with the kernel's time, from at most six buffers, and none is lost")
    func exact() throws {
        let rig = try Rig(isKeeping: true)
        var addresses: Set<UInt> = []
        for number in 0..<60 as Range<UInt32> {
            rig.kernel.advance(33_333_000)
            let microseconds = Int(rig.kernel.now / 1_000) - 5_000
            rig.run([
                .frames([
                    FakeKernel.Frame(
                        sequence: number,
                        seconds: microseconds / 1_000_000,
                        microseconds: microseconds % 1_000_000
                    )
                ])
            ])
            let frame = try #require(rig.sink.frames.first)
            #expect(frame.sequence == UInt64(number))
            #expect(frame.presentationTime == CMTime(value: Int64(microseconds) * 1_000, timescale: 1_000_000_000))
            guard case .image(let buffer) = frame.content else { throw Errno(EINVAL) }
            addresses.insert(UInt(bitPattern: buffer.plane(0).baseAddress))
            rig.sink.releaseFrames()
        }
        #expect(rig.sink.count == 60 && addresses.count <= 6)
        #expect(rig.sink.drops.isEmpty && rig.sink.events.isEmpty)
    }

    @Test("Frames that arrive together are each delivered from their own buffer", arguments: [1, 2, 3, 6])
    func together(count: UInt32) throws {
        let rig = try Rig(isKeeping: true)
        for round in 0..<10 as Range<UInt32> {
            let numbers = round * count..<(round + 1) * count
            rig.run([
                .frames(numbers.map { FakeKernel.frame($0, bytes: Array(repeating: UInt8($0), count: 614_400)) })
            ])
            for frame in rig.sink.frames {
                guard case .image(let buffer) = frame.content else { throw Errno(EINVAL) }
                #expect(UInt64(buffer.plane(0).baseAddress.load(as: UInt8.self)) == frame.sequence)
            }
            rig.sink.releaseFrames()
        }
        #expect(rig.kernel.wrongQueueings == 0)
        #expect(rig.sink.count == (count > 2 ? 10 : 10 * Int(count)))
    }

    @Test("The frame that a consumer keeps is untouched, has the attachments, and outlives the stream")
    func kept() throws {
        let rig = try Rig(isKeeping: true)
        let bytes = [UInt8](repeating: 7, count: 614_400)
        rig.run([.frames([FakeKernel.frame(0, bytes: bytes)])] + Self.frames([1, 2]))
        rig.engine.shutDown()
        #expect(rig.kernel.mappedCount == 3, "only what is held stays mapped")
        let frame = try #require(rig.sink.frames.first)
        guard case .image(let buffer) = frame.content else { throw Errno(EINVAL) }
        #expect(buffer.plane(0).baseAddress.load(as: UInt8.self) == 7)
        #expect(CVBufferHasAttachment(buffer, kCVImageBufferYCbCrMatrixKey))
        #expect(CMFormatDescriptionGetMediaSubType(frame.formatDescription) == kCVPixelFormatType_422YpCbCr8_yuvs)
    }

    @Test("Who keeps everything gets four lent frames, four copies, then drops; letting go heals it")
    func starvation() throws {
        let rig = try Rig(isKeeping: true)
        rig.run(Self.frames(Array(0..<10)))
        #expect(rig.sink.frames.count == 8)
        #expect(rig.sink.drops.map(\.reason) == [.outOfBuffers, .outOfBuffers])
        #expect(rig.kernel.queuedBuffers.count == 2)
        rig.sink.release()
        rig.run(Self.frames([10]))
        #expect(rig.sink.count == 9)
        #expect(rig.kernel.queuedBuffers.count == 6)
    }

    @Test("Sequence gaps, bad frames and skipped frames are counted with their reasons")
    func drops() throws {
        let rig = try Rig()
        var marked = FakeKernel.frame(5)
        marked.flags |= PINHOLE_BUF_FLAG_ERROR
        var short = FakeKernel.frame(6)
        short.used = 100
        rig.run(Self.frames([0, 3]) + [.frames([marked]), .frames([short])])
        rig.run([.frames((7...10).map { FakeKernel.frame($0) })])
        #expect(rig.sink.sequences == [0, 3, 10])
        #expect(
            rig.sink.drops.map(\.reason) == [
                .sequenceGap, .sequenceGap, .corrupt, .corrupt, .sequenceGap, .sequenceGap, .sequenceGap,
            ]
        )
        #expect(rig.sink.drops.map(\.count) == [2, 1, 1, 1, 1, 1, 1])
        #expect(rig.kernel.queuedBuffers.count == 6)
    }

    @Test(
        "JPEG frames pass through with their length; a truncated one is dropped; what is referred to in part is not recycled"
    )
    func jpeg() throws {
        var camera = FakeKernel.Camera()
        camera.formats = ["MJPG"]
        let rig = try Rig(isKeeping: true, type: kCMVideoCodecType_JPEG, camera: camera)
        rig.run([
            .frames([FakeKernel.frame(0, bytes: FrameCheckTests.jpeg(500))]),
            .frames([FakeKernel.frame(1, bytes: FrameCheckTests.jpeg(600, end: [1, 2]))]),
            .frames([FakeKernel.frame(2, bytes: FrameCheckTests.jpeg(700))]),
        ])
        let lengths = rig.sink.frames.map { frame -> Int in
            guard case .compressed(let block) = frame.content else { return 0 }
            return CMBlockBufferGetDataLength(block)
        }
        #expect(lengths == [500, 700])
        #expect(rig.sink.drops.map(\.reason) == [.corrupt])
        guard case .compressed(let block)? = rig.sink.frames.first?.content else { throw Errno(EINVAL) }
        let part = try CMBlockBuffer(bufferReference: block)
        rig.sink.release()
        rig.run([.frames([FakeKernel.frame(3, bytes: FrameCheckTests.jpeg(300))])])
        #expect(CMBlockBufferGetDataLength(part) == 500)
    }

    @Test("Silence is a stall, restarts the stream, and the next frame ends it")
    func stall() throws {
        let rig = try Rig()
        rig.run(Self.frames([0]))
        rig.kernel.forgetCalls()
        rig.run([.silence(1_000_000_000)])
        #expect(rig.sink.events == ["stalled 1.0"])
        #expect(rig.kernel.calls.filter { $0.contains("STREAM") } == ["VIDIOC_STREAMOFF", "VIDIOC_STREAMON"])
        #expect(rig.kernel.queuedBuffers.count == 6)
        rig.run([.silence(1_000_000_000), .silence(1_000_000_000)] + Self.frames([0]))
        #expect(rig.sink.events == ["stalled 1.0", "resumed"])
        #expect(rig.sink.sequences == [0, 1])
        #expect(rig.sink.drops.isEmpty)
    }

    @Test("Readiness for nothing costs a turn and nothing else")
    func spuriousReadiness() throws {
        let rig = try Rig()
        #expect(rig.run([.frames([]), .frames([])] + Self.frames([0])) == .again)
        #expect(rig.sink.count == 1)
    }

    @Test(
        "Errors while streaming end the stream with an event, or not at all",
        arguments: [
            ("VIDIOC_DQBUF", ENODEV, ["disconnected"]), ("VIDIOC_DQBUF", EIO, ["failed VIDIOC_DQBUF 5"]),
            ("VIDIOC_DQBUF", EINVAL, ["failed VIDIOC_DQBUF 22"]), ("VIDIOC_DQBUF", EAGAIN, []),
            ("VIDIOC_DQBUF", EINTR, []), ("VIDIOC_QBUF", EINVAL, []), ("VIDIOC_QBUF", EIO, []),
        ]
    )
    func streamingErrors(call: String, code: Int32, events: [String]) throws {
        let rig = try Rig()
        rig.run(Self.frames([0]))
        rig.kernel.fail(call, code)
        let turn = rig.run(Self.frames([1, 2]))
        #expect(rig.sink.events == events)
        #expect(turn == (events.isEmpty ? .again : .ended))
        if events.isEmpty { #expect(rig.sink.count == 3) }
    }

    @Test(
        "What poll tells without a frame",
        arguments: [
            (FakeKernel.Poll.events(POLLERR | POLLHUP), ["disconnected"]), (.events(POLLNVAL), ["disconnected"]),
            (.failure(EINTR), []), (.failure(ENOMEM), ["failed poll 12"]), (.events(POLLERR), []),
        ]
    )
    func pollEvents(step: FakeKernel.Poll, events: [String]) throws {
        let rig = try Rig()
        let turn = rig.run([step])
        #expect(rig.sink.events == events)
        #expect(turn == (events.isEmpty ? .again : .ended))
    }

    @Test("An error of poll's that nothing explains ends the stream after ten turns")
    func unexplainedErrors() throws {
        let rig = try Rig()
        #expect(rig.run(Array(repeating: .events(POLLERR), count: 9)) == .again)
        #expect(rig.run([.events(POLLERR)]) == .ended)
        #expect(rig.sink.events == ["failed poll 5"])
    }

    @Test("A restart that fails ends the stream")
    func failedRestart() throws {
        let rig = try Rig()
        rig.run(Self.frames([0]))
        rig.kernel.fail("VIDIOC_STREAMON", ENODEV)
        #expect(rig.run([.silence(1_000_000_000)]) == .ended)
        #expect(rig.sink.events == ["stalled 1.0", "disconnected"])
    }

    @Test("A buffer that the kernel does not have is a driver's error, not a crash")
    func wrongDriver() throws {
        var camera = FakeKernel.Camera()
        camera.bufferCount = 3
        let rig = try Rig(camera: camera)
        #expect(rig.run(Self.frames([0, 1, 2, 3])) == .again)
        #expect(rig.sink.count == 4)
    }

    @Test("The wake signal ends the engine; all memory is unmapped once nobody holds it")
    func wake() throws {
        let rig = try Rig()
        let kernel = rig.kernel
        rig.wake.signal()
        #expect(rig.engine.turn() == .ended)
        rig.engine.shutDown()
        let ending = ["VIDIOC_STREAMOFF"] + Array(repeating: "munmap 614400", count: 6)
        #expect(kernel.calls.suffix(9) == ending + ["VIDIOC_REQBUFS 0 memory 1", "close"])
        #expect(kernel.mappedCount == 0 && kernel.openCount == 0)
    }
}
