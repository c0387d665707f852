import CoreMedia
import SeededRandom
import TestEffort
import Testing

@testable import MovieTime

/// Sound and pictures of a made-up camera, captured at exact times, and what became of them.
struct TimelineBench {
    typealias Timeline = RecordingTimeline<Int>

    /// Packets say which sample of the microphone they begin with.
    static let rate = 48_000
    var timeline: Timeline
    let frameDuration: CMTime
    /// Captured time and movie's time of each picture that was written.
    var frames: [(captured: CMTime, movie: CMTime)] = []
    /// Samples of the microphone, and the movie's time of the first.
    var spans: [(samples: Range<Int>, movie: CMTime)] = []

    init(hasVideo: Bool = true, framesPerSecond: Int32 = 30, limit: CMTime? = nil) {
        timeline = Timeline(hasVideo: hasVideo, limit: limit)
        frameDuration = CMTime(value: 1, timescale: framesPerSecond)
    }

    static func time(_ sample: Int) -> CMTime { CMTime(value: CMTimeValue(sample), timescale: CMTimeScale(rate)) }

    static func seconds(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1_000_000_000) }

    mutating func frame(at time: CMTime) -> Timeline.FrameVerdict {
        let verdict = timeline.frame(at: time, duration: frameDuration)
        if case .write(let movie) = verdict { frames.append((time, movie)) }
        collect()
        return verdict
    }

    mutating func sound(_ samples: Range<Int>) {
        timeline.add(
            Timeline.Audio(
                packet: samples.lowerBound,
                start: Self.time(samples.lowerBound),
                frameCount: samples.count,
                sampleRate: Double(Self.rate)
            )
        )
        collect()
    }

    private mutating func collect() {
        while let span = timeline.nextSpan() {
            let first = span.packet + span.frames.lowerBound
            spans.append((first..<first + span.frames.count, span.time))
        }
    }

    /// Lets time pass: pictures and packets arrive in the order of their arrival, and `actions` happen at their times.
    ///
    /// - Parameters:
    ///   - origin: where the first picture lies on the clock.
    ///   - lag: how much later than its end sound arrives, against pictures, which arrive at once.
    mutating func run(
        from origin: Double = 100,
        seconds: Double,
        packet: Int = 480,
        lag: Double = 0.02,
        stalls: [ClosedRange<Double>] = [],
        actions: [(time: Double, pauses: Bool)] = []
    ) {
        var events: [(arrival: Double, order: Int, run: (inout TimelineBench) -> Void)] = []
        if timeline.hasVideo {
            for index in 0..<Int((seconds / frameDuration.seconds).rounded()) {
                let time = CMTimeAdd(Self.seconds(origin), CMTimeMultiply(frameDuration, multiplier: Int32(index)))
                let passed = time.seconds - origin
                if stalls.contains(where: { $0.contains(passed) }) { continue }
                events.append((passed, 1, { _ = $0.frame(at: time) }))
            }
        }
        let firstSample = Int(origin * Double(Self.rate)) - packet * 3
        for index in 0..<Int(seconds * Double(Self.rate)) / packet + 3 {
            let start = firstSample + index * packet
            let end = Double(start + packet) / Double(Self.rate) - origin
            events.append((end + lag, 2, { $0.sound(start..<start + packet) }))
        }
        for action in actions {
            let time = Self.seconds(origin + action.time)
            events.append(
                (
                    action.time, 0,
                    { action.pauses ? $0.timeline.pause(at: time) : $0.timeline.resume(at: time) }
                )
            )
        }
        for event in events.sorted(by: { ($0.arrival, $0.order) < ($1.arrival, $1.order) }) { event.run(&self) }
    }

    // MARK: What must hold

    /// Sound follows sound without a gap or an overlap of more than half a sample.
    var audioIsSeamless: Bool {
        zip(spans, spans.dropFirst()).allSatisfy { one, next in
            abs(CMTimeSubtract(next.movie, one.movie).seconds * Double(Self.rate) - Double(one.samples.count)) < 1.01
        }
    }

    /// Pictures keep their pace.
    var picturesAreEven: Bool {
        zip(frames, frames.dropFirst()).allSatisfy { one, next in
            abs(CMTimeSubtract(next.movie, one.movie).seconds - frameDuration.seconds) < 1e-6
        }
    }

    /// What was captured at the same time is shown and heard at the same time: the largest difference in seconds, over each
    /// picture and the sound at its beginning.
    var worstSync: Double {
        var (worst, next) = (0.0, 0)
        for frame in frames {
            let sample = frame.captured.seconds * Double(Self.rate)
            let index = Int(sample.rounded(.up))
            // Pictures and sound are in the order of their capture.
            while next < spans.count, spans[next].samples.upperBound <= index { next += 1 }
            guard next < spans.count, spans[next].samples.contains(index) else { continue }
            let span = spans[next]
            let heard = span.movie.seconds + (sample - Double(span.samples.lowerBound)) / Double(Self.rate)
            worst = max(worst, abs(heard - frame.movie.seconds))
        }
        return worst
    }

    /// How many samples were written.
    var sampleCount: Int { spans.map(\.samples.count).reduce(0, +) }
}

