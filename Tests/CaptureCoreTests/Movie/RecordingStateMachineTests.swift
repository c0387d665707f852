import CaptureCore
import CoreMedia
import MovieTime
import Testing

@Suite("What becomes of a recording")
struct RecordingStateMachineTests {
    typealias Machine = RecordingStateMachine<Int>

    static let frameDuration = CMTime(value: 1, timescale: 30)

    static func time(_ frame: Int) -> CMTime { CMTime(value: CMTimeValue(3000 + frame), timescale: 30) }

    static func sound(_ start: Double, seconds: Double = 0.1) -> RecordingTimeline<Int>.Audio {
        RecordingTimeline.Audio(
            packet: 0,
            start: CMTime(seconds: start, preferredTimescale: 48_000),
            frameCount: Int(seconds * 48_000),
            sampleRate: 48_000
        )
    }

    /// The states that events can come in.
    enum Stage: CaseIterable {
        case opening, waiting, recording, paused, ending, over

        func machine(_ limits: RecordingLimits = RecordingLimits(), hasVideo: Bool = true) -> Machine {
            var machine = Machine(limits: limits, hasVideo: hasVideo)
            if self == .opening { return machine }
            machine.opened()
            if self == .waiting { return machine }
            for frame in 0..<3 {
                _ = machine.frame(at: RecordingStateMachineTests.time(frame), duration: frameDuration)
            }
            if self == .recording { return machine }
            if self == .paused {
                _ = machine.pause(at: RecordingStateMachineTests.time(3))
                return machine
            }
            machine.end(.requested)
            machine.audioIsOverdue()
            if self == .over { machine.finished() }
            return machine
        }
    }

    static let ends: [RecordingStopReason] = [
        .requested, .maximumDuration, .maximumFileSize, .diskFull, .interrupted, .sessionFailed(code: -11819),
        .configurationChanged, .mediaChanged, .discontinuity, .deviceLost, .noData, .fileRemoved, .sessionNotRunning,
        .alreadyRecording, .fileFailed(code: -11800, underlying: nil, reason: nil),
    ]

    @Test("Any reason ends a recording in any state, and only the first one counts", arguments: Stage.allCases, ends)
    func ending(stage: Stage, reason: RecordingStopReason) {
        var machine = stage.machine()
        let isOpen = stage != .ending && stage != .over
        #expect(machine.isOpen == isOpen)
        machine.end(reason)
        machine.audioEnded()
        #expect(machine.end == (stage == .over ? nil : isOpen ? reason : .requested))
        machine.end(.interrupted)
        #expect(machine.end == (stage == .over ? nil : isOpen ? reason : .requested))
        #expect(machine.frame(at: Self.time(10), duration: Self.frameDuration) == .skip)
        #expect(machine.pause(at: Self.time(11)) == false)
        #expect(machine.resume(at: Self.time(11)) == false)
        machine.finished()
        #expect(machine.end == nil && !machine.isOpen)
    }

    @Test("R-REC-1: what is stopped or long enough waits for the sound of its last pictures", arguments: ends)
    func lastAudio(reason: RecordingStopReason) {
        var machine = Stage.recording.machine()
        machine.audio(Self.sound(99.9, seconds: 0.15))
        machine.end(reason)
        let waits = reason == .requested || reason == .maximumDuration
        #expect(machine.isAwaitingAudio == waits && machine.end == (waits ? nil : reason) && !machine.isOpen)
        #expect(machine.frame(at: Self.time(3), duration: Self.frameDuration) == .skip)
        machine.audio(Self.sound(100.05, seconds: 0.02))
        #expect(machine.isAwaitingAudio == waits)
        machine.audio(Self.sound(100.07, seconds: 0.05))
        #expect(!machine.isAwaitingAudio && machine.end == reason)
        var last: RecordingTimeline<Int>.Span?
        while let span = machine.nextSpan() { last = span }
        let end = last.map { $0.time.seconds + Double($0.frames.count) / 48_000 } ?? 0
        #expect(waits ? abs(end - 0.1) < 1e-4 : end < 0.06)
    }

