import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
@_spi(Pinhole) import FoundationExtras
import MovieTime
import Synchronization
import Testing

@testable import AVFoundation

/// A file that exists in memory, and does what a test wants it to.
final class FakeFile: RecordingFile, Sendable {
    struct State: Sendable {
        var openError: AVError?
        /// Whether the n-th picture is taken.
        var takes: @Sendable (Int) -> Bool = { _ in true }
        var offered = 0
        var pictures: [CMTime] = []
        var audioFrames = 0
        var audioEnded = false
        var bytes: Int64 = 0
        var keptDuration: CMTime?
        var failure: AVError?
        var finishError: AVError?
        var leavesFile = false
        var finishedAt: CMTime?
        var isDiscarded = false
    }

    let state = Mutex(State())
    /// Signalled by the test for each picture that may pass; `nil` lets all pass.
    let gate: DispatchSemaphore?
    /// Signalled by the test when opening may end; `nil` lets it end at once.
    let openGate: DispatchSemaphore?
    let url: URL

    init(_ url: URL, gate: DispatchSemaphore? = nil, openGate: DispatchSemaphore? = nil) {
        self.url = url
        self.gate = gate
        self.openGate = openGate
    }

    func open() throws {
        if let openGate, openGate.wait(timeout: .now() + 600) == .timedOut { fatalError("nobody opened the gate") }
        if let error = state.withLock({ $0.openError }) { throw error }
        try Data("movie".utf8).write(to: url)
    }

    func append(_ frame: CaptureFrame, at time: CMTime) throws -> Bool {
        if let gate, gate.wait(timeout: .now() + 600) == .timedOut { fatalError("nobody opened the gate") }
        return state.withLock { state in
            defer { state.offered += 1 }
            guard state.takes(state.offered) else { return false }
            state.pictures.append(time)
            state.bytes += 1000
            return true
        }
    }

    func append(_ span: RecordingTimeline<CaptureAudioPacket>.Span) -> Bool {
        state.withLock { $0.audioFrames += span.frames.count }
        return true
    }

    func endAudio() { state.withLock { $0.audioEnded = true } }
    var bytesWritten: Int64 { state.withLock { $0.bytes } }
    var keptDuration: CMTime? { state.withLock { $0.keptDuration } }
    var failure: NSError? { state.withLock { $0.failure }.map { $0 as NSError } }

    func finish(at end: CMTime, _ done: @escaping @Sendable (NSError?) -> Void) {
        let error = state.withLock { state in
            state.finishedAt = end
            return state.finishError ?? state.failure
        }
        DispatchQueue.global().async { done(error.map { $0 as NSError }) }
    }

    var leftPlayableFile: Bool { state.withLock { $0.leavesFile } }

    func discard() {
        state.withLock { $0.isDiscarded = true }
        try? FileManager.default.removeItem(at: url)
    }
}

/// A recording with a fake file, without session and camera.
struct RecordingBench {
    let clock = ManualCaptureClock()
    let unsettled = DispatchGroup()
    let recorder = MovieRecorder()
    let file: FakeFile
    let recording: FileRecording
    let closings = Counter()
    let silences = Counter()
    private let pixels: CVPixelBuffer
    private let description: CMFormatDescription

    final class Counter: Sendable {
        let count = Mutex(0)
    }

    init(
        limits: RecordingLimits = RecordingLimits(),
        gate: DispatchSemaphore? = nil,
        openGate: DispatchSemaphore? = nil,
        freeSpace: @escaping @Sendable (URL) -> Int64? = DiskSpace.free
    ) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("fake-\(UUID().uuidString).mov")
        file = FakeFile(url, gate: gate, openGate: openGate)
        let (closings, silences) = (closings, silences)
        let plan = RecordingPlan(
            url: url,
            limits: limits,
            hasVideo: true,
            hasMicrophone: false,
            frameDuration: CMTime(value: 1, timescale: 30),
            connections: [],
            device: nil,
            output: AVCaptureMovieFileOutput(),
            delegate: RecordingListener(object: recorder),
            callbackQueue: DispatchQueue(label: "test.callbacks"),
            clock: clock,
            unsettled: unsettled,
            freeSpace: freeSpace,
            onClose: { _ in closings.count.withLock { $0 += 1 } },
            onSilence: { _ in silences.count.withLock { $0 += 1 } }
        )
        recording = FileRecording(plan, file: file)
        (pixels, description) = try Self.picture(64, 48)
    }

    static func picture(_ width: Int, _ height: Int) throws -> (CVPixelBuffer, CMFormatDescription) {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &buffer)
        let pixels = try #require(buffer)
        var cache = ImageDescriptionCache()
        return (pixels, try cache.description(of: pixels))
    }

    func frame(_ index: Int) -> CaptureFrame {
        CaptureFrame(
            content: .image(pixels),
            formatDescription: description,
            presentationTime: CMTime(value: CMTimeValue(index), timescale: 30),
            duration: CMTime(value: 1, timescale: 30),
            sequence: UInt64(index)
        )
    }

    func post(_ frames: Range<Int>) {
        for index in frames { recording.post(.frame(frame(index))) }
    }

    func settle() {
        #expect(unsettled.wait(timeout: .now() + 600) == .success)
    }

    var losses: RecordingLosses { recording.plan.metrics.values.losses }

    func cleanUp() {
        try? FileManager.default.removeItem(at: file.url)
    }
}