@Suite("Where pictures and sound belong in a movie")
struct RecordingTimelineTests {
    @Test("R-REC-1: the movie begins with the first picture, and sound before it is dropped to the sample")
    func start() throws {
        var bench = TimelineBench()
        bench.sound(0..<480)
        bench.sound(480..<960)
        #expect(bench.spans.isEmpty && bench.timeline.origin == nil && bench.timeline.duration == .zero)
        #expect(bench.frame(at: TimelineBench.time(700)) == .write(at: .zero))
        let first = try #require(bench.spans.first)
        #expect(first.samples == 700..<960 && first.movie == .zero)
        #expect(bench.timeline.origin == TimelineBench.time(700))
        #expect(bench.timeline.duration == bench.frameDuration)
    }

    @Test("Sound is lacking until it has come as far as the pictures, unless it has long been silent")
    func lackingAudio() {
        var bench = TimelineBench()
        #expect(!bench.timeline.lacksAudio)
        bench.sound(0..<480)
        _ = bench.frame(at: TimelineBench.time(700))
        #expect(bench.timeline.lacksAudio)
        bench.sound(480..<2_299)
        #expect(bench.timeline.lacksAudio)
        bench.sound(2_299..<2_300)
        #expect(!bench.timeline.lacksAudio)
        for frame in 1..<15 { _ = bench.frame(at: TimelineBench.time(700 + 1_600 * frame)) }
        #expect(bench.timeline.lacksAudio)
        for frame in 15..<20 { _ = bench.frame(at: TimelineBench.time(700 + 1_600 * frame)) }
        #expect(!bench.timeline.lacksAudio)
        var limited = TimelineBench(limit: CMTime(value: 1, timescale: 60))
        _ = limited.frame(at: .zero)
        limited.sound(0..<799)
        #expect(limited.timeline.lacksAudio)
        limited.sound(799..<800)
        #expect(!limited.timeline.lacksAudio)
        var silent = TimelineBench(hasVideo: false)
        silent.sound(0..<480)
        #expect(!silent.timeline.lacksAudio)
    }

    @Test("R-REC-1: of sound that came long before the first picture, only half a second is kept")
    func longWait() {
        var bench = TimelineBench()
        for packet in 0..<1000 { bench.sound(packet * 480..<(packet + 1) * 480) }
        #expect(bench.frame(at: TimelineBench.time(1000 * 480 - 48_000)) == .write(at: .zero))
        // Pictures come no further, so that sound goes on without them as soon as there is more of it.
        bench.sound(1000 * 480..<1001 * 480)
        #expect((bench.spans.first?.samples.lowerBound ?? 0) >= 1000 * 480 - 24_960)
    }

    @Test("Sound does not run ahead of the pictures", arguments: [0.0, 0.01, 0.1, 0.3])
    func audioWaits(lag: Double) {
        var bench = TimelineBench()
        bench.run(seconds: 3, lag: lag)
        let end = bench.frames.last.map { CMTimeAdd($0.movie, bench.frameDuration).seconds } ?? 0
        let heard = bench.spans.last.map { $0.movie.seconds + Double($0.samples.count) / 48_000 } ?? 0
        #expect(heard <= end + 1e-6 && heard > end - lag - 0.1)
        #expect(bench.audioIsSeamless && bench.picturesAreEven && bench.worstSync < 1e-4)
    }

    static let pauses: [[Double]] = [
        [1.0, 2.0], [1.011, 2.022], [0.5, 0.9, 1.4, 2.1], [1, 1.001], [1, 1.02, 1.03, 1.05], [0.2, 2.9],
        [1, 2, 2.01, 2.5],
    ]

    @Test(
        "A pause is cut out of pictures and sound alike, to the sample",
        arguments: pauses,
        [0, 0.02, 0.1, 0.25]
    )
    func pause(edges: [Double], lag: Double) {
        var bench = TimelineBench()
        let actions = edges.enumerated().map { (time: $0.element, pauses: $0.offset % 2 == 0) }
        bench.run(seconds: 4, lag: lag, actions: actions)
        #expect(bench.audioIsSeamless && bench.picturesAreEven)
        #expect(bench.worstSync < 1e-4)
        let paused = stride(from: 0, to: edges.count, by: 2).map { edges[$0 + 1] - edges[$0] }.reduce(0, +)
        #expect(abs(bench.timeline.duration.seconds - (4 - paused)) < 0.034 * Double(edges.count / 2) + 1e-6)
        for frame in bench.frames {
            let captured = frame.captured.seconds - 100
            let isPaused = stride(from: 0, to: edges.count, by: 2).contains {
                captured >= edges[$0] + 1e-6 && captured < edges[$0 + 1] - 1e-6
            }
            #expect(!isPaused, "a picture of \(captured) s, captured during a pause")
        }
    }

    @Test("Sound that arrives after a short pause is still cut where it must be", arguments: [0.05, 0.15, 0.4])
    func lateAudio(lag: Double) {
        var bench = TimelineBench()
        bench.run(seconds: 3, lag: lag, actions: [(1, true), (1.1, false)])
        #expect(bench.audioIsSeamless && bench.worstSync < 1e-4)
    }