    @Test("The wait for the last sound ends with a second reason, in time, and without a microphone")
    func endOfWait() {
        func machine() -> Machine {
            var machine = Stage.recording.machine()
            machine.end(.requested)
            #expect(machine.isAwaitingAudio)
            return machine
        }
        var (interrupted, overdue, silent) = (machine(), machine(), machine())
        interrupted.end(.interrupted)
        overdue.audioIsOverdue()
        silent.audioEnded()
        #expect(interrupted.end == .requested && overdue.end == .requested && silent.end == .requested)
        var deaf = Stage.recording.machine()
        deaf.audioEnded()
        deaf.end(.requested)
        #expect(deaf.end == .requested)
    }

    @Test("A picture is written, skipped or waited for as the state says", arguments: Stage.allCases)
    func frame(stage: Stage) {
        var machine = stage.machine()
        let verdict = machine.frame(at: Self.time(5), duration: Self.frameDuration)
        switch stage {
        case .opening, .paused, .ending, .over: #expect(verdict == .skip)
        case .waiting: #expect(verdict == .write(at: .zero) && machine.hasMedia)
        case .recording: #expect(verdict == .write(at: CMTime(value: 5, timescale: 30)))
        }
    }

    @Test("Pause and resume do something where they can", arguments: Stage.allCases)
    func pause(stage: Stage) {
        var machine = stage.machine()
        let canPause = [.opening, .waiting, .recording].contains(stage)
        #expect(machine.resume(at: Self.time(4)) == (stage == .paused))
        machine = stage.machine()
        #expect(machine.pause(at: Self.time(4)) == canPause)
        #expect(machine.pause(at: Self.time(5)) == false)
        #expect(machine.resume(at: Self.time(6)) == (canPause || stage == .paused))
    }

    @Test("Waiting has a bound", arguments: Stage.allCases)
    func expiry(stage: Stage) {
        var machine = stage.machine()
        machine.expired()
        #expect((machine.end == .noData) == (stage == .opening || stage == .waiting))
    }

    @Test("S-179: a movie is as long as allowed, to the frame", arguments: [1, 2, 3, 10, 29, 30, 31, 59, 60, 100])
    func maximumDuration(frames: Int) {
        var limits = RecordingLimits()
        limits.duration = CMTime(value: CMTimeValue(frames), timescale: 30)
        var machine = Stage.waiting.machine(limits)
        var written = 0
        for frame in 0..<200 {
            if case .write = machine.frame(at: Self.time(frame), duration: Self.frameDuration) { written += 1 }
        }
        machine.audioIsOverdue()
        #expect(written == frames && machine.end == .maximumDuration)
        #expect(machine.timeline.duration == limits.duration)
    }

    @Test("S-179: a limit between two frames ends the movie before it", arguments: [0.35, 0.99, 1.01, 2.34])
    func oddDuration(seconds: Double) {
        var limits = RecordingLimits()
        limits.duration = CMTime(seconds: seconds, preferredTimescale: 1000)
        var machine = Stage.waiting.machine(limits)
        for frame in 0..<200 { _ = machine.frame(at: Self.time(frame), duration: Self.frameDuration) }
        machine.audioIsOverdue()
        #expect(machine.end == .maximumDuration)
        #expect(machine.timeline.duration.seconds <= seconds && machine.timeline.duration.seconds > seconds - 0.034)
    }

    @Test("S-179: time in a pause does not count against the limit")
    func pausedDuration() {
        var limits = RecordingLimits()
        limits.duration = CMTime(value: 1, timescale: 1)
        var machine = Stage.waiting.machine(limits)
        for frame in 0..<10 { _ = machine.frame(at: Self.time(frame), duration: Self.frameDuration) }
        #expect(machine.pause(at: Self.time(10)) == true)
        for frame in 10..<100 { _ = machine.frame(at: Self.time(frame), duration: Self.frameDuration) }
        #expect(machine.resume(at: Self.time(100)) == true)
        #expect(machine.isOpen)
        var written = 10
        for frame in 100..<200 {
            if case .write = machine.frame(at: Self.time(frame), duration: Self.frameDuration) { written += 1 }
        }
        #expect(written == 30 && machine.end == .maximumDuration)
    }