@Suite("A recording at work")
struct FileRecordingTests {
    @Test("S-177: start, pause, resume, end are told in order, on no main thread")
    func order() throws {
        let bench = try RecordingBench()
        defer { bench.cleanUp() }
        bench.recording.start(refusal: nil)
        for index in 0..<10 {
            bench.post(index..<index + 1)
            bench.settle()
        }
        bench.recording.post(.pause(CMTime(value: 10, timescale: 30)))
        bench.post(10..<12)
        bench.recording.post(.resume(CMTime(value: 12, timescale: 30)))
        bench.post(12..<14)
        bench.settle()
        bench.recording.post(.end(.requested))
        bench.post(14..<15)
        bench.settle()
        #expect(bench.recorder.words == ["start", "pause", "resume", "willFinish", "finish"])
        #expect(bench.recorder.codes == [0] && !bench.recorder.wasOnMainThread)
        #expect(bench.recorder.startTime == .zero)
        let state = bench.file.state.withLock { $0 }
        #expect(state.pictures.count == 12 && state.finishedAt == CMTime(value: 12, timescale: 30))
        #expect(bench.recording.plan.metrics.values.duration == CMTime(value: 12, timescale: 30))
        #expect(bench.losses.total == 0 && bench.closings.count.withLock { $0 } == 1)
        #expect(bench.silences.count.withLock { $0 } == 1)
    }

    @Test("R-REC-4: a file that doesn't keep up loses pictures, which are counted, and the movie goes on")
    func slowFile() throws {
        let bench = try RecordingBench()
        defer { bench.cleanUp() }
        bench.file.state.withLock { $0.takes = { !(10..<17).contains($0) } }
        bench.recording.start(refusal: nil)
        for index in 0..<30 {
            bench.post(index..<index + 1)
            bench.settle()
        }
        bench.recording.post(.end(.requested))
        bench.settle()
        #expect(bench.losses.backlog == 7 && bench.losses.total == 7)
        #expect(bench.file.state.withLock { $0.pictures.count } == 23)
        #expect(bench.recorder.codes == [0])
    }

    @Test("R-REC-4: no picture is lost while the file and its encoders are opened; fewer may wait later")
    func slowOpening() throws {
        let gates = (open: DispatchSemaphore(value: 0), write: DispatchSemaphore(value: 12))
        let bench = try RecordingBench(gate: gates.write, openGate: gates.open)
        defer { bench.cleanUp() }
        bench.recording.start(refusal: nil)
        bench.post(0..<12)
        gates.open.signal()
        bench.settle()
        #expect(bench.file.state.withLock { $0.pictures.count } == 12 && bench.losses.total == 0)
        bench.post(12..<30)
        for _ in 12..<30 { gates.write.signal() }
        bench.settle()
        #expect(bench.losses.backlog >= 13)
        bench.recording.post(.end(.requested))
        bench.settle()
    }

    @Test("R-REC-4: whoever delivers pictures never waits, and few of them are held")
    func blockedFile() throws {
        let gate = DispatchSemaphore(value: 0)
        let bench = try RecordingBench(gate: gate)
        defer { bench.cleanUp() }
        bench.recording.start(refusal: nil)
        // One picture is in the file's hands at most, and few wait; this thread gets past all of them at once.
        bench.post(0..<100)
        for _ in 0..<100 { gate.signal() }
        bench.settle()
        let pictures = bench.file.state.withLock { $0.pictures.count }
        #expect(pictures >= 4 && pictures + bench.losses.backlog == 100)
        bench.recording.post(.end(.requested))
        bench.settle()
        #expect(bench.recorder.words == ["start", "willFinish", "finish"])
    }

