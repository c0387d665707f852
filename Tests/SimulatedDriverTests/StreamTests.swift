import CaptureDriver
import CoreMedia
import CoreVideo
import Synchronization
import Testing

@testable import SimulatedDriver

@Suite("Streams of simulated cameras")
struct StreamTests {
    @Test("Frame n comes at start + (n + 1) durations, without drift, with its number and time in the picture")
    func frameTimes() throws {
        let bench = Bench()
        let recorder = Recorder()
        let handle = try bench.open()
        let configuration = try bench.stream(handle, recorder)
        #expect(configuration.frameDuration == CMTime(value: 1, timescale: 30))
        bench.clock.advance(bySeconds: 1)
        bench.clock.advance(bySeconds: 1)
        let frames = recorder.frames
        #expect(frames.count == 60)
        for (index, frame) in frames.enumerated() {
            let nanoseconds = bench.start.nanoseconds + Int64(index + 1) * 1_000_000_000 / 30
            #expect(frame.time == CMTime(nanoseconds: nanoseconds))
            #expect(frame.sequence == UInt64(index))
            #expect(frame.sighting?.timecode.counter == UInt32(index))
            #expect(frame.sighting?.timecode.nanoseconds == UInt64(nanoseconds))
        }
        #expect(recorder.drops.isEmpty)
        #expect(recorder.events.isEmpty)
    }