    @Test("S-179: sound alone ends at the limit", arguments: [0.25, 1.0, 1.05])
    func audioDuration(seconds: Double) {
        var limits = RecordingLimits()
        limits.duration = CMTime(seconds: seconds, preferredTimescale: 48_000)
        var machine = Stage.waiting.machine(limits, hasVideo: false)
        for packet in 0..<30 { machine.audio(Self.sound(100 + Double(packet) / 10)) }
        var samples = 0
        while let span = machine.nextSpan() { samples += span.frames.count }
        #expect(machine.end == .maximumDuration && samples == Int(seconds * 48_000))
    }

    @Test("S-179: a file ends before it is too large", arguments: [1_000_000, 5_000_000, 50_000_000])
    func fileSize(limit: Int64) throws {
        var limits = RecordingLimits()
        limits.fileSize = limit
        var machine = Stage.waiting.machine(limits)
        var size: Int64 = 0
        for frame in 0..<10_000 where machine.isOpen {
            _ = machine.frame(at: Self.time(frame), duration: Self.frameDuration)
            size += 50_000
            machine.progressed(fileSize: size, freeSpace: nil)
        }
        #expect(machine.end == .maximumFileSize && size < limit && size > limit / 2)
    }

    @Test("S-179: a disk with less room than the limit ends the recording")
    func freeSpace() {
        var limits = RecordingLimits()
        limits.freeSpace = 1000
        var machine = Stage.recording.machine(limits)
        machine.progressed(fileSize: 10, freeSpace: nil)
        machine.progressed(fileSize: 10, freeSpace: 1000)
        #expect(machine.isOpen)
        machine.progressed(fileSize: 10, freeSpace: 999)
        #expect(machine.end == .diskFull)
    }

    @Test("Without limits nothing ends a recording")
    func unlimited() {
        var machine = Stage.recording.machine()
        machine.progressed(fileSize: .max / 4, freeSpace: 0)
        for frame in 3..<100_000 { _ = machine.frame(at: Self.time(frame), duration: Self.frameDuration) }
        #expect(machine.isOpen)
    }

    @Test("A camera whose time jumps far ahead or stays behind ends the recording")
    func jumps() {
        var machine = Stage.recording.machine()
        _ = machine.frame(at: Self.time(30 * 3600), duration: Self.frameDuration)
        #expect(machine.end == .discontinuity)
        machine = Stage.recording.machine()
        for frame in 0..<59 {
            #expect(machine.frame(at: Self.time(frame - 100), duration: Self.frameDuration) == .late)
        }
        #expect(machine.isOpen)
        _ = machine.frame(at: Self.time(-40), duration: Self.frameDuration)
        #expect(machine.end == .discontinuity)
        machine = Stage.recording.machine()
        #expect(machine.frame(at: .invalid, duration: Self.frameDuration) == .skip)
        #expect(machine.end == .discontinuity)
    }

    @Test("A process that was suspended for minutes goes on recording, and so does one that was paused for hours")
    func longGaps() {
        var machine = Stage.recording.machine()
        #expect(
            machine.frame(at: Self.time(30 * 300), duration: Self.frameDuration)
                == .write(at: CMTime(value: 300, timescale: 1))
        )
        machine = Stage.recording.machine()
        #expect(machine.pause(at: Self.time(3)) == true)
        for hour in 1..<5 { _ = machine.frame(at: Self.time(hour * 30 * 3600), duration: Self.frameDuration) }
        #expect(machine.resume(at: Self.time(5 * 30 * 3600)) == true)
        let verdict = machine.frame(at: Self.time(5 * 30 * 3600), duration: Self.frameDuration)
        #expect(verdict == .write(at: CMTime(value: 3, timescale: 30)))
    }

    @Test("A picture that was lost on its way lets sound go on")
    func lostFrame() {
        var machine = Stage.recording.machine()
        machine.audio(Self.sound(100, seconds: 0.5))
        while machine.nextSpan() != nil {}
        machine.lostFrame(at: Self.time(3), duration: Self.frameDuration)
        #expect(machine.nextSpan()?.frames.count == 1600)
        var waiting = Stage.waiting.machine()
        waiting.lostFrame(at: Self.time(0), duration: Self.frameDuration)
        #expect(!waiting.hasMedia && waiting.timeline.origin == nil)
    }
}