    @Test("S-176, S-177: a file that can't be made ends the request, which never started")
    func noFile() throws {
        let bench = try RecordingBench()
        bench.file.state.withLock { $0.openError = AVError(.fileAlreadyExists) }
        bench.recording.start(refusal: nil)
        bench.post(0..<3)
        bench.settle()
        #expect(bench.recorder.words == ["willFinish", "finish"])
        #expect(bench.recorder.codes == [-11823])
        #expect(bench.recorder.error?.recordingSuccessfullyFinished == false)
        #expect(bench.file.state.withLock { !$0.isDiscarded && $0.finishedAt == nil })
    }

    @Test("S-180: a disk that fills up ends the recording, and what is there is delivered", arguments: [true, false])
    func diskFull(isPlayable: Bool) throws {
        let bench = try RecordingBench()
        defer { bench.cleanUp() }
        bench.recording.start(refusal: nil)
        bench.post(0..<3)
        bench.settle()
        bench.file.state.withLock { state in
            state.failure = AVError(.diskFull)
            state.keptDuration = CMTime(value: 1, timescale: 30)
            state.leavesFile = isPlayable
        }
        bench.post(3..<5)
        bench.settle()
        #expect(bench.recorder.words == ["start", "willFinish", "finish"] && bench.recorder.codes == [-11807])
        #expect(bench.recorder.error?.recordingSuccessfullyFinished == isPlayable)
        // What the file holds counts, not what was captured.
        #expect(bench.recorder.error?.time == CMTime(value: 1, timescale: 30))
    }

    @Test("A file that can't be finished is an error, though the recording was stopped")
    func finishFails() throws {
        let bench = try RecordingBench()
        defer { bench.cleanUp() }
        bench.file.state.withLock { $0.finishError = AVError(.diskFull) }
        bench.recording.start(refusal: nil)
        bench.post(0..<3)
        bench.recording.post(.end(.requested))
        bench.settle()
        #expect(bench.recorder.codes == [-11807])
        #expect(bench.recorder.error?.recordingSuccessfullyFinished == false)
    }

    @Test("S-177: stopped before the first picture, a recording leaves no file and says so")
    func stoppedAtOnce() throws {
        let bench = try RecordingBench()
        bench.recording.start(refusal: nil)
        bench.recording.post(.end(.requested))
        bench.settle()
        #expect(bench.recorder.words == ["willFinish", "finish"] && bench.recorder.codes == [-11805])
        #expect(!FileManager.default.fileExists(atPath: bench.file.url.path))
    }

    @Test(
        "S-183: a refused request makes no file",
        arguments: [(RecordingStopReason.sessionNotRunning, -11803), (.alreadyRecording, -11859)]
    )
    func refused(reason: RecordingStopReason, code: Int) throws {
        let bench = try RecordingBench()
        bench.recording.start(refusal: reason)
        bench.settle()
        #expect(bench.recorder.words == ["willFinish", "finish"] && bench.recorder.codes == [code])
        #expect(!FileManager.default.fileExists(atPath: bench.file.url.path))
    }

    @Test("A recording that is ended before it has begun makes no file")
    func endedFirst() throws {
        let bench = try RecordingBench()
        bench.recording.post(.end(.interrupted))
        bench.recording.start(refusal: nil)
        bench.post(0..<3)
        bench.settle()
        #expect(bench.recorder.words == ["willFinish", "finish"] && bench.recorder.codes == [-11818])
        #expect(bench.recorder.error?.recordingSuccessfullyFinished == false)
        #expect(!FileManager.default.fileExists(atPath: bench.file.url.path))
    }

    @Test("A recording that gets nothing for ten seconds ends")
    func patience() throws {
        let bench = try RecordingBench()
        bench.recording.start(refusal: nil)
        bench.settle()
        bench.clock.advance(bySeconds: 9.9)
        bench.settle()
        #expect(bench.recorder.words == [])
        bench.clock.advance(bySeconds: 0.2)
        bench.settle()
        #expect(bench.recorder.words == ["willFinish", "finish"] && bench.recorder.codes == [-11805])
    }