    @Test("No frame comes before the clock moves, nor after stopStream")
    func startAndStop() throws {
        let bench = Bench()
        let recorder = Recorder()
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        #expect(recorder.frames.isEmpty)
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.count == 3)
        handle.stopStream()
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.count == 3)
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.map(\.sequence) == [0, 1, 2, 0, 1, 2])
    }

    @Test(
        "A camera whose clock drifts takes its frames sooner or later: by 100 ppm 0.36 s in an hour",
        arguments: [100, -100]
    )
    func drift(_ drift: Double) throws {
        let duration = CMTime(value: 1, timescale: 30)
        var schedule = FrameSchedule(start: .zero, duration: duration, drift: drift)
        let taken = schedule.dequeue(now: CMTime(value: 3_600, timescale: 1))
        let tick = try #require(taken)
        // 30 frames a second of a clock that shows so much after an hour.
        let shown = 3_600 * (1 + drift / 1_000_000)
        #expect(tick.missed + 1 == Int((shown * 30).rounded(.down)))
        let exact = Double(tick.missed + 1) / 30 / (1 + drift / 1_000_000)
        #expect(abs(CMTimeGetSeconds(tick.time) - exact) < 2e-9)
        // It is the same as counting one by one.
        var steps = FrameSchedule(start: .zero, duration: duration, drift: drift)
        for _ in 0..<1_000 { _ = steps.dequeue(now: steps.nextDue) }
        var leap = FrameSchedule(start: .zero, duration: duration, drift: drift)
        _ = leap.dequeue(now: CMTime(nanoseconds: steps.nextDue.nanoseconds - 1))
        #expect(leap.nextDue == steps.nextDue)
    }

    @Test("The fault clock-drift moves the frames of the running stream and of later ones, from the next frame on")
    func driftFault() throws {
        let bench = Bench()
        let recorder = Recorder(reads: false)
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 1)
        bench.phone.apply(.clockDrift(partsPerMillion: 10_000))
        bench.clock.advance(bySeconds: 1)
        let times = recorder.frames.map(\.time.nanoseconds)
        #expect(times.count == 60)
        #expect(times[30] - times[29] == 33_003_300)
        #expect(times[59] - times[29] == 990_099_010)
        recorder.forget()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.count == 30)
        bench.phone.apply(.clockDrift(partsPerMillion: 0))
        bench.clock.advance(bySeconds: 1)
        let later = recorder.frames.suffix(10).map(\.time.nanoseconds)
        #expect(zip(later, later.dropFirst()).allSatisfy { (33_333_333...33_333_334).contains($1 - $0) })
    }

    @Test("setFrameDuration changes the rate of the running stream and keeps the count")
    func changeRate() throws {
        let bench = Bench()
        let recorder = Recorder()
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 1)
        try handle.setFrameDuration(CMTime(value: 1, timescale: 10))
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.count == 40)
        #expect(recorder.frames.map(\.sequence) == (0..<40).map { UInt64($0) })
        try handle.setFrameDuration(CMTime(value: 1, timescale: 500))
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.count == 70)
    }

    @Test("A format that isn't listed is refused")
    func unknownFormat() throws {
        let handle = try Bench().open()
        var format = handle.description.formats[0]
        format.dimensions.width = 333
        let error = #expect(throws: CaptureDriverError.self) {
            try handle.startStream(CaptureStreamRequest(format: format), sink: Recorder())
        }
        #expect(error?.kind == .unsupportedFormat)
    }

    @Test("Consumers that hold all buffers lose frames, counted as out of buffers")
    func outOfBuffers() throws {
        let bench = Bench()
        let recorder = Recorder(holdsFrames: true)
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 1)
        #expect(recorder.frames.count == 12)
        #expect(recorder.drops.count == 18)
        #expect(recorder.drops.allSatisfy { $0.reason == .outOfBuffers })
        recorder.forget()
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.map(\.sequence) == [30, 31, 32])
    }

    @Test(
        "Buffers are of the format asked for, and say that their matrix is ITU-R 601",
        arguments: [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        ]
    )
    func pixelFormat(type: OSType) throws {
        let bench = Bench()
        let sink = LastFrame()
        let handle = try bench.open()
        let format = try #require(
            handle.description.formats.first { $0.mediaSubType == type && $0.dimensions.width == 1920 }
        )
        _ = try handle.startStream(CaptureStreamRequest(format: format), sink: sink)
        bench.clock.advance(bySeconds: 0.05)
        let buffer = try #require(sink.buffer)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == type)
        #expect(CVPixelBufferGetWidth(buffer) == 1920)
        #expect(CVPixelBufferGetHeight(buffer) == 1080)
        let matrix = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil)
        #expect(matrix as? CFString == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
    }

    @Test("The webcam delivers packed pixels and complete JPEG pictures")
    func webcam() throws {
        let bench = Bench(.webcam)
        let recorder = Recorder()
        let handle = try bench.open()
        try bench.stream(handle, recorder, type: kCVPixelFormatType_422YpCbCr8_yuvs)
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.map(\.sighting?.timecode.counter) == [0, 1, 2])
        try bench.stream(handle, recorder, type: kCMVideoCodecType_JPEG)
        recorder.forget()
        bench.clock.advance(bySeconds: 0.1)
        #expect(recorder.frames.count == 3)
        for frame in recorder.frames {
            #expect(frame.data.starts(with: [0xff, 0xd8]))
            #expect(frame.data.suffix(2) == [0xff, 0xd9])
            let picture = try DecodedLuma(jpeg: frame.data)
            #expect(picture.reader { $0.find()?.timecode.counter } == UInt32(frame.sequence))
        }
    }

    @Test("In real time a late timer skips frames; it never makes bursts")
    func schedule() {
        var schedule = FrameSchedule(start: .zero, duration: CMTime(value: 1, timescale: 30))
        #expect(schedule.dequeue(now: CMTime(value: 1, timescale: 31)) == nil)
        #expect(schedule.dequeue(now: CMTime(value: 1, timescale: 30))?.missed == 0)
        #expect(schedule.dequeue(now: CMTime(value: 1, timescale: 30)) == nil)
        let tick = schedule.dequeue(now: CMTime(value: 11, timescale: 60))
        #expect(tick == FrameSchedule.Tick(time: CMTime(nanoseconds: 166_666_666), missed: 3))
        #expect(schedule.nextDue == CMTime(nanoseconds: 200_000_000))
        let afterSleep = schedule.dequeue(now: CMTime(value: 1_000_000, timescale: 1))
        #expect(afterSleep.map { CMTimeCompare($0.time, CMTime(value: 1_000_000, timescale: 1)) } == 0)
        #expect(afterSleep?.missed == 29_999_994)
    }

    @Test("On the host's clock frames come in real time, from a thread of the stream's")
    func realTime() async throws {
        let phone = SimulatedPhone(profile: .webcam)
        let handle = try phone.driver.open(try #require(phone.driver.devices().first).id)
        let format = try #require(
            handle.description.formats.first { $0.mediaSubType == kCVPixelFormatType_422YpCbCr8_yuvs }
        )
        let frames = AsyncStream<CaptureFrame>.makeStream()
        let sink = ForwardingSink { frames.continuation.yield($0) }
        let begin = phone.system.clock.now
        _ = try handle.startStream(CaptureStreamRequest(format: format), sink: sink)
        var times: [CMTime] = []
        for await frame in frames.stream {
            times.append(frame.presentationTime)
            if times.count == 5 { break }
        }
        handle.stopStream()
        let elapsed = CMTimeGetSeconds(CMTimeSubtract(phone.system.clock.now, begin))
        #expect(elapsed >= 5.0 / 30)
        for (earlier, later) in zip(times, times.dropFirst()) {
            let frames = CMTimeGetSeconds(CMTimeSubtract(later, earlier)) * 30
            #expect(abs(frames - frames.rounded()) < 1e-3 && frames > 0.5)
        }
    }

    @Test("When stopStream has returned, the sink is called no more, also in real time")
    func stopIsFinal() async throws {
        let phone = SimulatedPhone(profile: .iphone)
        phone.setAuthorization(.authorized, for: .video)
        let handle = try phone.driver.open(try #require(phone.driver.devices().first).id)
        let format = try #require(handle.description.formats.first { $0.frameDurations[0].shortest.timescale == 240 })
        for _ in 0..<10 {
            let watch = StopObserver()
            let first = AsyncStream<Void>.makeStream()
            let sink = ForwardingSink { _ in
                watch.called()
                first.continuation.yield()
            }
            _ = try handle.startStream(CaptureStreamRequest(format: format), sink: sink)
            for await _ in first.stream { break }
            handle.stopStream()
            watch.stopped()
            let later = AsyncStream<Void>.makeStream()
            let timer = phone.system.clock.schedule(
                at: CMTimeAdd(phone.system.clock.now, CMTime(value: 1, timescale: 50))
            ) {
                later.continuation.yield()
            }
            for await _ in later.stream { break }
            timer.cancel()
            #expect(watch.lateCalls == 0)
        }
    }
}

/// Counts calls that come after the stream was stopped.
private final class StopObserver: Sendable {
    private let state = Mutex((isStopped: false, lateCalls: 0))

    var lateCalls: Int { state.withLock { $0.lateCalls } }

    func called() {
        state.withLock { if $0.isStopped { $0.lateCalls += 1 } }
    }

    func stopped() {
        state.withLock { $0.isStopped = true }
    }
}