    @Test("While a camera stalls sound goes on, and is in step with the pictures afterwards")
    func stall() {
        var bench = TimelineBench()
        bench.run(seconds: 6, stalls: [1.0...3.5])
        #expect(bench.audioIsSeamless && bench.worstSync < 1e-4)
        #expect(bench.sampleCount > 48_000 * 58 / 10)
        #expect(bench.timeline.duration.seconds > 5.9)
    }

    @Test("A pause in the middle of a stall is cut out of the sound")
    func pauseInStall() {
        var bench = TimelineBench()
        bench.run(seconds: 8, stalls: [1.0...6.0], actions: [(2, true), (4, false)])
        #expect(bench.audioIsSeamless && bench.worstSync < 1e-4)
        #expect(abs(bench.timeline.duration.seconds - 6) < 0.05)
    }

    @Test("A recording that was paused before its first picture begins when it goes on")
    func pausedFirst() {
        var bench = TimelineBench()
        bench.run(seconds: 3, actions: [(-0.01, true), (1, false)])
        #expect(bench.frames.first?.movie == .zero)
        #expect(bench.frames.first.map { abs($0.captured.seconds - 101) < 0.034 } == true)
        #expect(bench.audioIsSeamless && bench.worstSync < 1e-4)
    }

    @Test("A pause that never ends adds nothing, and keeps no sound")
    func endlessPause() {
        var bench = TimelineBench()
        bench.run(seconds: 30, actions: [(1, true)])
        #expect(abs(bench.timeline.duration.seconds - 1) < 0.034)
        #expect(bench.sampleCount < 48_000 * 11 / 10 && bench.timeline.isPaused)
    }

    @Test("Pictures whose time is past are refused")
    func backwards() {
        var bench = TimelineBench()
        #expect(bench.frame(at: TimelineBench.seconds(10)) == .write(at: .zero))
        #expect(bench.frame(at: TimelineBench.seconds(9)) == .late)
        #expect(bench.frame(at: TimelineBench.seconds(10)) == .late)
        #expect(bench.frame(at: TimelineBench.seconds(10.5)) == .write(at: TimelineBench.seconds(0.5)))
    }

    @Test("Without pictures the cuts are where pause and resume were asked for, to the sample")
    func audioAlone() {
        var bench = TimelineBench(hasVideo: false)
        bench.run(from: 10, seconds: 4, packet: 441, lag: 0.02, actions: [(1, true), (2.5, false)])
        #expect(bench.audioIsSeamless)
        let kept = bench.spans.flatMap { [$0.samples.lowerBound, $0.samples.upperBound] }
        #expect(kept.contains(11 * 48_000) && kept.contains(Int(12.5 * 48_000)))
        #expect(!bench.spans.contains { $0.samples.overlaps(11 * 48_000..<Int(12.5 * 48_000)) })
    }

    @Test("Sound alone that was paused first begins with the end of the pause")
    func audioAlonePausedFirst() {
        var bench = TimelineBench(hasVideo: false)
        bench.run(from: 10, seconds: 2, actions: [(-1, true), (1, false)])
        #expect(bench.spans.first.map { $0.samples.lowerBound == 11 * 48_000 && $0.movie == .zero } == true)
        #expect(bench.audioIsSeamless)
    }

    @Test("S-179: there is no sound beyond the limit", arguments: [true, false])
    func limit(hasVideo: Bool) {
        var bench = TimelineBench(hasVideo: hasVideo, limit: CMTime(value: 3, timescale: 2))
        bench.run(seconds: 3)
        #expect(bench.sampleCount == 72_000)
    }

    @Test(
        "Whatever is paused and stalled when, sound stays with its pictures",
        arguments: 0..<UInt64(TestEffort.count(100))
    )
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bench = TimelineBench(framesPerSecond: [24, 25, 30, 50, 60].randomElement(using: &random) ?? 30)
        var actions: [(time: Double, pauses: Bool)] = []
        var time = Double.random(in: -0.2...1, using: &random)
        while time < 8 {
            actions.append((time, actions.count % 2 == 0))
            time += Double.random(in: 0...1.5, using: &random)
        }
        let stallStart = Double.random(in: 0...6, using: &random)
        bench.run(
            from: Double.random(in: 1...1000, using: &random),
            seconds: 9,
            packet: [128, 441, 480, 1024, 4096].randomElement(using: &random) ?? 480,
            lag: Double.random(in: 0...0.3, using: &random),
            stalls: Bool.random(using: &random) ? [stallStart...stallStart + 0.4] : [],
            actions: actions
        )
        #expect(bench.audioIsSeamless && bench.worstSync < 1e-4, "seed \(seed): \(bench.worstSync)")
        #expect(zip(bench.frames, bench.frames.dropFirst()).allSatisfy { $0.movie < $1.movie })
        #expect(bench.frames.first.map { $0.movie == .zero } ?? true)
        #expect(bench.spans.allSatisfy { $0.movie >= .zero })
    }
}