    @Test("A file that is removed ends the recording", arguments: [true, false])
    func removed(isReplaced: Bool) throws {
        let bench = try RecordingBench()
        defer { bench.cleanUp() }
        bench.recording.start(refusal: nil)
        bench.post(0..<1)
        bench.settle()
        // Made before the removal, so that it can't get the inode of the removed file.
        let other = bench.file.url.appendingPathExtension("other")
        if isReplaced { try Data("other".utf8).write(to: other) }
        try FileManager.default.removeItem(at: bench.file.url)
        if isReplaced { try FileManager.default.moveItem(at: other, to: bench.file.url) }
        for index in 1..<60 {
            bench.post(index..<index + 1)
            bench.settle()
        }
        #expect(bench.recorder.codes == [-11800])
        #expect(bench.recorder.error?.recordingSuccessfullyFinished == false)
        let reason = (bench.recorder.error.map { $0 as NSError })?.localizedFailureReason
        #expect(reason?.contains("removed") == true)
    }

    @Test("Pictures of another size end the recording; a stream that was started anew does not")
    func mediaChange() throws {
        let bench = try RecordingBench()
        defer { bench.cleanUp() }
        bench.recording.start(refusal: nil)
        bench.post(0..<2)
        var frame = bench.frame(2)
        (_, frame.formatDescription) = try RecordingBench.picture(64, 48)
        bench.recording.post(.frame(frame))
        bench.settle()
        #expect(bench.recorder.words == ["start"])
        (_, frame.formatDescription) = try RecordingBench.picture(128, 48)
        bench.recording.post(.frame(frame))
        bench.settle()
        #expect(bench.recorder.codes == [-11809])
        #expect(bench.recorder.error?.recordingSuccessfullyFinished == true)
    }

    @Test("R-REC-4: pictures that the camera lost are counted while something is recorded")
    func cameraDrops() throws {
        let bench = try RecordingBench()
        defer { bench.cleanUp() }
        bench.recording.start(refusal: nil)
        bench.recording.post(.cameraDrop(count: 5))
        bench.post(0..<1)
        bench.recording.post(.cameraDrop(count: 2))
        bench.recording.post(.pause(CMTime(value: 2, timescale: 30)))
        bench.recording.post(.cameraDrop(count: 3))
        bench.settle()
        #expect(bench.losses.camera == 2)
        bench.recording.post(.end(.requested))
        bench.settle()
    }

    @Test("S-179: a file ends before its limit")
    func sizeLimit() throws {
        var limits = RecordingLimits()
        limits.fileSize = 50_000
        let bench = try RecordingBench(limits: limits)
        defer { bench.cleanUp() }
        bench.recording.start(refusal: nil)
        for index in 0..<100 {
            bench.post(index..<index + 1)
            bench.settle()
        }
        #expect(bench.recorder.codes == [-11811])
        #expect(bench.recorder.error?.recordingSuccessfullyFinished == true)
        #expect(bench.file.bytesWritten < 50_000)
    }

    @Test("S-179: a disk with too little room ends the recording before it begins")
    func freeSpace() throws {
        var limits = RecordingLimits()
        limits.freeSpace = .max
        let bench = try RecordingBench(limits: limits)
        bench.recording.start(refusal: nil)
        bench.post(0..<3)
        bench.settle()
        #expect(bench.recorder.words == ["willFinish", "finish"] && bench.recorder.codes == [-11807])
    }

    @Test("S-179: a disk that fills up to the limit ends the recording, and the file is good")
    func freeSpaceRunsOut() throws {
        var limits = RecordingLimits()
        limits.freeSpace = 1_000_000
        let free = Mutex<Int64>(2_000_000)
        let bench = try RecordingBench(limits: limits, freeSpace: { _ in free.withLock { $0 } })
        defer { bench.cleanUp() }
        bench.recording.start(refusal: nil)
        bench.post(0..<4)
        bench.settle()
        free.withLock { $0 = 999_999 }
        for index in 4..<70 {
            bench.post(index..<index + 1)
            bench.settle()
        }
        #expect(bench.recorder.words == ["start", "willFinish", "finish"] && bench.recorder.codes == [-11807])
        #expect(bench.recorder.error?.recordingSuccessfullyFinished == true)
        // The disk is looked at once a second of the movie.
        #expect((30..<40).contains(bench.file.state.withLock { $0.pictures.count }))
    }
}
